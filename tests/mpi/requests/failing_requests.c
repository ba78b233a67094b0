/* Preloaded after tutti: the functions of MPI by which tutti makes requests, and attaches its data to a
 * communicator, fail while the variable FAILS names them. */

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int fails(const char* name) {
  const char* what = getenv("FAILS");
  return what && strcmp(what, name) == 0;
}

int PMPI_Recv_init(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  return fails("Recv_init") ? MPI_ERR_OTHER : MPI_Recv_init(data, count, type, from, tag, comm, request);
}
int PMPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
               MPI_Request* request) {
  return fails("Irecv") ? MPI_ERR_OTHER : MPI_Irecv(data, count, type, from, tag, comm, request);
}
int PMPI_Comm_set_attr(MPI_Comm comm, int keyval, void* value) {
  return fails("Comm_set_attr") ? MPI_ERR_OTHER : MPI_Comm_set_attr(comm, keyval, value);
}
