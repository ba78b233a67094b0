#pragma once

#include <chrono>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// A loop that waits for something that may take long on a busy machine. It first yields to other processes
/// and then sleeps, each time for a fraction of the time waited so far. The MPI libraries' own waits keep the
/// processor: if processes share a processor, each wait costs the time slices of all processes that wait on
/// it.
class patience {
 public:
  using clock = std::chrono::steady_clock;

  /// `awake`: the time for which it only yields, so that it reacts at once.
  explicit patience(clock::duration awake = std::chrono::microseconds(50)) noexcept : awake_(awake) {}

  void rest();
  [[nodiscard]] clock::duration waited() const { return clock::now() - begin_; }

 private:
  clock::duration awake_;
  clock::time_point begin_ = clock::now();
};

/// Waits until a request has completed; returns false if that takes longer than `at_most`.
bool ended_within(MPI_Request& request, patience wait, patience::clock::duration at_most,
                  MPI_Status* status = MPI_STATUS_IGNORE);
/// Waits until a request has completed.
inline void wait_patiently(MPI_Request& request, patience wait = patience(),
                           MPI_Status* status = MPI_STATUS_IGNORE) {
  ended_within(request, wait, patience::clock::duration::max(), status);
}

}  // namespace tutti::mpi
