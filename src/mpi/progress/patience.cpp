#include "mpi/progress/patience.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace tutti::mpi {

void patience::rest() {
#if !defined(SMPI_H)  // SMPI's processes share one thread
  constexpr clock::duration shortest = std::chrono::microseconds(10), longest = std::chrono::milliseconds(1);
  constexpr int fraction = 10;
  if (const auto so_far = waited(); so_far > awake_) {
    std::this_thread::sleep_for(std::clamp(so_far / fraction, shortest, longest));
    return;
  }
#endif
  sched_yield();
}

bool ended_within(MPI_Request& request, patience wait, patience::clock::duration at_most,
                  MPI_Status* status) {
  for (;;) {
    int completed = 0;
    check(PMPI_Test(&request, &completed, status));
    if (completed) return true;
    if (wait.waited() > at_most) return false;
    wait.rest();
  }
}

}  // namespace tutti::mpi
