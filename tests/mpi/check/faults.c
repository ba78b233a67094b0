/* A small program with one mistake in it, for the tests of check mode and of the roll call: faults FAULT. The
 * processes call some collectives, then rank 1 (or the pair of ranks 0 and 1) does what FAULT says at a line
 * marked "here", where the others do the right thing. */

#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define ALLREDUCE_INIT MPIX_Allreduce_init
#define GATHERV_INIT MPIX_Gatherv_init
#else
#define ALLREDUCE_INIT MPI_Allreduce_init
#define GATHERV_INIT MPI_Gatherv_init
#endif

#if MPI_VERSION >= 4
#define SEND_OF_ANY_LENGTH MPI_Send_c
#else
#define SEND_OF_ANY_LENGTH MPI_Send
#endif

#define MOST 64
static double in[MOST * 8], out[MOST * 8];
static int rank, size, counts[MOST], displs[MOST], odd[MOST], same[MOST], apart[MOST];
static MPI_Comm rows, columns;
static const char* fault;

static int is(const char* name) { return strcmp(fault, name) == 0; }
static int here(const char* name) { return is(name) && rank == 1; }

static void all(void) { MPI_Allreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* here */ }
static void wait_for(MPI_Request* request) { MPI_Wait(request, MPI_STATUS_IGNORE); }

/* More calls of another thread than the record keeps, while the first one waits. */
static void* many(void* self) {
  usleep(300000);
  for (int k = 0; k < 1000; ++k) MPI_Barrier(MPI_COMM_SELF);
  return self;
}

