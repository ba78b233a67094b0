#include "node/link.hpp"

#include <sched.h>

#include <cstring>

namespace tutti::node {

void link::hold::wait() noexcept {
  while (guard_->exchange(true, std::memory_order_acquire)) sched_yield();
}

std::optional<link::message> link::find_aside(std::int32_t tag) const {
  const auto of_tag = aside_.find(tag);
  if (of_tag == aside_.end()) return {};
  return of_tag->second.front().what;
}

void link::set_aside(const slot& s) {
  const message next = seen(s);
  // A further piece of the last unexpected message of this tag, if that is still incomplete.
  const auto of_tag = aside_.find(next.tag);
  if (of_tag != aside_.end())
    if (kept& last = of_tag->second.back(); last.what.here < last.what.bytes) {
      std::memcpy(last.copy.get() + last.what.here, next.data, next.here);
      last.what.here += next.here;
      in_.pop();
      return;
    }
  std::list<kept> added;  // allocates all memory before anything changes
  kept& k = added.emplace_back(next, nullptr);
  k.what.aside = true;
  if (next.bytes > 0 && (next.way == carried::inside || next.way == carried::in_ring)) {
    k.copy = std::make_unique_for_overwrite<std::byte[]>(next.bytes);
    std::memcpy(k.copy.get(), next.data, next.here);
    k.what.data = k.copy.get();
  }
  std::list<kept>& before = of_tag != aside_.end() ? of_tag->second : aside_[next.tag];
  before.splice(before.end(), added);
  in_.pop();
}

// find() returns the first message of a tag, so the first one is removed.
void link::drop_aside(std::int32_t tag) {
  const auto of_tag = aside_.find(tag);
  of_tag->second.pop_front();
  if (of_tag->second.empty()) aside_.erase(of_tag);
}

}  // namespace tutti::node
