#include "node/link.hpp"

#include <sched.h>

#include <cstring>

namespace tutti::node {

void link::hold::wait() noexcept {
  while (guard_->exchange(true, std::memory_order_acquire)) sched_yield();
}

std::optional<link::message> link::find_unexpected(std::int32_t tag) const {
  const auto of_tag = unexpected_.find(tag);
  if (of_tag == unexpected_.end()) return {};
  return of_tag->second.front().what;
}

void link::set_aside(const slot& s) {
  const message next = seen(s);
  // A further piece of the last unexpected message of this tag, if that is still incomplete.
  const auto of_tag = unexpected_.find(next.tag);
  if (of_tag != unexpected_.end())
    if (unexpected_message& last = of_tag->second.back(); last.what.here < last.what.bytes) {
      std::memcpy(last.copy.get() + last.what.here, next.data, next.here);
      last.what.here += next.here;
      in_.pop();
      return;
    }
  std::list<unexpected_message> added;  // allocates all memory before anything changes
  unexpected_message& k = added.emplace_back(next, nullptr);
  k.what.unexpected = true;
  if (next.bytes > 0 && (next.way == transport::inside || next.way == transport::in_ring)) {
    k.copy = std::make_unique_for_overwrite<std::byte[]>(next.bytes);
    std::memcpy(k.copy.get(), next.data, next.here);
    k.what.data = k.copy.get();
  }
  std::list<unexpected_message>& before =
      of_tag != unexpected_.end() ? of_tag->second : unexpected_[next.tag];
  before.splice(before.end(), added);
  in_.pop();
}

// find() returns the first message of a tag, so the first one is removed.
void link::drop_unexpected(std::int32_t tag) {
  const auto of_tag = unexpected_.find(tag);
  of_tag->second.pop_front();
  if (of_tag->second.empty()) unexpected_.erase(of_tag);
}

}  // namespace tutti::node
