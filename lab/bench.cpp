// The additions that the measuring program (src/bench) of `tutti bench` needs in a simulated cluster:
// simulated time, and an MPI_Init that starts tutti, which elsewhere its shared library does. lab/calibrate
// builds and runs it.

#include "bench/clock.hpp"
#include "mpi/communicators/communicator.hpp"

extern "C" int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS) tutti::mpi::begin();
  return code;
}

namespace tutti::bench {

// Simulated time does not pass while processes compute, so nothing may wait for it in a loop: no --sync
// window.
double now() noexcept { return PMPI_Wtime(); }

}  // namespace tutti::bench
