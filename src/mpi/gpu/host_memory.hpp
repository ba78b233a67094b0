#pragma once

#include <cstdint>

#include "mpi/gpu/device.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// The memory of a call in a form that tutti can read and write. During the call, host memory of the same
/// layout stands in for memory on a GPU. It covers each block from the block's first byte to its last,
/// including holes, but not the gaps between blocks. Other processes need not know where this process's
/// memory is.
class host_memory {
 public:
  explicit host_memory(process& self) noexcept : self_(self) {}
  host_memory(const host_memory&) = delete;
  host_memory& operator=(const host_memory&) = delete;
  ~host_memory() {
    if (stand_ins_) [[unlikely]]
      free_stand_ins();
  }

  // For buffers or blocks that are only sent, only received, or both (in place). Each function returns the
  // user's buffer or blocks, or stand-ins that are valid as long as this object. (stand_in() gets a copy of a
  // buffer, so that the buffer needs no address if there is no GPU. Always inlined for the same reason.)
  [[nodiscard]] [[gnu::always_inline]] buffer sent(buffer user) {
    if (possible()) [[unlikely]]
      return stand_in(buffer(user), use::sent);
    return user;
  }
  [[nodiscard]] [[gnu::always_inline]] buffer received(buffer user) {
    if (possible()) [[unlikely]]
      return stand_in(buffer(user), use::received);
    return user;
  }
  [[nodiscard]] [[gnu::always_inline]] buffer changed(buffer user) {
    if (possible()) [[unlikely]]
      return stand_in(buffer(user), use::changed);
    return user;
  }
  [[nodiscard]] const blocks& sent(const blocks& user) {
    return possible() ? stand_in(user, use::sent) : user;
  }
  [[nodiscard]] const blocks& received(const blocks& user) {
    return possible() ? stand_in(user, use::received) : user;
  }
  [[nodiscard]] const blocks& changed(const blocks& user) {
    return possible() ? stand_in(user, use::changed) : user;
  }

  /// True if there are stand-ins.
  [[nodiscard]] bool used() const noexcept { return stand_ins_ != nullptr; }
  /// Copies received data from the stand-ins to the GPU. Throws `failure` if a copy failed, now or before.
  /// Data that could not be read from the GPU were replaced by zeros, because other processes wait for them.
  [[gnu::cold]] void copy_back();

 private:
  enum class use : std::uint8_t { sent, received, changed };
  struct stand_ins;
  static bool possible() noexcept { return devices_possible.load(std::memory_order_relaxed); }
  [[gnu::cold]] const buffer& stand_in(const buffer& user, use by_call);
  [[gnu::cold]] const blocks& stand_in(const blocks& user, use by_call);
  stand_ins& ensure_stand_ins();
  [[nodiscard]] bool any_runtime();
  [[gnu::cold]] void free_stand_ins() noexcept;

  process& self_;
  stand_ins* stand_ins_ = nullptr;
  enum class asked : std::uint8_t { not_yet, no, yes } runtime_ = asked::not_yet;
};

}  // namespace tutti::mpi
