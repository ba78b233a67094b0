// Two inter-communicators of the same two processes, used by two threads of one process, and one after the
// other by the only thread of the other process. Processes may meet before such calls. All calls must end.
// With `levels`, process 1 uses them one after the other, too, and only process 0 may have several threads.

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

// The rank that Open MPI's or MPICH's launcher has given to this process.
int rank_of_launcher() {
  for (const char* variable : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"})
    if (const char* const rank = std::getenv(variable)) return std::atoi(rank);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace std::chrono_literals;
  int provided = 0, rank = 0;
  const bool levels = argc == 2 && std::string_view(argv[1]) == "levels";
  const int asked = levels && rank_of_launcher() == 1 ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE;
  MPI_Init_thread(&argc, &argv, asked, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (provided != asked) return MPI_Finalize(), 77;
  std::array<MPI_Comm, 2> between{};
  for (int k = 0; k < 2; ++k)
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, k,
                         &between[static_cast<std::size_t>(k)]);
  const auto use = [](MPI_Comm comm) {
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Barrier(comm);
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_free(&copy);
  };
  if (rank == 1 && !levels) {
    std::thread other([&] { use(between[1]); });
    std::this_thread::sleep_for(200ms);  // the other thread most likely waits in its first call by then
    use(between[0]);
    other.join();
  } else {
    std::this_thread::sleep_for(100ms);
    use(between[0]);
    use(between[1]);
  }
  for (MPI_Comm& comm : between) MPI_Comm_free(&comm);
  if (rank == 0) std::puts("all calls have ended");
  return MPI_Finalize();
}
