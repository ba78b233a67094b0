#pragma once

#include "mpi/abi.hpp"
#include "mpi/world.hpp"

namespace tutti::mpi {

/// MPICH tells MPI_COMM_WORLD's error handler of requests that fail, by default the end of the program. What fails here is the
/// affair of the communicator whose call it was. (Not with several threads: another one may need the handler.)
class quiet_world {
#if defined(MPICH_VERSION)
 public:
  quiet_world() {
    if (this_world()->threads) return;
    PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &before_);
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }
  quiet_world(const quiet_world&) = delete;
  quiet_world& operator=(const quiet_world&) = delete;
  ~quiet_world() {
    if (before_ == MPI_ERRHANDLER_NULL) return;
    PMPI_Comm_set_errhandler(MPI_COMM_WORLD, before_);
    PMPI_Errhandler_free(&before_);
  }

 private:
  MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
#endif
};

}  // namespace tutti::mpi
