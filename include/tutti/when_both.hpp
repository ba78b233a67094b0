#pragma once

#include <algorithm>
#include <cassert>
#include <utility>

#include "tutti/cxx20.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// The process as one of two tasks sees it that run side by side: what that task asks for waits until both have asked.
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

  /// The transfers for which its task waits; none if it has ended or waits for something else.
  [[nodiscard]] std::span<transfer> wanted() const noexcept { return wanted_; }
  [[nodiscard]] const std::source_location& where() const noexcept { return where_; }
  /// Who waits for them, to be resumed now that they have ended; null if none.
  [[nodiscard]] std::coroutine_handle<> served() noexcept {
    wanted_ = {};
    return std::exchange(waiting_, nullptr);
  }

 private:
  std::span<transfer> wanted_;
  std::source_location where_;
  std::coroutine_handle<> waiting_;
};

/// For when_both(): the process once for each task.
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
/// Each runs until it waits for a communication, for something that the other finds out, or has ended. What the two ask for
/// is then one process::together(), the first task's transfers in front. Between the same two processes messages still
/// arrive in the order in which they are sent, whichever task sends them.
inline task when_both(strands* of, task first, task second) {
  strand &a = of->first, &b = of->second;
  first.start();
  second.start();
  while (!a.wanted().empty() || !b.wanted().empty()) {
    const workspace<transfer> both(a.wanted().size() + b.wanted().size());
    std::ranges::copy(b.wanted(), std::ranges::copy(a.wanted(), both.begin()).out);
    const std::source_location where = a.wanted().empty() ? b.where() : a.where();
    co_await of->whole.together(both, where);
    const auto in_first = a.served(), in_second = b.served();  // both, before one of them asks for more
    if (in_first) in_first.resume();
    if (in_second) in_second.resume();
  }
  // One that waits for the other has not ended if that one has failed.
  if (first.done()) first.rethrow();
  if (second.done()) second.rethrow();
  assert(first.done() && second.done());  // each waits for the other
}

}  // namespace tutti