/* One process is missing. If it ends, it first gives the others time to reach the call in which they wait. */
static void hangs(void) {
  if (here("killed") || here("segfault") || here("aborts") || here("leaves")) sleep(2);
  if (here("missing") || here("missing beside threads"))
    for (;;) pause();
  if (is("missing beside threads")) {
    pthread_t other;
    pthread_create(&other, NULL, many, NULL);
  }
  if (here("computes"))
    for (volatile double x = 0;; x = x + 1) continue;
  if (here("stopped")) raise(SIGSTOP);
  if (here("killed")) raise(SIGKILL);
  if (here("segfault")) raise(SIGSEGV);
  if (here("aborts")) MPI_Abort(MPI_COMM_WORLD, 3); /* here: abort */
  if (here("aborts"))
    pause(); /* that of MPICH 4.2 returns, and the launcher ends the process a moment later */
  if (here("leaves")) _exit(0);
  if (here("finalizes")) MPI_Finalize(); /* here: finalize */
  if (here("receives")) MPI_Recv(in, 1, MPI_DOUBLE, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* here: recv */
  if (here("sends")) MPI_Ssend(in, 1, MPI_DOUBLE, 0, 6, MPI_COMM_WORLD);  /* here: ssend */
  if (here("probes")) MPI_Probe(0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* here: probe */
  if (here("waits")) {
    MPI_Request request;
    MPI_Irecv(in, 1, MPI_DOUBLE, 0, 8, MPI_COMM_WORLD, &request);
    wait_for(&request);
  }
  if (is("missing in bcast") || is("missing in barrier") || is("missing in iallreduce") ||
      is("missing in alltoall") || is("missing in scan"))
    if (rank == 1)
      for (;;) pause();
  if (is("missing in bcast")) MPI_Bcast(in, 8, MPI_DOUBLE, 1, MPI_COMM_WORLD); /* line: bcast */
  if (is("missing in barrier")) MPI_Barrier(MPI_COMM_WORLD);                   /* line: barrier */
  if (is("missing in alltoall"))
    MPI_Alltoall(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, MPI_COMM_WORLD); /* line: alltoall */
  if (is("missing in scan")) {                                 /* rank 0 waits for no process in it */
    MPI_Scan(in, out, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* line: scan */
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (is("missing in iallreduce")) {
    MPI_Request request;
    MPI_Iallreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request); /* line: iallreduce */
    wait_for(&request);
  }
  if (is("crossed")) {
    if (rank == 1) MPI_Barrier(columns);
    MPI_Barrier(rows);
    if (rank != 1) MPI_Barrier(columns);
  }
  if (is("crossed first")) { /* where nothing has been called on them before */
    MPI_Comm a, b;
    MPI_Comm_dup(MPI_COMM_WORLD, &a);
    MPI_Comm_dup(MPI_COMM_WORLD, &b);
    MPI_Comm_set_name(a, "a");
    MPI_Comm_set_name(b, "b");
    if (rank == 1) MPI_Barrier(b);
    MPI_Barrier(a);
    if (rank != 1) MPI_Barrier(b);
  }
  if (is("ibcast for bcast first")) { /* on a communicator on which nothing has been called */
    MPI_Comm fresh;
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
    rank == 1 ? MPI_Ibcast(in, 1, MPI_DOUBLE, 0, fresh, &r) : MPI_Bcast(in, 1, MPI_DOUBLE, 0, fresh);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
  }
  if (is("receives before it sends")) {
    const int left = (rank + size - 1) % size;
    MPI_Recv(out, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* line: left */
    MPI_Send(in, 1, MPI_DOUBLE, (rank + 1) % size, 1, MPI_COMM_WORLD);
  }
  if (is("hangs in another")) {
    if (rank == 1)
      MPI_Allgather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    else
      MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(rows);
  }
  all();
}

#define DIFFERS(name, wrong, right) \
  if (is(name)) {                   \
    if (rank == 1)                  \
      wrong;                        \
    else                            \
      right;                        \
  }

/* Arguments on which processes must agree. Each statement is one line, so that both calls are on it. */
static void differ(void) {
  const MPI_Comm w = MPI_COMM_WORLD;
  float* const f = (float*)out + 16;
  DIFFERS("collective", MPI_Barrier(w), MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("collective of one kind", MPI_Scan(in, out, 1, MPI_DOUBLE, MPI_SUM, w),
          MPI_Exscan(in, out, 1, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("bcast for reduce", MPI_Bcast(in, 1, MPI_DOUBLE, 0, w),
          MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, 0, w))
  DIFFERS("gather for allgather", MPI_Gather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w),
          MPI_Allgather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w))
  DIFFERS("alltoall for alltoallv", MPI_Alltoall(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w),
          MPI_Alltoallv(in, counts, displs, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w))
  DIFFERS("bcast root", MPI_Bcast(in, 1, MPI_DOUBLE, 1, w), MPI_Bcast(in, 1, MPI_DOUBLE, 0, w))
  DIFFERS("reduce root", MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, 1, w),
          MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, 0, w))
  DIFFERS("gather root", MPI_Gather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 1, w),
          MPI_Gather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w))
  DIFFERS("scatter root", MPI_Scatter(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 1, w),
          MPI_Scatter(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w))
  if (is("scatter root with junk")) { /* where the arguments that only the root has are none */
    MPI_Datatype gone;
    const int root = rank == 1;
    MPI_Type_contiguous(2, MPI_INT, &gone);
    const MPI_Datatype type = rank == root ? MPI_DOUBLE : gone;
    const void* const all = rank == root ? in : NULL;
    MPI_Type_free(&gone);
    MPI_Scatter(all, rank == root ? 1 : -3, type, out, 1, MPI_DOUBLE, root, w); /* line: junk */
  }
  if (is("operator beyond the standard"))
    for (int k = 0; k < 3; ++k) {
      char most = (char)rank;
      MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_CHAR, MPI_MAX, w); /* line: beyond */
      if (most != size - 1) MPI_Abort(w, 4);
    }
  if (here("alone")) MPI_Bcast(in, -1, MPI_DOUBLE, 0, w); /* line: alone */
  DIFFERS("no such root", MPI_Bcast(in, 1, MPI_DOUBLE, size, w), MPI_Bcast(in, 1, MPI_DOUBLE, 0, w))
  DIFFERS("allreduce operator", MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_MAX, w),
          MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("reduce operator", MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_PROD, 0, w),
          MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_MIN, 0, w))
  DIFFERS("scan operator", MPI_Scan(in, out, 1, MPI_INT, MPI_BAND, w),
          MPI_Scan(in, out, 1, MPI_INT, MPI_BOR, w))
  DIFFERS("operator for type", MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_BAND, w),
          MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("bcast count", MPI_Bcast(in, 3, MPI_DOUBLE, 0, w), MPI_Bcast(in, 4, MPI_DOUBLE, 0, w))
  DIFFERS("allreduce count", MPI_Allreduce(in, out, 3, MPI_DOUBLE, MPI_SUM, w),
          MPI_Allreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("reduce count", MPI_Reduce(in, out, 3, MPI_DOUBLE, MPI_SUM, 0, w),
          MPI_Reduce(in, out, 4, MPI_DOUBLE, MPI_SUM, 0, w))
  DIFFERS("gather count", MPI_Gather(in, 2, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w),
          MPI_Gather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w))
  DIFFERS("scatter count", MPI_Scatter(in, 1, MPI_DOUBLE, out, 2, MPI_DOUBLE, 0, w),
          MPI_Scatter(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w))
  DIFFERS("allgather count", MPI_Allgather(in, 2, MPI_DOUBLE, out, 2, MPI_DOUBLE, w),
          MPI_Allgather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w))
  DIFFERS("alltoall count", MPI_Alltoall(in, 2, MPI_DOUBLE, out, 2, MPI_DOUBLE, w),
          MPI_Alltoall(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w))
  DIFFERS("scan count", MPI_Scan(in, out, 2, MPI_DOUBLE, MPI_SUM, w),
          MPI_Scan(in, out, 1, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("reduce_scatter_block count", MPI_Reduce_scatter_block(in, out, 2, MPI_DOUBLE, MPI_SUM, w),
          MPI_Reduce_scatter_block(in, out, 1, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("reduce_scatter counts", MPI_Reduce_scatter(in, out, odd, MPI_DOUBLE, MPI_SUM, w),
          MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("allgatherv counts", MPI_Allgatherv(in, 1, MPI_DOUBLE, out, odd, apart, MPI_DOUBLE, w),
          MPI_Allgatherv(in, 1, MPI_DOUBLE, out, counts, apart, MPI_DOUBLE, w))
  DIFFERS("gatherv block", MPI_Gatherv(in, 2, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, 0, w),
          MPI_Gatherv(in, 1, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, 0, w))
  DIFFERS("scatterv block", MPI_Scatterv(in, counts, displs, MPI_DOUBLE, out, 2, MPI_DOUBLE, 0, w),
          MPI_Scatterv(in, counts, displs, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w))
  DIFFERS("alltoallv pair", MPI_Alltoallv(in, odd, displs, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w),
          MPI_Alltoallv(in, counts, displs, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w))
  DIFFERS("bcast type", MPI_Bcast(in, 2, MPI_FLOAT, 0, w), MPI_Bcast(in, 1, MPI_DOUBLE, 0, w))
  DIFFERS("allreduce type", MPI_Allreduce(in, f, 1, MPI_FLOAT, MPI_SUM, w),
          MPI_Allreduce(in, f, 1, MPI_INT, MPI_SUM, w))
  DIFFERS("gather type", MPI_Gather(in, 1, MPI_LONG, out, 1, MPI_DOUBLE, 0, w),
          MPI_Gather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, 0, w))
  DIFFERS("allgather type", MPI_Allgather(in, 1, MPI_LONG, out, 1, MPI_LONG, w),
          MPI_Allgather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w))
  DIFFERS("alltoallv type", MPI_Alltoallv(in, counts, displs, MPI_LONG, out, counts, displs, MPI_LONG, w),
          MPI_Alltoallv(in, counts, displs, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w))
  DIFFERS("negative count", MPI_Bcast(in, -1, MPI_DOUBLE, 0, w), MPI_Bcast(in, 1, MPI_DOUBLE, 0, w))
  DIFFERS("null buffer", MPI_Bcast(NULL, 1, MPI_DOUBLE, 0, w), MPI_Bcast(in, 1, MPI_DOUBLE, 0, w))
  DIFFERS("null type", MPI_Bcast(in, 1, MPI_DATATYPE_NULL, 0, w), MPI_Bcast(in, 1, MPI_DOUBLE, 0, w))
  DIFFERS("overlapping allreduce", MPI_Allreduce(in, in + 1, 4, MPI_DOUBLE, MPI_SUM, w),
          MPI_Allreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, w))
  DIFFERS("overlapping allgather", MPI_Allgather(out + 2, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w),
          MPI_Allgather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w))
  DIFFERS("overlapping alltoall", MPI_Alltoall(out, 1, MPI_DOUBLE, out + 1, 1, MPI_DOUBLE, w),
          MPI_Alltoall(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w))
  DIFFERS("overlapping gatherv", MPI_Gatherv(out + 1, 1, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, 1, w),
          MPI_Gatherv(in, 1, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, 1, w))
  DIFFERS("overlapping scatterv", MPI_Scatterv(in, counts, displs, MPI_DOUBLE, in + 1, 1, MPI_DOUBLE, 1, w),
          MPI_Scatterv(in, counts, displs, MPI_DOUBLE, out, 1, MPI_DOUBLE, 1, w))
  DIFFERS("overlapping allgatherv",
          MPI_Allgatherv(out + 1, 1, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w),
          MPI_Allgatherv(in, 1, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w))
  DIFFERS("overlapping alltoallv",
          MPI_Alltoallv(in + 1, counts, displs, MPI_DOUBLE, in, counts, displs, MPI_DOUBLE, w),
          MPI_Alltoallv(in, counts, displs, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w))
  DIFFERS("overlapping reduce_scatter", MPI_Reduce_scatter(in, in + 1, counts, MPI_DOUBLE, MPI_SUM, w),
          MPI_Reduce_scatter(in, out, counts, MPI_DOUBLE, MPI_SUM, w))
  if (is("overlapping columns")) { /* of a matrix: some are sent, others received, and here one is both */
    MPI_Datatype column, all[MOST];
    int sent[MOST], received[MOST];
    MPI_Type_vector(4, 1, 2 * size, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    for (int k = 0; k < size; ++k) {
      all[k] = column;
      sent[k] = 8 * k;
      received[k] = 8 * (k + size - (rank == 1));
    }
    MPI_Alltoallw(in, counts, sent, all, in, counts, received, all, w); /* line: columns */
    MPI_Type_free(&column);
  }
  DIFFERS("received twice in gatherv", MPI_Gatherv(in, 1, MPI_DOUBLE, out, counts, same, MPI_DOUBLE, 1, w),
          MPI_Gatherv(in, 1, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, 1, w))
  DIFFERS("received twice in allgatherv", MPI_Allgatherv(in, 1, MPI_DOUBLE, out, counts, same, MPI_DOUBLE, w),
          MPI_Allgatherv(in, 1, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w))
  DIFFERS("received twice in alltoallv",
          MPI_Alltoallv(in, counts, same, MPI_DOUBLE, out, counts, same, MPI_DOUBLE, w),
          MPI_Alltoallv(in, counts, same, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w))
  if (is("received twice in alltoallw")) { /* columns of floats, of which block 1 is shifted by too little */
    MPI_Datatype column, all[MOST];
    int sent[MOST], received[MOST];
    MPI_Type_vector(4, 2, 2 * size, MPI_FLOAT, &column);
    MPI_Type_commit(&column);
    for (int k = 0; k < size; ++k) all[k] = column, sent[k] = received[k] = 8 * k;
    if (rank == 1) received[1] = 4;
    MPI_Alltoallw(in, counts, sent, all, out, counts, received, all, w); /* line: floats */
    MPI_Type_free(&column);
  }
  if (is("received twice in allgather") || is("received twice in bcast")) {
    MPI_Datatype two, close, doubled; /* `close`: elements begin in the middle of those before */
    const int lengths[] = {2, 2}, meeting[] = {0, 1};
    MPI_Type_contiguous(2, MPI_DOUBLE, &two);
    MPI_Type_create_resized(two, 0, rank == 1 ? 8 : 16, &close);
    MPI_Type_indexed(2, lengths, rank == 1 ? meeting : apart, MPI_DOUBLE, &doubled);
    MPI_Type_commit(&close);
    MPI_Type_commit(&doubled);
    if (is("received twice in allgather"))
      MPI_Allgather(in, 2, MPI_DOUBLE, out, 1, close, w); /* line: close */
    else
      MPI_Bcast(in, 1, doubled, 0, w); /* line: doubled */
    MPI_Type_free(&two);
    MPI_Type_free(&close);
    MPI_Type_free(&doubled);
  }
  if (is("received twice from neighbours")) {
    MPI_Comm ring;
    const int all_around[] = {1}, one[] = {1, 1}, meeting[] = {2, 2};
    const int* const into = rank == 1 ? meeting : apart;
    MPI_Cart_create(w, 1, &size, all_around, 0, &ring);
    MPI_Neighbor_alltoallv(in, one, apart, MPI_DOUBLE, out, one, into, MPI_DOUBLE, ring); /* line: around */
    MPI_Comm_free(&ring);
  }
  if (is("overlapping neighbours")) {
    MPI_Comm ring;
    const int all_around[] = {1};
    MPI_Cart_create(w, 1, &size, all_around, 0, &ring);
    MPI_Neighbor_alltoall(in, 1, MPI_DOUBLE, rank == 1 ? in + 1 : out, 1, MPI_DOUBLE, ring); /* line: ring */
    MPI_Comm_free(&ring);
  }
  if (is("neighbours' blocks") || is("neighbours' types") || is("gathered neighbours")) {
    MPI_Comm line;
    const int open_ended[] = {0}, one[] = {1, 1}, at[] = {0, 4}, twice[] = {2, 2};
    const int* sent = rank == 1 ? twice : one;
    const MPI_Datatype type = rank == 2 ? MPI_LONG : MPI_DOUBLE;
    MPI_Cart_create(w, 1, &size, open_ended, 0, &line);
    /* Each call in one line: which of several is its own depends on the compiler. */
    if (is("neighbours' blocks"))
      MPI_Neighbor_alltoallv(in, sent, at, MPI_DOUBLE, out, one, at, MPI_DOUBLE, line); /* line: twice */
    if (is("neighbours' types"))
      MPI_Neighbor_alltoall(in, 1, type, out, 1, MPI_DOUBLE, line); /* line: long */
    if (is("gathered neighbours"))
      MPI_Neighbor_allgather(in, rank == 3 ? 2 : 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, line); /* line: more */
    MPI_Comm_free(&line);
  }
  DIFFERS("in place in bcast", MPI_Bcast(MPI_IN_PLACE, 1, MPI_DOUBLE, 0, w),
          MPI_Bcast(in, 1, MPI_DOUBLE, 0, w))
  DIFFERS("in place, not at the root", MPI_Reduce(MPI_IN_PLACE, out, 1, MPI_DOUBLE, MPI_SUM, 0, w),
          MPI_Reduce(in, out, 1, MPI_DOUBLE, MPI_SUM, 0, w))
  DIFFERS("in place received", MPI_Allreduce(in, MPI_IN_PLACE, 1, MPI_DOUBLE, MPI_SUM, w),
          MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, w))
  if (is("in place in alltoallw")) {
    MPI_Datatype all[MOST];
    void* const into = rank == 1 ? MPI_IN_PLACE : out;
    int at[MOST];
    for (int k = 0; k < size; ++k) all[k] = MPI_DOUBLE, at[k] = 8 * k;
    MPI_Alltoallw(in, counts, at, all, into, counts, at, all, w); /* line: received there */
  }
  if (is("uncommitted type")) {
    MPI_Datatype two;
    MPI_Type_contiguous(2, MPI_DOUBLE, &two);
    if (rank != 1) MPI_Type_commit(&two);
    MPI_Bcast(in, 1, two, 0, w); /* line: uncommitted */
  }
  if (is("struct type")) {
    MPI_Datatype one, lengths[] = {MPI_INT, MPI_FLOAT}, swapped[] = {MPI_FLOAT, MPI_INT};
    const int blocks[] = {1, 1};
    const MPI_Aint at[] = {0, 4};
    MPI_Type_create_struct(2, blocks, at, rank == 1 ? swapped : lengths, &one);
    MPI_Type_commit(&one);
    MPI_Bcast(in, 3, one, 0, w); /* line: struct */
  }
}

