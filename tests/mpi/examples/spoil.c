/* Preloaded, an MPI_Alltoallv that gives the last process a wrong byte: the programs have to notice. */
#include <mpi.h>

int MPI_Alltoallv(const void* from, const int* send, const int* send_at, MPI_Datatype sent, void* to,
                  const int* receive, const int* receive_at, MPI_Datatype received, MPI_Comm comm) {
  int rank, size;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  const int status = PMPI_Alltoallv(from, send, send_at, sent, to, receive, receive_at, received, comm);
  if (rank == size - 1) *(unsigned char*)to ^= 1;
  return status;
}
