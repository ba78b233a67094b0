#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "select/call_kind.hpp"
#include "select/experiment.hpp"

namespace tutti {

/// A class of calls: those of one kind and one class of sizes on a communicator.
struct call_class {
  call_kind of;
  std::size_t slot = 0;
  decision decided{};               ///< while it tries: unused
  std::optional<experiment> tries;  ///< until it is decided
  unsigned calls_agreed = 0;        ///< the number of its calls at the last agreement
};

/// The experiments on one communicator, and the calls after which its processes agree on them. Between two
/// agreements, no call changes what a later call does. When the processes agree, they first compare
/// fingerprints of their calls. If processes have made different calls, say with different lengths by
/// mistake, all of them notice it, and nothing more is tried on the communicator.
///
///     if (all.must_agree(call)) {
///       two = all.fingerprints(); ... replace both by the maxima over all processes ...
///       if (experiments::alike(two)) {
///         if (all.window_passed(call)) {
///           all.stamps(call, ...); ... replace them by the maxima over all processes ...
///         }
///         all.conclude(call, ...);
///       } else all.stop(...);
///     }
///
/// The agreement takes the number `call` + 1 on the communicator.
class experiments {
 public:
  /// Adds a class that tries `contenders`. If there are fewer than two, it is decided.
  call_class& add(const call_kind& of, std::size_t slot, const std::vector<decision>& contenders,
                  const decision& otherwise);

  /// True if the processes must agree after the call with this number on the communicator.
  [[nodiscard]] bool must_agree(unsigned call) const noexcept {
    return !stopped_ && static_cast<int>(call - due_) >= 0;
  }
  /// Two numbers that describe all calls noted. Their maxima over all processes show if these are alike.
  [[nodiscard]] std::array<std::int64_t, 2> fingerprints() const noexcept;
  [[nodiscard]] static bool alike(const std::array<std::int64_t, 2>& maxima) noexcept {
    return maxima[0] == -maxima[1];
  }
  /// True if windows have passed with this call, so that there are stamps to agree on.
  [[nodiscard]] bool window_passed(unsigned call) const noexcept;
  /// Collects the stamps of the windows that have passed; then the length of a millisecond on their clock,
  /// and 1 if the node is crowded.
  std::span<std::int64_t> collect_stamps(unsigned call, std::int64_t millisecond, bool crowded);
  [[nodiscard]] std::span<std::int64_t> stamps() noexcept { return stamps_; }
  /// The entries and exits among the stamps.
  [[nodiscard]] std::span<std::int64_t> entries_and_exits() noexcept {
    return stamps().first(stamps_.size() - 2);
  }
  /// Draws the conclusions from the stamps that the processes have agreed on. Calls ended(call_class&) for
  /// each class whose experiment ends. The class is decided afterwards.
  template <class Ended>
  void conclude(unsigned call, Ended ended) {
    if (window_passed(call)) draw_conclusions(call);
    for (auto& [key, c] : classes_)
      if (c.tries && c.tries->ended()) {
        ended(c);
        c.decided = c.tries->best();
        c.tries.reset();
      }
    plan(call + 2);
  }
  /// Ends all experiments. Decisions that were made stay; the others are the first contenders.
  void stop() noexcept;
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

 private:
  void draw_conclusions(unsigned call);
  void plan(unsigned next) noexcept;

  std::map<std::pair<call_kind, std::size_t>, call_class> classes_;  // in the same order on all processes
  std::vector<std::int64_t> stamps_;
  unsigned due_ = 2 * experiment::calls_before;  // after this call, the processes agree
  unsigned planned_from_ = 1;                    // the first call after the last agreement
  unsigned agreements_ = 0;
  bool stopped_ = false;
};

}  // namespace tutti