/* In practice outstanding operations end in these calls, and the program gets no notification. */
static void let_end(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  for (int k = 0, flag; k < 200; ++k) MPI_Iprobe(MPI_ANY_SOURCE, 99, columns, &flag, MPI_STATUS_IGNORE);
}

/* The same in calls that do not block. */
static void differ_later(void) {
  const MPI_Comm w = MPI_COMM_WORLD;
  MPI_Request r = MPI_REQUEST_NULL;
  DIFFERS("icollective", MPI_Ibarrier(w, &r), MPI_Iallreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, w, &r))
  DIFFERS("ibcast root", MPI_Ibcast(in, 1, MPI_DOUBLE, 1, w, &r), MPI_Ibcast(in, 1, MPI_DOUBLE, 0, w, &r))
  DIFFERS("ireduce operator", MPI_Ireduce(in, out, 1, MPI_DOUBLE, MPI_MAX, 0, w, &r),
          MPI_Ireduce(in, out, 1, MPI_DOUBLE, MPI_SUM, 0, w, &r))
  DIFFERS("iallgather count", MPI_Iallgather(in, 2, MPI_DOUBLE, out, 2, MPI_DOUBLE, w, &r),
          MPI_Iallgather(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w, &r))
  DIFFERS("ibcast type", MPI_Ibcast(in, 2, MPI_FLOAT, 0, w, &r), MPI_Ibcast(in, 1, MPI_DOUBLE, 0, w, &r))
  DIFFERS("ialltoallv pair",
          MPI_Ialltoallv(in, odd, displs, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w, &r),
          MPI_Ialltoallv(in, counts, displs, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w, &r))
  DIFFERS("received twice in ialltoallv",
          MPI_Ialltoallv(in, counts, same, MPI_DOUBLE, out, counts, same, MPI_DOUBLE, w, &r),
          MPI_Ialltoallv(in, counts, same, MPI_DOUBLE, out, counts, displs, MPI_DOUBLE, w, &r))
  DIFFERS("blocking for non-blocking", MPI_Allreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, w),
          MPI_Iallreduce(in, out, 1, MPI_DOUBLE, MPI_SUM, w, &r))
  DIFFERS("no such root in ibcast", MPI_Ibcast(in, 1, MPI_DOUBLE, -5, w, &r),
          MPI_Ibcast(in, 1, MPI_DOUBLE, 0, w, &r))
  if (is("pending receive buffer")) {
    MPI_Iallreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, w, &r); /* line: pending receive */
    MPI_Allreduce(in, rank == 1 ? out + 3 : out + 4, 4, MPI_DOUBLE, MPI_SUM, columns);
  }
  if (is("pending send buffer")) {
    MPI_Ialltoall(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w, &r);  /* line: pending send */
    MPI_Bcast(rank == 1 ? in + 1 : in + 64, 1, MPI_DOUBLE, 0, w); /* line: writes there */
  }
  if (is("pending buffer read")) {
    MPI_Ibcast(in, 8, MPI_DOUBLE, 0, w, &r);                                    /* line: pending bcast */
    MPI_Allreduce(rank == 1 ? in + 7 : in + 8, out, 1, MPI_DOUBLE, MPI_MAX, w); /* line: reads there */
  }
  if (is("pending in two calls")) {
    MPI_Request other;
    MPI_Iallreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, rows, &r); /* line: first of two */
    MPI_Iallgather(in, 1, MPI_DOUBLE, rank == 1 ? out + 2 : out + 8, 1, MPI_DOUBLE, columns, &other);
    wait_for(&other);
  }
  if (is("ended, not completed")) {
    MPI_Iallreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, w, &r); /* line: ended */
    let_end();
    MPI_Allreduce(in, rank == 1 ? out + 1 : out + 4, 4, MPI_DOUBLE, MPI_MIN, columns);
  }
  if (is("ended at once")) { /* with no other process */
    MPI_Iallreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF, &r);
    MPI_Bcast(rank == 1 ? out : out + 8, 4, MPI_DOUBLE, 0, w); /* line: ended at once */
  }
  if (is("ended, its number used again")) { /* another one has been completed by the same number before */
    MPI_Iallreduce(in, out, 4, MPI_DOUBLE, MPI_SUM, w, &r);
    wait_for(&r);
    MPI_Ibcast(in, 8, MPI_DOUBLE, 0, w, &r);
    let_end();
    MPI_Allgather(rank == 1 ? in + 7 : in + 8, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w); /* line: used again */
  }
  if (is("ended, tested with others")) {
    MPI_Request both[2];
    MPI_Status statuses[2];
    int ended = 0, which = 0;
    MPI_Irecv(counts, 1, MPI_INT, rank, 9, w, &both[0]); /* never sent */
    MPI_Ialltoall(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, w, &both[1]);
    let_end();
    MPI_Testall(2, both, &ended, statuses);
    MPI_Testany(1, both, &which, &ended, MPI_STATUS_IGNORE);
    MPI_Bcast(rank == 1 ? in + 1 : in + 64, 1, MPI_DOUBLE, 0, w); /* line: tested */
  }
  wait_for(&r);
}

