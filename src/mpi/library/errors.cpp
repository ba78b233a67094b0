#include "mpi/library/errors.hpp"

namespace tutti::mpi {

int code_of(int returned, const MPI_Status& status) noexcept {
  if (returned == MPI_SUCCESS) [[likely]]
    return MPI_SUCCESS;
  int kind = MPI_ERR_OTHER;
  PMPI_Error_class(returned, &kind);
  return kind == MPI_ERR_IN_STATUS ? status.MPI_ERROR : returned;
}

bool ends_the_program(MPI_Comm comm) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (comm == MPI_COMM_NULL) return false;  // the MPI library would report an error, and may end the program
  if (PMPI_Comm_get_errhandler(comm, &handler) != MPI_SUCCESS) return false;
  const bool fatal = is_fatal(handler);
  PMPI_Errhandler_free(&handler);
  return fatal;
}

}  // namespace tutti::mpi
