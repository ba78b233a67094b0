#pragma once

#include <algorithm>

namespace tutti::mpi {

/// Decides if calls on a communicator combine short accumulators, where that is planned. After a call whose
/// numbers have not fitted, the next call does not try, then the next 2, 4, ..., up to 1024, until numbers
/// fit. All processes see whether the numbers of a call fit. As their calls on a communicator have one order,
/// and only blocking calls are counted, they agree.
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
