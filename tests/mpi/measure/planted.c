/* Plants defects between a program and its MPI library: a bcast of 1000 B is wrong from root 1, and also from
 * root 0 if the library's algorithm binomial is forced; a scan of 1000 B takes 10 ms more. Both names of
 * each function, since programs that profile call PMPI_. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>
#include <time.h>

#ifdef OPEN_MPI
#define VARIABLE "coll_tuned_bcast_algorithm"
enum { BINOMIAL = 6 };
#else
#define VARIABLE "MPIR_CVAR_BCAST_INTRA_ALGORITHM"
enum { BINOMIAL = 1 };
#endif

typedef int bcast(void*, int, MPI_Datatype, int, MPI_Comm);
typedef int scan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
typedef int duplicate(MPI_Comm, MPI_Comm*);

static int bytes_of(int count, MPI_Datatype type) {
  int size = 0;
  MPI_Type_size(type, &size);
  return count * size;
}

static int forced_now(void) {
  static MPI_T_cvar_handle handle;
  static int opened = 0;
  int level = 0, index = 0, count = 0, value = 0;
  if (!opened) {
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    MPI_T_cvar_get_index(VARIABLE, &index);
    MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);
    opened = 1;
  }
  MPI_T_cvar_read(handle, &value);
  return value;
}

/* Open MPI reads the variable when a communicator is made: these were made while binomial was forced. */
static MPI_Comm forced[64];
static int known;

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  static duplicate* own = NULL;
  if (!own) own = (duplicate*)dlsym(RTLD_NEXT, "PMPI_Comm_dup");
  const int code = own(comm, made);
#ifdef OPEN_MPI
  for (int k = 0; k < known; ++k) /* the handle of a communicator that was freed */
    if (forced[k] == *made) forced[k] = MPI_COMM_NULL;
  if (forced_now() == BINOMIAL && known < 64) forced[known++] = *made;
#endif
  return code;
}
int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) { return PMPI_Comm_dup(comm, made); }

static int is_binomial(MPI_Comm comm) {
  for (int k = 0; k < known; ++k)
    if (forced[k] == comm) return 1;
  return forced_now() == BINOMIAL;
}

int PMPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  static bcast* own = NULL;
  int rank = 0;
  if (!own) own = (bcast*)dlsym(RTLD_NEXT, "PMPI_Bcast");
  const int code = own(data, count, type, root, comm);
  MPI_Comm_rank(comm, &rank);
  if (rank != root && bytes_of(count, type) == 1000 && (root == 1 || (root == 0 && is_binomial(comm))))
    memset(data, 1, 4);
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
