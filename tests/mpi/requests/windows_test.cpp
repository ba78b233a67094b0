// Accesses to windows that begin one after another, with different partners, while an operation is
// outstanding: a notification of the second access must not be taken for one of the first. Also accesses by
// which a process waits for another. Does not use tutti's API.
//
//   windows_test     with three processes or more

#include <mpi.h>
#include <unistd.h>

#include <vector>

#include "oracle/expect.hpp"

namespace {

// Puts `value` into this process's place on every process, and exposes its own window to them.
void exchange(MPI_Win window, MPI_Group targets, const std::vector<int>& ranks, MPI_Group origins, int value,
              bool is_late) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_post(origins, 0, window);
  if (is_late) {  // and the others' next posts come early
    usleep(20'000);
    int flag = 0;
    for (int k = 0; k < 100; ++k) MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  }
  MPI_Win_start(targets, 0, window);
  for (const int to : ranks) MPI_Put(&value, 1, MPI_INT, to, rank, 1, MPI_INT, window);
  MPI_Win_complete(window);
  MPI_Win_wait(window);
}

// Process 0 polls its window for the value that the last process puts there after an operation has completed.
// The operation needs process 0.
void polled(MPI_Win window, int* first) {
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm fresh = MPI_COMM_NULL;  // which the operation opens first
  MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
  *first = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  if (rank != 0) usleep(10'000);
  int sum = 0;
  MPI_Request outstanding = MPI_REQUEST_NULL;
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, fresh, &outstanding);
  if (rank != 0) MPI_Wait(&outstanding, MPI_STATUS_IGNORE);
  if (const int one = 1; rank == size - 1) {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window);
    MPI_Win_flush(0, window);
  }
  for (int there = rank, none = 0; there == 0;) {
    MPI_Fetch_and_op(&none, &there, MPI_INT, 0, 0, MPI_NO_OP, window);
    MPI_Win_flush(0, window);
  }
  MPI_Wait(&outstanding, MPI_STATUS_IGNORE);
  checks::expect(sum == size * (size - 1) / 2, "what was outstanding while a process looked into its window");
  MPI_Win_unlock_all(window);
  MPI_Comm_free(&fresh);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  std::vector<int> mine(static_cast<std::size_t>(size)), all;
  for (int r = 0; r < size; ++r) all.push_back(r);
  MPI_Group world = MPI_GROUP_NULL, after_me = MPI_GROUP_NULL, before_me = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &next, &after_me);
  MPI_Group_incl(world, 1, &before, &before_me);
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_create(mine.data(), static_cast<MPI_Aint>(mine.size() * sizeof(int)), sizeof(int), MPI_INFO_NULL,
                 MPI_COMM_WORLD, &window);
  for (int k = 1; k <= 30; ++k) {
    int sum = 0;
    MPI_Request outstanding = MPI_REQUEST_NULL;
    MPI_Iallreduce(&k, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &outstanding);
    const bool is_late = k % size == rank;
    exchange(window, after_me, {next}, before_me, 100 * k + rank, is_late);
    checks::expect(mine[static_cast<std::size_t>(before)] == 100 * k + before, "what the neighbour has put");
    exchange(window, world, all, world, 200 * k + rank, false);
    for (const int r : all)
      checks::expect(mine[static_cast<std::size_t>(r)] == 200 * k + r, "what all have put");
    MPI_Wait(&outstanding, MPI_STATUS_IGNORE);
    checks::expect(sum == k * size, "what was outstanding");
  }
  for (int k = 0; k < 10; ++k) polled(window, mine.data());
  MPI_Win_free(&window);
  for (MPI_Group* g : {&world, &after_me, &before_me}) MPI_Group_free(g);
  return checks::finish();
}
