/* Times a collective among the processes of one node:
 *
 *   node COLLECTIVE BYTES CALLS [rotate] [above] [least]
 *
 * The root changes from call to call. With `rotate` so do the buffers, through 192 MiB, so that nothing is in
 * a cache. With `above` the receive buffer begins 16 bytes above the send buffer, modulo 4 KiB, as if malloc
 * had returned two blocks of 2^k bytes one after the other. Prints nanoseconds per call, of the last of three
 * series, or, with `least`, of the fastest of 40. Two COLLECTIVEs send no messages. `copy`: all processes
 * copy, each its share of the bytes. `kernel`: the kernel copies the bytes of a broadcast between two
 * processes, half in a call of each. */

#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

typedef void operation(char* a, char* b, int n, int root);
static int rank, p;

/* This process, and the other one of two. */
static struct place {
  long process;
  char* from;
} mine, theirs;

static void find_other(char* from) {
  mine.process = getpid(), mine.from = from;
  MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, p - 1 - rank, 0, &theirs, sizeof theirs, MPI_BYTE, p - 1 - rank,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void copy(char* a, char* b, int n, int root) {
  (void)root;
  memcpy(b, a, (size_t)(n / p));
}
static void kernel(char* a, char* b, int n, int root) {
  (void)b;
  const size_t half = (size_t)n / 2, at = rank == root ? half : 0;
  const struct iovec here = {a + at, half}, there = {theirs.from + (a - mine.from) + at, half};
  const ssize_t done = rank == root ? process_vm_writev((pid_t)theirs.process, &here, 1, &there, 1, 0)
                                    : process_vm_readv((pid_t)theirs.process, &here, 1, &there, 1, 0);
  if (done != (ssize_t)half) perror("node"), MPI_Abort(MPI_COMM_WORLD, 1);
}
static void barrier(char* a, char* b, int n, int root) {
  (void)a, (void)b, (void)n, (void)root;
  MPI_Barrier(MPI_COMM_WORLD);
}
static void bcast(char* a, char* b, int n, int root) {
  (void)b;
  MPI_Bcast(a, n, MPI_BYTE, root, MPI_COMM_WORLD);
}
static void reduce(char* a, char* b, int n, int root) {
  MPI_Reduce(a, b, n / 8, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
}
static void allreduce(char* a, char* b, int n, int root) {
  (void)root;
  MPI_Allreduce(a, b, n / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void scan(char* a, char* b, int n, int root) {
  (void)root;
  MPI_Scan(a, b, n / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
static void gather(char* a, char* b, int n, int root) {
  MPI_Gather(a, n, MPI_BYTE, b, n, MPI_BYTE, root, MPI_COMM_WORLD);
}
static void scatter(char* a, char* b, int n, int root) {
  MPI_Scatter(a, n, MPI_BYTE, b, n, MPI_BYTE, root, MPI_COMM_WORLD);
}
static void allgather(char* a, char* b, int n, int root) {
  (void)root;
  MPI_Allgather(a, n, MPI_BYTE, b, n, MPI_BYTE, MPI_COMM_WORLD);
}
static void alltoall(char* a, char* b, int n, int root) {
  (void)root;
  MPI_Alltoall(a, n, MPI_BYTE, b, n, MPI_BYTE, MPI_COMM_WORLD);
}

static const struct {
  const char* name;
  operation* run;
} operations[] = {{"copy", copy},       {"kernel", kernel},       {"barrier", barrier},  {"bcast", bcast},
                  {"reduce", reduce},   {"allreduce", allreduce}, {"scan", scan},        {"gather", gather},
                  {"scatter", scatter}, {"allgather", allgather}, {"alltoall", alltoall}};

static int is_given(const char* word, int argc, char** argv) {
  for (int i = 4; i < argc; ++i)
    if (!strcmp(word, argv[i])) return 1;
  return 0;
}

static operation* named(const char* name) {
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; ++i)
    if (!strcmp(name, operations[i].name)) return operations[i].run;
  return NULL;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  operation* const run = argc < 4 ? NULL : named(argv[1]);
  if (!run) {
    if (rank == 0) fprintf(stderr, "usage: node COLLECTIVE BYTES CALLS [rotate] [above] [least]\n");
    MPI_Finalize();
    return 2;
  }
  const int n = atoi(argv[2]), calls = atoi(argv[3]);
  const size_t each = ((size_t)n * (size_t)p + 4095) / 4096 * 4096 + 4096;
  const size_t sets = is_given("rotate", argc, argv) ? ((size_t)192 << 20) / (2 * each) + 1 : 1;
  char* const memory = aligned_alloc(4096, 2 * each * sets);
  memset(memory, 0, 2 * each * sets);
  char *const from = memory, *const to = memory + each * sets + (is_given("above", argc, argv) ? 16 : 0);
  if (run == kernel) find_other(from);
  const int all = is_given("least", argc, argv) ? 40 : 3;
  double least = 0;
  for (int series = 0; series < all; ++series) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < calls; ++i) {
      const size_t at = each * ((size_t)i % sets);
      run(from + at, to + at, n, i % p);
    }
    const double seconds = (MPI_Wtime() - begin) / calls;
    if (all == 3 || series == 0 || seconds < least) least = seconds;
  }
  if (rank == 0) printf("%.0f\n", least * 1e9);
  MPI_Barrier(MPI_COMM_WORLD); /* the kernel may still copy from here */
  free(memory);
  MPI_Finalize();
  return 0;
}
