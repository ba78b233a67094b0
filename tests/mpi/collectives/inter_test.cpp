// Collectives on an inter-communicator. tutti leaves them to the MPI library, and must neither disturb them
// nor keep anything of them. Both halves of the processes, several communicators in turn, and ordinary
// collectives in between.

#include <mpi.h>

#include <cstdio>
#include <vector>

namespace {

int failed = 0, passed = 0;

void expect(bool right, const char* what) {
  if (right) {
    ++passed;
    return;
  }
  ++failed;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "FAILED process %d: %s\n", rank, what);
}

void use(MPI_Comm inter, bool low) {
  int mine = 0, others = 0, rank = 0;
  MPI_Comm_size(inter, &mine);
  MPI_Comm_remote_size(inter, &others);
  MPI_Comm_rank(inter, &rank);

  int value = low && rank == 0 ? 42 : 0;  // the root is process 0 of the low half, the high half receives
  MPI_Bcast(&value, 1, MPI_INT, low ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0, inter);
  expect(value == (low && rank != 0 ? 0 : 42), "bcast");

  int one = low ? 1 : 100, sum = 0;  // each half receives the sum of the other
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
  expect(sum == others * (low ? 100 : 1), "allreduce");

  std::vector<int> all(static_cast<std::size_t>(others), -1);
  MPI_Allgather(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, inter);
  bool right = true;
  for (int i = 0; i < others; ++i) right = right && all[static_cast<std::size_t>(i)] == i;
  expect(right, "allgather");
  MPI_Barrier(inter);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) {
    MPI_Finalize();
    return 77;
  }
  const int half = size / 2;
  const bool low = rank < half;
  MPI_Comm local = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, low, rank, &local);
  for (int again = 0; again < 3; ++again) {
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, low ? half : 0, again, &inter);
    use(inter, low);
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect(sum == size * (size - 1) / 2, "allreduce on the world in between");
    MPI_Comm_free(&inter);
  }
  MPI_Comm_free(&local);
  int all_failed = 0, all_passed = 0;
  MPI_Allreduce(&failed, &all_failed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&passed, &all_passed, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) std::printf("%d passed, %d failed\n", all_passed, all_failed);
  MPI_Finalize();
  return all_failed > 0 ? 1 : 0;
}
