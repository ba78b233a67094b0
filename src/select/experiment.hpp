#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "select/choice.hpp"

namespace tutti {

/// Compares ways to serve calls of one class (one communicator, one kind, one size) while the program makes
/// them. Which contender serves a call depends only on the number of the call on its communicator, and on
/// the agreements of the processes. All processes know both, whatever their clocks show, and even if the
/// program gives a call different lengths on some of them, by mistake.
///
/// In a phase, all contenders that are still in take turns in random order, in a window of calls. After the
/// window, the processes agree on the last entry and the last exit of each of these calls, and drop
/// contenders. Outside of windows, the contender that is the fastest so far serves the calls.
///
///     e.open_window(call, ...);
///     for (; ... the window is open ...; ++call) {
///       const decision& d = e.serving(call);
///       ... run the call ...
///       e.note(call, entry, exit);
///     }
///     ... copy e.stamps(), and replace each by the maximum over all processes ...
///     e.conclude(...);
class experiment {
 public:
  /// The first calls of a class are not timed: memory and connections are new to them.
  static constexpr unsigned calls_before = 8;
  /// The share of the time of all calls that trials of slower contenders may cost ...
  static constexpr double budget = 0.02;
  /// ... as if the class had at least this many calls.
  static constexpr unsigned assumed_calls = 1000;
  /// The maximum length of a window, in calls of the communicator, as a multiple of the number of trials that
  /// it is for.
  static constexpr unsigned widest = 8;

  /// The stamp of a call that could not be timed.
  static constexpr std::int64_t untimed = INT64_MAX;

  /// `contenders`: the first one serves the calls before anything was measured. One without an algorithm, the
  /// MPI library's own, joins after the first phase, unless the node of a process is crowded: there, one call
  /// may take as long as thousands of others.
  explicit experiment(const std::vector<decision>& contenders);

  /// True if the call with this number on the communicator is a trial.
  [[nodiscard]] bool trying(unsigned call) const noexcept { return call - opens_ < length_; }
  /// The contender that serves the call with this number on the communicator.
  [[nodiscard]] const decision& serving(unsigned call) const noexcept { return all_[turn(call)].what; }
  /// Notes that this process has made a call of the class, from its entry to its exit.
  void note(unsigned call, std::int64_t entry, std::int64_t exit) noexcept;
  /// Notes that this process has made the call, but in another way, or with an error.
  void note_untimed(unsigned call) noexcept { note(call, untimed, untimed); }
  /// Depends on the numbers of all calls that were noted. Equal on processes that have made the same calls.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  /// True if a window has passed before the call: the processes must agree on its stamps.
  [[nodiscard]] bool window_passed(unsigned call) const noexcept {
    return length_ > 0 && static_cast<int>(call - opens_ - length_) >= 0;
  }
  /// The number of the first call after the window.
  [[nodiscard]] unsigned window_end() const noexcept { return opens_ + length_; }
  [[nodiscard]] bool window_open() const noexcept { return length_ > 0; }
  /// The number of calls of the class before a window may open.
  [[nodiscard]] unsigned calls_until_window() const noexcept {
    return begins_ > calls_ ? begins_ - calls_ : 0;
  }
  /// Opens a window for the missing turns of the phase, if the class has had enough calls. `call`: the number
  /// of the next call on the communicator. `recent`: the number of calls of this class among the last
  /// `of_recent` ones on the communicator.
  void open_window(unsigned call, unsigned recent, unsigned of_recent) noexcept;

  /// Entries and exits of the trials of the window, alternating; `untimed` for those that could not be timed.
  [[nodiscard]] std::span<const std::int64_t> stamps() const noexcept { return stamps_; }
  /// Draws the conclusions from the stamps that the processes have agreed on. `millisecond`: its length on
  /// the clock of the stamps. `crowded`: true if a node of the processes is crowded.
  void conclude(std::span<const std::int64_t> agreed, std::int64_t millisecond, bool crowded);

  [[nodiscard]] bool ended() const noexcept { return ended_; }
  /// The fastest contender so far.
  [[nodiscard]] const decision& best() const noexcept { return all_[best_].what; }

  /// The measurements, for explanations.
  struct contender {
    decision what;
    bool in = true;                   ///< not dropped
    unsigned turns = 0;               ///< in this phase
    std::vector<std::int64_t> times;  ///< from the last entry to the last exit, in ticks, sorted
    /// The median. Of fewer than six times, the minimum: each of them may have been interrupted.
    [[nodiscard]] std::int64_t usual() const noexcept {
      return times[times.size() < 6 ? 0 : times.size() / 2];
    }
  };
  [[nodiscard]] std::span<const contender> contenders() const noexcept { return all_; }
  [[nodiscard]] unsigned calls() const noexcept { return calls_; }

 private:
  [[nodiscard]] std::size_t turn(unsigned call) const noexcept;
  [[nodiscard]] unsigned missing_turns() const noexcept;
  void take_times(std::span<const std::int64_t> agreed);
  void drop_slow(std::int64_t millisecond);
  void wait_for_budget();

  std::vector<contender> all_;
  unsigned calls_ = 0;               // of the class so far
  unsigned begins_ = calls_before;   // the next phase begins after this many
  unsigned opens_ = 0, length_ = 0;  // the window: its first call on the communicator, and its length
  unsigned wanted_ = 0;              // the number of trials that the window is for
  int phase_ = 0;
  std::vector<std::uint8_t> tried_;   // the contenders of the trials of the window
  std::vector<std::int64_t> stamps_;  // the entries and exits of these
  std::uint64_t fingerprint_ = 0;
  std::size_t best_ = 0;
  bool ended_ = false;
};

}  // namespace tutti
