#pragma once

#include "mpi/library/quirks.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

/// During the lifetime of this object, failed requests call no error handler. tutti itself reports an error
/// once, to the communicator whose call failed. Has no effect if the MPI library calls no handler for failed
/// requests. Has no effect with several threads either, because another thread may need the handlers.
class quiet_world {
  class silenced {
   public:
    explicit silenced(MPI_Comm comm) : comm_(comm) {
      if (!quirks::failed_requests_call_world_handler() || comm == MPI_COMM_NULL || this_run.threads) return;
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

  // A program of sessions may have no MPI_COMM_WORLD.
  silenced world_{this_run.of_session ? MPI_COMM_NULL : MPI_COMM_WORLD}, requests_;

 public:
  /// `of_requests`: the communicator of the requests, if it is the program's.
  explicit quiet_world(MPI_Comm of_requests = MPI_COMM_NULL) : requests_(of_requests) {}
};

}  // namespace tutti::mpi
