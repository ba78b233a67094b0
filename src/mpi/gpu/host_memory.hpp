#pragma once

#include <cstdint>

#include "mpi/gpu/device.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// The memory of a call, as tutti can read and write it. What lives on a GPU has host memory of the same layout standing in
/// for it during the call: from its first byte to its last with all holes, but without what lies between two blocks. Where
/// memory lives is known to this process alone, and no other one notices.
class host_memory {
 public:
  explicit host_memory(process& self) noexcept : self_(self) {}
  host_memory(const host_memory&) = delete;
  host_memory& operator=(const host_memory&) = delete;
  ~host_memory() {
    if (made_) [[unlikely]]
      give_back();
  }

  // Buffers or blocks that are only sent; that are only received; both, in place: themselves, or what stands in for them as
  // long as this object lives. (Of buffers a copy is asked about: they need no address where there is no GPU.)
  [[nodiscard]] buffer sent(buffer user) {
    if (possible()) [[unlikely]]
      return stand_in(buffer(user), use::sent);
    return user;
  }
  [[nodiscard]] buffer received(buffer user) {
    if (possible()) [[unlikely]]
      return stand_in(buffer(user), use::received);
    return user;
  }
  [[nodiscard]] buffer changed(buffer user) {
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

  /// Whether anything stands in for something.
  [[nodiscard]] bool used() const noexcept { return made_ != nullptr; }
  /// Copies what was received to where it belongs. Throws failure if something could not be copied, now or before: what
  /// could not be read counts as zeros until then, since other processes wait for it.
  [[gnu::cold]] void copy_back();

 private:
  enum class use : std::uint8_t { sent, received, changed };
  struct stand_ins;
  static bool possible() noexcept { return devices_possible.load(std::memory_order_relaxed); }
  [[gnu::cold]] const buffer& stand_in(const buffer& user, use by_call);
  [[gnu::cold]] const blocks& stand_in(const blocks& user, use by_call);
  stand_ins& made();
  [[gnu::cold]] void give_back() noexcept;

  process& self_;
  stand_ins* made_ = nullptr;
};

}  // namespace tutti::mpi
