#pragma once

#include <chrono>

namespace tutti::mpi {

/// Waits in a loop, for what may take long on a busy machine: it first gives way to other processes and then sleeps, each time a
/// fraction of what it has waited so far. The MPI libraries' own waits keep the processor: where processes share one, each wait costs
/// the time slices of all that wait there.
class patience {
 public:
  using clock = std::chrono::steady_clock;

  /// `awake`: how long it does not sleep yet, so that it goes on at once.
  explicit patience(clock::duration awake = std::chrono::microseconds(50)) noexcept : awake_(awake) {}

  void rest();
  [[nodiscard]] clock::duration waited() const { return clock::now() - begin_; }

 private:
  clock::duration awake_;
  clock::time_point begin_ = clock::now();
};

}  // namespace tutti::mpi
