/* ends killed|aborts|crashes|stopped: one process of a job ends in the middle of collectives. With `stopped`,
 * it only stops for a while; then all processes print "right" if the sums are right. */

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { length = 40000, calls = 3000 };

static void meet_it(const char* end) {
  if (!strcmp(end, "killed")) raise(SIGKILL);
  if (!strcmp(end, "aborts")) MPI_Abort(MPI_COMM_WORLD, 3);
  if (!strcmp(end, "crashes")) raise(SIGSEGV);
  if (!strcmp(end, "stopped") && fork() == 0) {
    kill(getppid(), SIGSTOP);
    usleep(700000);
    kill(getppid(), SIGCONT);
    _exit(0);
  }
}

int main(int argc, char** argv) {
  static double in[length], out[length];
  int rank, p, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  for (int i = 0; i < length; ++i) in[i] = rank + i;
  for (int i = 0; i < calls; ++i) {
    /* Short data, and now and then long data that are copied from process to process. */
    const int n = i % 16 == 0 ? length : i % 4;
    if (i == calls / 2 && rank == p - 1 && argc > 1) meet_it(argv[1]);
    MPI_Allreduce(in, out, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int k = 0; k < n; k += 997) wrong += out[k] != p * (p - 1) / 2.0 + p * (double)k;
    MPI_Bcast(out, n, MPI_DOUBLE, i % p, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (!wrong) puts("right");
  MPI_Finalize();
  return wrong != 0;
}
