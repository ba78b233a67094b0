#include "mpi/progress/patience.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>

#include "mpi/library/quirks.hpp"

namespace tutti::mpi {

void patience::rest() {
  constexpr clock::duration shortest = std::chrono::microseconds(10), longest = std::chrono::milliseconds(1);
  constexpr int fraction = 10;
  const auto so_far = waited();
  if (!quirks::simulated && so_far > awake_) {
    std::this_thread::sleep_for(std::clamp(so_far / fraction, shortest, longest));
    return;
  }
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