/* The same in a persistent operation, which is started twice. */
static void started(void) {
  MPI_Request r, other;
  if (is("received twice in gatherv_init")) {
    const int* const to = rank == 1 ? same : displs;
    GATHERV_INIT(in, 1, MPI_DOUBLE, out, counts, to, MPI_DOUBLE, 1, rows, MPI_INFO_NULL, &r);
    MPI_Start(&r);
    wait_for(&r);
    MPI_Request_free(&r);
  }
  if (!is("pending and started") && !is("started and ended") && !is("started over another")) return;
  ALLREDUCE_INIT(in, out, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &r); /* line: init */
  MPI_Start(&r);
  wait_for(&r);
  MPI_Bcast(out, 4, MPI_DOUBLE, 0, rows); /* it is completed */
  if (is("started over another")) {
    MPI_Ibcast(rank == 1 ? out + 3 : out + 8, 1, MPI_DOUBLE, 0, rows, &other);
    MPI_Start(&r);
    wait_for(&other);
    wait_for(&r);
  }
  MPI_Start(&r);
  if (is("pending and started"))
    MPI_Bcast(rank == 1 ? out : out + 8, 4, MPI_DOUBLE, 0, rows); /* line: started */
  let_end();
  MPI_Bcast(rank == 1 ? in : out + 8, 4, MPI_DOUBLE, 0, rows); /* line: started and ended */
  wait_for(&r);
  MPI_Request_free(&r);
}

