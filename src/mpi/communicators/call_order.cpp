#include "mpi/communicators/call_order.hpp"

#include <deque>
#include <vector>

#include "mpi/communicators/communicator_list.hpp"
#include "mpi/runtime/never_destroyed.hpp"

namespace tutti::mpi {
namespace {

std::vector<queued_call*>& under_way() {
  static never_destroyed<std::vector<queued_call*>> one;
  return *one;
}

}  // namespace

void queued_call::make_place_under_way() {
  std::vector<queued_call*>& calls = under_way();
  if (calls.size() == calls.capacity()) calls.reserve(2 * calls.size() + 16);
}

void queued_call::join_under_way() noexcept {
  place_ = under_way().size();
  under_way().push_back(this);
  progress::changed(progress::progress_reasons, 1);
  if (progress::changed(communicator_.posted.under_way, 1) == 1) communicator_.posted.first_under_way = call_;
}

void queued_call::leave_under_way() {
  std::vector<queued_call*>& calls = under_way();
  calls.back()->place_ = place_;
  calls[place_] = calls.back();
  calls.pop_back();
  place_ = not_under_way;
  progress::changed(progress::progress_reasons, -1);
  progress::changed(communicator_.posted.under_way, -1);
}

// The table of tags is made when two calls under way might have the same tag for the first time.
bool is_noted_tag(const queued_call& c) {
  communicator::posted_calls& p = c.at().posted;
  const unsigned last = c.at().call_mask;
  if (p.tags.empty()) {
    p.tags.resize(std::size_t{last} + 1);
    for (const queued_call* other : under_way())
      if (&other->at() == &c.at() && other->begun()) p.tags[other->call() & last] = true;
  }
  return p.tags[c.call() & last];
}

// A call that ends at once invokes this function again. The inner invocation leaves the other calls to the
// outer one.
void start_waiting_calls(communicator& c) {
  if (c.posted.starting_waiting_calls) return;
  {
    struct starting {
      bool& now;
      explicit starting(bool& flag) noexcept : now(flag) { now = true; }
      ~starting() { now = false; }
    } const all(c.posted.starting_waiting_calls);
    while (!c.posted.waiting.empty() && !c.posted.opening) {
      queued_call* const first = c.posted.waiting.front();
      if (tag_is_taken(*first)) break;
      c.posted.waiting.pop_front();
      first->begin_after_wait();
    }
  }
  if (c.posted.freed && c.posted.under_way == 0 && !c.posted.opening) close_communicator(&c);
}

// (An error handler may post further calls on the communicator meanwhile.)
void pass_on_waiting_calls(communicator& c) {
  std::deque<queued_call*>& waiting = c.posted.waiting;
  for (std::size_t i = 0; i < waiting.size();) {
    queued_call* const one = waiting[i];
    if (!c.native && !one->is_native()) {
      ++i;
      continue;
    }
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
    one->begin_natively();
  }
}

void fail_waiting_calls(communicator& c, int code) {
  while (!c.posted.waiting.empty()) {
    queued_call* const first = c.posted.waiting.front();
    c.posted.waiting.pop_front();
    first->fail(code);
  }
}

bool still_native(communicator& c) {
  progress::until([&c] { return !c.posted.opening.load(std::memory_order_acquire); });
  return c.native != nullptr;
}

}  // namespace tutti::mpi
