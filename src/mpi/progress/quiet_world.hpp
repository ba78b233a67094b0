#pragma once

#include "mpi/library/abi.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

/// MPICH tells MPI_COMM_WORLD's error handler of requests that fail, by default the end of the program; from 4.2 on, that of the
/// request's communicator. What fails here is the affair of the communicator whose call it was, which is told of it once. (Not with
/// several threads: another one may need the handlers.)
class quiet_world {
#if defined(MPICH_VERSION)
  class silenced {
   public:
    explicit silenced(MPI_Comm comm) : comm_(comm) {
      if (comm == MPI_COMM_NULL || this_run.threads) return;
      PMPI_Comm_get_errhandler(comm, &before_);
      PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    silenced(const silenced&) = delete;
    silenced& operator=(const silenced&) = delete;
    ~silenced() {
      if (before_ == MPI_ERRHANDLER_NULL) return;
      PMPI_Comm_set_errhandler(comm_, before_);
      PMPI_Errhandler_free(&before_);
    }

   private:
    MPI_Comm comm_;
    MPI_Errhandler before_ = MPI_ERRHANDLER_NULL;
  };
  silenced world_{MPI_COMM_WORLD}, requests_;

 public:
  /// `of_requests`: the communicator of the requests, if it is the program's.
  explicit quiet_world(MPI_Comm of_requests = MPI_COMM_NULL) : requests_(of_requests) {}
#else
 public:
  explicit quiet_world(MPI_Comm = MPI_COMM_NULL) {}
#endif
};

}  // namespace tutti::mpi
