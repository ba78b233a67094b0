#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "select/choice.hpp"

namespace tutti {

/// Compares ways to serve calls of one class (one communicator, one kind, one size) while the program makes
/// them. Which call tries which contender depends only on the number of the call in its class, which all
/// processes know. What the processes measure counts only after they have agreed on it. So all of them make
/// the same decisions, whatever their clocks show.
///
/// In a phase, all contenders that are still in take turns in random order. Some calls later, the processes
/// agree on the last entry and the last exit of each of these calls, and drop contenders. Between phases, the
/// contender that is the fastest so far serves the calls.
///
///     while (!e.ended()) {
///       const decision& d = e.next();
///       ... run the call ...
///       e.note(entry, exit);
///       if (e.must_agree() && ... all processes are here ...)
///         { ... replace e.stamps() by the maximum over all processes ...; e.conclude(); }
///     }
class experiment {
 public:
  /// The first calls of a class are not timed: memory and connections are new to them.
  static constexpr std::size_t calls_before = 8;
  /// The share of the time of all calls that trials of slower contenders may cost ...
  static constexpr double budget = 0.02;
  /// ... as if the class had at least this many calls.
  static constexpr std::size_t assumed_calls = 1000;

  /// The stamp of a call that could not be timed.
  static constexpr std::int64_t untimed = INT64_MAX;

  /// `contenders`: the first one serves the calls before anything was measured. One without an algorithm, the
  /// MPI library's own, joins after the first phase, unless the node of a process is crowded: there, one call
  /// may take as long as thousands of others. `millisecond`: on the clock of the stamps.
  experiment(std::vector<decision> contenders, std::int64_t millisecond, bool crowded);

  /// True if the next call is timed.
  [[nodiscard]] bool timing() const noexcept { return !ended_ && !agrees_ && calls_ >= begins_; }
  /// The contender that serves the next call.
  [[nodiscard]] const decision& next() const noexcept { return all_[turn()].what; }
  /// Notes that this process has made the call, from its entry to its exit by a clock that all processes
  /// share.
  void note(std::int64_t entry, std::int64_t exit) noexcept;
  /// Notes that this process has made the call, but in another way, or with an error.
  void note_untimed() noexcept { note(untimed, untimed); }

  /// True from the last call of a phase on: the processes must agree on the stamps, after the same call.
  [[nodiscard]] bool must_agree() const noexcept { return agrees_; }
  /// The numbers that the processes must agree on, by the maximum of each.
  [[nodiscard]] std::span<std::int64_t> stamps() noexcept { return stamps_; }
  /// The entries and exits among them; `untimed` for calls that could not be timed.
  [[nodiscard]] std::span<std::int64_t> entries_and_exits() noexcept {
    return stamps().first(2 * order_.size());
  }
  /// Draws the conclusions from the stamps that the processes have agreed on.
  void conclude();

  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// The fastest contender so far.
  [[nodiscard]] const decision& best() const noexcept { return all_[best_].what; }

  /// The measurements, for explanations.
  struct contender {
    decision what;
    bool in = true;                   ///< not dropped
    std::vector<std::int64_t> times;  ///< from the last entry to the last exit, in ticks, sorted
    /// The median. Of fewer than six times, the least: each of them may have been interrupted.
    [[nodiscard]] std::int64_t usual() const noexcept {
      return times[times.size() < 6 ? 0 : times.size() / 2];
    }
  };
  [[nodiscard]] std::span<const contender> contenders() const noexcept { return all_; }
  [[nodiscard]] std::size_t calls() const noexcept { return calls_; }

 private:
  [[nodiscard]] std::size_t turn() const noexcept { return timing() ? order_[calls_ - begins_] : best_; }
  void prepare();
  void take_times();
  void drop_slow();
  void wait_for_budget();

  std::vector<contender> all_;
  std::int64_t millisecond_;
  bool crowded_;
  std::size_t calls_ = 0, begins_ = calls_before;  // calls so far; number of the next phase's first one
  int phase_ = 0;
  std::vector<std::uint8_t> order_;   // the contender of each call of the phase
  std::vector<std::int64_t> stamps_;  // entries and exits of these calls, alternating; then a
                                      // millisecond, and 1 if a node is crowded
  std::size_t best_ = 0;
  bool agrees_ = false, ended_ = false;
};

}  // namespace tutti
