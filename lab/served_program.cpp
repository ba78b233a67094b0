// The functions of lab/served.hpp.

#include "mpi/interface/lifetime.hpp"
#include "slots.hpp"
//
#include "served.hpp"
#undef MPI_COMM_WORLD
#undef MPI_Init
#undef MPI_Finalize

namespace lab {

MPI_Comm world = MPI_COMM_NULL;

int begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  begin_tutti();
  return MPI_Comm_dup(MPI_COMM_WORLD, &world);
}

int end() {
  tutti::mpi::end();
  return MPI_Finalize();
}

void compute() {
  static int rank = -1;
  static unsigned long long drawn = 0;
  if (rank < 0) {
    PMPI_Comm_rank(world, &rank);
    drawn = static_cast<unsigned long long>(rank) + 1;
  }
  drawn = drawn * 6364136223846793005ULL + 1442695040888963407ULL;  // Knuth's generator
  const timespec pause{0, 20000 + static_cast<long>((drawn >> 33U) % 40000)};
  nanosleep(&pause, nullptr);
}

}  // namespace lab
