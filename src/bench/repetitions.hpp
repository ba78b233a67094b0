#pragma once

#include <cstddef>
#include <vector>

#include "bench/clock.hpp"
#include "measure/testbed.hpp"

namespace tutti::bench {

/// How many repetitions of a contest fit into its time, and when they are enough. Process 0 decides.
class repetitions {
 public:
  /// The time of the contest begins. `how` must outlive it.
  repetitions(const measure::policy& how, std::size_t contenders);

  /// Whether warm-ups that take `seconds` seconds more leave half the time.
  [[nodiscard]] bool allow_warm_up(double seconds) const;
  /// The warm-ups are over.
  void begin();
  /// What one of the contenders has needed.
  void note(std::size_t contender, double seconds) { times_[contender].push_back(seconds); }
  /// Throws std::runtime_error if there is still none after a long time.
  [[nodiscard]] bool enough() const;

  /// How many to begin with, where one of all contenders takes `each` seconds.
  [[nodiscard]] int first(double each) const;
  /// How many after that: half as many again, unless that would take more than a tenth of the budget.
  [[nodiscard]] int after(int rounds) const;

 private:
  [[nodiscard]] double spent() const noexcept { return now() - begun_; }
  [[nodiscard]] int fitting(int rounds, double each) const;

  const measure::policy& how_;
  double entered_ = now(), most_seconds_, begun_ = 0, allowed_ = 0;
  std::vector<std::vector<double>> times_;  // of each contender
};

}  // namespace tutti::bench
