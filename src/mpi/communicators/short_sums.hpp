#pragma once

#include <algorithm>

namespace tutti::mpi {

/// Decides whether calls on a communicator try to combine short accumulators, if their plan combines them.
/// After a call whose numbers have not fitted, the next call does not try. After the next failure, 2 calls do
/// not try, then 4, ..., up to 1024, until numbers fit. All processes agree: all see whether the numbers of a
/// call fit, and only blocking calls are counted, which have one order on a communicator.
class short_sums {
 public:
  [[nodiscard]] bool tried() const noexcept { return left_ == 0; }
  /// Notes a blocking call that does not try.
  void pass() noexcept { --left_; }
  /// Notes a blocking call that has tried.
  void note(bool fitted) noexcept {
    left_ = fitted ? 0 : pause_;
    pause_ = fitted ? 1 : std::min(2 * pause_, 1024U);
  }

 private:
  unsigned left_ = 0, pause_ = 1;
};

}  // namespace tutti::mpi
