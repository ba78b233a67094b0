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
  const message next = seen(s);
  // A piece of the message of this tag that was set aside last, if not all of that has come.
  const auto last = std::ranges::find(aside_.rbegin(), aside_.rend(), s.tag(), &kept::tag);
  if (last != aside_.rend() && last->what.here < last->what.bytes) {
    std::memcpy(last->copy.get() + last->what.here, next.data, next.here);
    last->what.here += next.here;
    in_.pop();
    return;
  }
  kept k{s.tag(), next, nullptr};
  k.what.aside = true;
  if (next.bytes > 0 && (next.way == carried::inside || next.way == carried::in_ring)) {
    k.copy = std::make_unique_for_overwrite<std::byte[]>(next.bytes);
    std::memcpy(k.copy.get(), next.data, next.here);
    k.what.data = k.copy.get();
  }
  aside_.push_back(std::move(k));
  in_.pop();
}

void link::drop_aside(std::uint32_t turn) {
  aside_.erase(std::ranges::find(aside_, turn, [](const kept& k) { return k.what.turn; }));
}

}  // namespace tutti::node