/* Each process sends to the next one before it receives. That works if MPI buffers the message. */
static void unsafe(void) {
  const int right = (rank + 1) % size;
  MPI_Comm w = MPI_COMM_WORLD;
  MPI_Request r = MPI_REQUEST_NULL;
  if (is("unsafe send")) MPI_Send(in, 1, MPI_DOUBLE, right, 1, w);
  if (is("unsafe send of any length")) SEND_OF_ANY_LENGTH(in, 1, MPI_DOUBLE, right, 1, w);
  if (is("unsafe send backwards")) { /* where nothing else has been called */
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &w);
    MPI_Send(in, 1, MPI_DOUBLE, (size - rank) % size, 1, w);
  }
  if (is("unsafe isend")) {
    MPI_Isend(in, 1, MPI_DOUBLE, right, 1, w, &r);
    MPI_Waitall(1, &r, MPI_STATUSES_IGNORE); /* line: isend */
  }
  if (is("unsafe persistent send")) {
    MPI_Send_init(in, 1, MPI_DOUBLE, right, 1, w, &r);
    MPI_Start(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE); /* line: persistent send */
    MPI_Request_free(&r);
  }
  if (is("unsafe send to itself")) MPI_Send(in, 1, MPI_DOUBLE, rank == 1 ? 1 : MPI_PROC_NULL, 1, w);
  MPI_Recv(out, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 1, w, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
  fault = argc > 1 ? argv[1] : "none";
  if (is("missing beside threads")) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  } else {
    MPI_Init(&argc, &argv);
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int k = 0; k < size; ++k) counts[k] = odd[k] = 1, displs[k] = k, apart[k] = 2 * k;
  odd[0] = 2;
  memcpy(same, displs, sizeof same);
  same[1] = 0; /* block 1 in the place of block 0 */
  MPI_Comm_dup(MPI_COMM_WORLD, &rows);
  MPI_Comm_dup(MPI_COMM_WORLD, &columns);
  MPI_Comm_set_name(rows, "rows");
  MPI_Comm_set_name(columns, "columns");
  for (int k = 0; k < 3; ++k) {
    all();
    MPI_Barrier(rows);
    MPI_Barrier(columns);
  }
  differ();
  differ_later();
  started();
  if (strncmp(fault, "unsafe", 6) == 0) unsafe();
  hangs();
  MPI_Comm_free(&rows);
  MPI_Comm_free(&columns);
  MPI_Finalize();
  if (rank == 0) printf("%s: not seen\n", fault);
  return 0;
}
