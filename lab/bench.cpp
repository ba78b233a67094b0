// What the measuring program of `tutti bench` and its like (src/bench) needs to run in a simulated cluster: simulated time,
// and tutti begun by MPI_Init, which elsewhere its shared object does. lab/calibrate builds and runs it.

#include "bench/clock.hpp"
#include "mpi/communicators/communicator.hpp"

extern "C" int MPI_Init(int* argc, char*** argv) {
  const int code = PMPI_Init(argc, argv);
  if (code == MPI_SUCCESS) tutti::mpi::begin();
  return code;
}

namespace tutti::bench {

// Stands still while processes compute, so that nothing may wait for it to pass: no --sync window.
double now() noexcept { return PMPI_Wtime(); }

}  // namespace tutti::bench
