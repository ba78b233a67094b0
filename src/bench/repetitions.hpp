#pragma once

#include <cstddef>
#include <vector>

#include "bench/clock.hpp"
#include "measure/testbed.hpp"

namespace tutti::bench {

/// Decides how many repetitions of a contest fit into its time, and when there are enough. Process 0 decides.
class repetitions {
 public:
  /// The time of the contest begins now. `how` must outlive this.
  repetitions(const measure::policy& how, std::size_t contenders);

  /// True if half the time remains after warm-ups that take `seconds` seconds more.
  [[nodiscard]] bool allow_warm_up(double seconds) const;
  /// Ends the warm-ups.
  void begin();
  /// Stores a time of one of the contenders.
  void note(std::size_t contender, double seconds) { times_[contender].push_back(seconds); }
  /// True if there are enough repetitions. Throws std::runtime_error if there are still none after a long
  /// time.
  [[nodiscard]] bool enough() const;

  /// The number of rounds to begin with, if a round of all contenders takes `each` seconds.
  [[nodiscard]] int first(double each) const;
  /// The number of rounds after that: half as many again, unless `rounds` take more than a tenth of the
  /// budget.
  [[nodiscard]] int after(int rounds) const;

 private:
  [[nodiscard]] double spent() const noexcept { return now() - begun_; }
  [[nodiscard]] int fitting(int rounds, double each) const;
  [[nodiscard]] bool known(const std::vector<double>& times) const;

  const measure::policy& how_;
  double entered_ = now(), most_seconds_, begun_ = 0, allowed_ = 0;
  std::vector<std::vector<double>> times_;  // of each contender
};

}  // namespace tutti::bench
