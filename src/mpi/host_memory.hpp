#pragma once

#include "mpi/device.hpp"
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
      return stand_in(buffer(user), true, false);
    return user;
  }
  [[nodiscard]] buffer received(buffer user) {
    if (possible()) [[unlikely]]
      return stand_in(buffer(user), false, true);
    return user;
  }
  [[nodiscard]] buffer changed(buffer user) {
    if (possible()) [[unlikely]]
      return stand_in(buffer(user), true, true);
    return user;
  }
  [[nodiscard]] const blocks& sent(const blocks& user) {
    return possible() ? stand_in(user, true, false) : user;
  }
  [[nodiscard]] const blocks& received(const blocks& user) {
    return possible() ? stand_in(user, false, true) : user;
  }
  [[nodiscard]] const blocks& changed(const blocks& user) {
    return possible() ? stand_in(user, true, true) : user;
  }

  /// Whether anything stands in for something.
  [[nodiscard]] bool used() const noexcept { return made_ != nullptr; }
  /// Copies what was received to where it belongs. Throws failure if something could not be copied, now or before: what
  /// could not be read counts as zeros until then, since other processes wait for it.
  [[gnu::cold]] void copy_back();

 private:
  struct stand_ins;
  static bool possible() noexcept { return devices_possible.load(std::memory_order_relaxed); }
  [[gnu::cold]] const buffer& stand_in(const buffer& user, bool sent, bool received);
  [[gnu::cold]] const blocks& stand_in(const blocks& user, bool sent, bool received);
  stand_ins& made();
  [[gnu::cold]] void give_back() noexcept;

  process& self_;
  stand_ins* made_ = nullptr;
};

}  // namespace tutti::mpi
