/* Plants defects between a program and its MPI library: a bcast of 1000 B from root 1 is wrong, and a scan
 * of 1000 B takes 10 ms more. Both names of each function, since programs that profile call PMPI_. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>
#include <time.h>

typedef int bcast(void*, int, MPI_Datatype, int, MPI_Comm);
typedef int scan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);

static int bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  MPI_Type_size(type, &size);
  return count * size;
}

int PMPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  static bcast* own = NULL;
  int rank = 0;
  if (!own) own = (bcast*)dlsym(RTLD_NEXT, "PMPI_Bcast");
  const int code = own(data, count, type, root, comm);
  MPI_Comm_rank(comm, &rank);
  if (root == 1 && rank != root && bytes_of(count, type) == 1000) memset(data, 1, 4);
  return code;
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return PMPI_Bcast(data, count, type, root, comm);
}

int PMPI_Scan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  static scan* own = NULL;
  const struct timespec pause = {0, 10000000};
  if (!own) own = (scan*)dlsym(RTLD_NEXT, "PMPI_Scan");
  if (bytes_of(count, type) == 1000) nanosleep(&pause, NULL);
  return own(in, out, count, type, op, comm);
}
int MPI_Scan(const void* in, void* out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return PMPI_Scan(in, out, count, type, op, comm);
}
