#pragma once

#include <algorithm>
#include <cassert>
#include <utility>

#include "tutti/cxx20.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// The process as seen by one of two tasks that run side by side. A transfer does not start at once:
/// when_both() starts the transfers of both tasks together.
class strand final : public forwarding_process {
 public:
  explicit strand(process& whole) noexcept : forwarding_process(whole) {}
  ~strand() = default;

  bool start(std::span<transfer> all, const std::source_location& where) override {
    if (std::ranges::all_of(all, [](const transfer& t) { return t.to == nobody && t.from == nobody; }))
      return forwarding_process::start(all, where);
    wanted_ = all;
    where_ = where;
    return false;
  }
  void park(std::coroutine_handle<> waiting) noexcept override { waiting_ = waiting; }

  /// The transfers that the task waits for; none if the task has finished or waits for something else.
  [[nodiscard]] std::span<transfer> wanted() const noexcept { return wanted_; }
  [[nodiscard]] const std::source_location& where() const noexcept { return where_; }
  /// The coroutine that waits for these transfers, to be resumed after their completion; null if none.
  [[nodiscard]] std::coroutine_handle<> served() noexcept {
    wanted_ = {};
    return std::exchange(waiting_, nullptr);
  }

 private:
  std::span<transfer> wanted_;
  std::source_location where_;
  std::coroutine_handle<> waiting_;
};

/// The two views of a process that when_both() needs, one for each task.
struct strands {
  explicit strands(process& self) noexcept : whole(self), first(self), second(self) {}
  process& whole;
  strand first, second;
};

/// Runs two tasks of one process side by side, step by step:
///
///     strands of(self);
///     task data = gather_data(of.first, ...), tree = build_tree(of.second, ...);
///     co_await when_both(&of, std::move(data), std::move(tree));
///
/// Each task runs until it waits for a communication, waits for a result of the other task, or finishes. Then
/// one process::together() starts the transfers of both, those of the first task in front. Messages between
/// the same two processes still arrive in the order in which they are sent, whichever task sends them.
inline task when_both(strands* of, task first, task second) {
  strand &a = of->first, &b = of->second;
  first.start();
  second.start();
  while (!a.wanted().empty() || !b.wanted().empty()) {
    const workspace<transfer> both(a.wanted().size() + b.wanted().size());
    std::ranges::copy(b.wanted(), std::ranges::copy(a.wanted(), both.begin()).out);
    const std::source_location where = a.wanted().empty() ? b.where() : a.where();
    co_await of->whole.together(both, where);
    const auto in_first = a.served(), in_second = b.served();  // both, before either starts more transfers
    if (in_first) in_first.resume();
    if (in_second) in_second.resume();
  }
  // If a task failed, a task that waits for its result has not finished.
  if (first.done()) first.rethrow();
  if (second.done()) second.rethrow();
  assert(first.done() && second.done());  // otherwise each waits for the other
}

}  // namespace tutti
