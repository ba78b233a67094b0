// Processes of two MPI_COMM_WORLDs in one communicator. The spawned ones may run without tutti. The MPI
// library serves every collective on it, on all sides.
//
//   worlds_test

#include <mpi.h>

#include <cstdlib>
#include <vector>

#include "oracle/expect.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm parent = MPI_COMM_NULL, other = MPI_COMM_NULL, all = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parent);
  const bool child = parent != MPI_COMM_NULL;
  if (child) {
    other = parent;
  } else {
    // The library is preloaded in the launched processes. The spawned ones get it only if that is requested.
    char env[] = "env";
    const char* preload = std::getenv("TEST_SPAWN_PRELOAD");
    const char* report = std::getenv("TUTTI_REPORT");
    std::string unset = "-u", name = "LD_PRELOAD",
                set = std::string("LD_PRELOAD=") + (preload ? preload : ""),
                set_report = std::string("TUTTI_REPORT=") + (report ? report : "");
    std::vector<char*> arguments;
    if (preload)
      arguments = {set.data(), set_report.data(), argv[0], nullptr};
    else
      arguments = {unset.data(), name.data(), argv[0], nullptr};
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    const int code = MPI_Comm_spawn(env, arguments.data(), 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other,
                                    MPI_ERRCODES_IGNORE);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    if (code != MPI_SUCCESS) {  // as with Debian's MPICH under its own launcher
      std::puts("this MPI library cannot spawn processes here");
      MPI_Finalize();
      return 77;
    }
  }
  MPI_Intercomm_merge(other, child, &all);
  int rank = 0, size = 1;
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  for (const int n : {1, 5000}) {
    std::vector<int> in(static_cast<std::size_t>(n), rank), out(in);
    MPI_Allreduce(in.data(), out.data(), n, MPI_INT, MPI_SUM, all);
    checks::expect(out.back() == size * (size - 1) / 2, "a sum over two worlds is wrong");
    MPI_Bcast(in.data(), n, MPI_INT, size - 1, all);
    checks::expect(in.back() == size - 1, "a broadcast over two worlds is wrong");
    MPI_Barrier(all);
    int mine = 0;
    MPI_Allreduce(&rank, &mine, 1, MPI_INT, MPI_MAX,
                  MPI_COMM_WORLD);  // in its own world: tutti serves this if it is loaded
    int world = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    checks::expect(mine == (child ? size - 1 : world - 1), "a maximum over the own world is wrong");
  }
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&other);
  return checks::finish();
}
