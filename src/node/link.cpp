#include "node/link.hpp"

#include <sched.h>

#include <algorithm>
#include <cstring>

namespace tutti::node {

void link::hold::wait() noexcept {
  while (guard_->exchange(true, std::memory_order_acquire)) sched_yield();
}

std::optional<link::message> link::find_aside(std::int32_t tag) const {
  const auto k = std::ranges::find(aside_, tag, &kept::tag);
  if (k == aside_.end()) return {};
  return k->what;
}

void link::set_aside(const slot& s) {
  kept k{s.tag(), seen(s), nullptr};
  k.what.aside = true;
  if (k.what.bytes > 0 && (k.what.way == carried::inside || k.what.way == carried::in_ring)) {
    k.copy = std::make_unique_for_overwrite<std::byte[]>(k.what.here);
    std::memcpy(k.copy.get(), k.what.data, k.what.here);
    k.what.data = k.copy.get();
  }
  aside_.push_back(std::move(k));
  in_.pop();
}

void link::drop_aside(std::uint32_t turn) {
  aside_.erase(std::ranges::find(aside_, turn, [](const kept& k) { return k.what.turn; }));
}

}  // namespace tutti::node
