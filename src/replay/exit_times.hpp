#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace tutti::replay {

/// When the processes leave an operation by one algorithm, for any times of entry.
///
/// If few operations ask, each is simulated with its own times of entry. Otherwise the processes are
/// simulated once together, and once with each process late alone: D(s, r) is the time from the entry of a
/// late process s to the exit of process r. Then process r leaves at
///
///     max(a + together(r), max over s of (entry(s) + D(s, r))),    a: the first entry.
///
/// That is exact if messages do not share links or ports in an order that depends on time, because each step
/// of a process then begins at the maximum of other times. If a simulation takes many messages, only the
/// processes that enter last have a D of their own. The others count as if all of them entered together with
/// the last one among them.
class exit_times {
 public:
  struct simulated {
    std::vector<double> exits;
    std::size_t messages = 0;  ///< of all processes
  };
  /// Simulates processes that enter at these times, the first one at 0. Throws if the algorithm cannot run.
  using simulation = std::function<simulated(const std::vector<double>& entries)>;
  /// The simulations send at most about this many messages, except that there are at least two simulations.
  static constexpr std::size_t most_messages = std::size_t{1} << 19U;
  /// The maximum number of processes with a D of their own, because of the memory.
  static constexpr std::size_t most_late = 256;

  /// `operations`: the number of those that will ask.
  exit_times(std::size_t processes, std::size_t operations, simulation run);

  void find(std::span<const double> entries, std::span<double> exits);
  /// The exits if all processes enter at 0.
  const std::vector<double>& together();

 private:
  const std::vector<float>& delays_by(std::size_t late);

  std::size_t p_, operations_;
  std::size_t late_ = 1;  // processes with a D of their own
  simulation run_;
  std::vector<double> together_;
  double longest_ = 0;
  std::vector<std::vector<float>> delays_;  // D, by the process that is late; empty: not known yet
  std::vector<std::size_t> order_;
};

}  // namespace tutti::replay
