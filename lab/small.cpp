// Short operations that are not the same again and again: native and tutti in alternation in one run, two
// processes on two cores. Run it with the tutti library loaded: then MPI_X is tutti's. lab/overhead runs it.
//
//   small [BATCHES=21]
//
// Prints nanoseconds per call, medians over batches.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "alternate.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int times = argc > 1 ? std::atoi(argv[1]) : 21;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  constexpr int longest = 3000;
  std::vector<double> in(2 * longest, 1.0), out(2 * longest);
  const auto print = [&](const char* what, const lab::result& r) {
    if (rank == 0)
      std::printf("%-58s %8.0f %8.0f  %.2f\n", what, r.native * 1e9, r.ours * 1e9, r.ours / r.native);
    std::fflush(stdout);
  };
  if (rank == 0) std::printf("%-58s %8s %8s\n", "", "native", "tutti");

  print("allreduce of 8 B on MPI_COMM_SELF",
        lab::alternate(
            [&](int) { PMPI_Allreduce(in.data(), out.data(), 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF); },
            [&](int) { MPI_Allreduce(in.data(), out.data(), 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF); }, times,
            10000));
  print("MPI_Comm_dup, barrier, MPI_Comm_free", lab::alternate(
                                                    [&](int) {
                                                      MPI_Comm c = MPI_COMM_NULL;
                                                      PMPI_Comm_dup(MPI_COMM_WORLD, &c);
                                                      PMPI_Barrier(c);
                                                      PMPI_Comm_free(&c);
                                                    },
                                                    [&](int) {
                                                      MPI_Comm c = MPI_COMM_NULL;
                                                      MPI_Comm_dup(MPI_COMM_WORLD, &c);
                                                      MPI_Barrier(c);
                                                      MPI_Comm_free(&c);
                                                    },
                                                    times, 1000));
  print("a vector made and committed, broadcast, MPI_Type_free",
        lab::alternate(
            [&](int) {
              MPI_Datatype t = MPI_DATATYPE_NULL;
              MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &t);
              MPI_Type_commit(&t);
              PMPI_Bcast(in.data(), 1, t, 0, MPI_COMM_WORLD);
              PMPI_Type_free(&t);
            },
            [&](int) {
              MPI_Datatype t = MPI_DATATYPE_NULL;
              MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &t);
              MPI_Type_commit(&t);
              MPI_Bcast(in.data(), 1, t, 0, MPI_COMM_WORLD);
              MPI_Type_free(&t);
            },
            times, 2000));
  print("allreduce of 8 B to 24 KB, each call another size",
        lab::alternate(
            [&](int k) {
              PMPI_Allreduce(in.data(), out.data(), 1 + k % longest, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            },
            [&](int k) {
              MPI_Allreduce(in.data(), out.data(), 1 + k % longest, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
            },
            times, longest));
  MPI_Finalize();
}
