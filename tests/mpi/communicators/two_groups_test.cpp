// Two communicators of the same two processes, used by two threads of one process, and one after the other by
// the only thread of the other process. Processes may meet before such calls. All calls must end.
//   two_groups_test            collective calls on inter-communicators
//   two_groups_test levels     the same; process 1 makes them one after the other, too, and only process 0
//                              may have several threads
//   two_groups_test create     MPI_Comm_create_group and MPI_Intercomm_create with one tag, while an
//                              operation is outstanding that one process completes first

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

namespace {

// The rank that Open MPI's or MPICH's launcher has given to this process.
int rank_of_launcher() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char* const rank = std::getenv(variable)) return std::atoi(rank);
  return 0;
}

// Collective calls on an inter-communicator.
void use(MPI_Comm comm) {
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Barrier(comm);
  MPI_Comm_dup(comm, &copy);
  MPI_Comm_free(&copy);
}

// Creates communicators of all processes of another one.
void create(MPI_Comm comm) {
  constexpr int tag = 5;
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Comm_group(comm, &all);
  MPI_Comm same = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_create_group(comm, all, tag, &same);
  MPI_Intercomm_create(MPI_COMM_SELF, 0, comm, 1 - rank, tag, &between);
  MPI_Group_free(&all);
  MPI_Comm_free(&same);
  MPI_Comm_free(&between);
}

// Two threads of process 1 each call call() for one of the communicators, process 0 (and process 1 with one
// thread) for one after the other.
void call_all(int rank, bool with_threads, const std::array<MPI_Comm, 2>& on, void (*call)(MPI_Comm)) {
  using namespace std::chrono_literals;
  if (rank == 1 && with_threads) {
    std::thread other([&] { call(on[1]); });
    std::this_thread::sleep_for(200ms);  // the other thread most likely waits in its first call by then
    call(on[0]);
    other.join();
  } else {
    std::this_thread::sleep_for(100ms);
    call(on[0]);
    call(on[1]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0, rank = 0;
  const std::string_view what = argc == 2 ? argv[1] : "";
  const bool levels = what == "levels";
  const int asked = levels && rank_of_launcher() == 1 ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE;
  MPI_Init_thread(&argc, &argv, asked, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (provided != asked) return MPI_Finalize(), 77;
  std::array<MPI_Comm, 2> comms{};
  if (what == "create") {
    for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::vector<int> sums(1 << 18, rank);
    MPI_Request summed = MPI_REQUEST_NULL;
    MPI_Iallreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                   &summed);
    if (rank == 0) MPI_Wait(&summed, MPI_STATUS_IGNORE);
    call_all(rank, true, comms, create);
    MPI_Wait(&summed, MPI_STATUS_IGNORE);
  } else {
    for (int k = 0; k < 2; ++k)
      MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, k,
                           &comms[static_cast<std::size_t>(k)]);
    call_all(rank, !levels, comms, use);
  }
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  if (rank == 0) std::puts("all calls have ended");
  return MPI_Finalize();
}
