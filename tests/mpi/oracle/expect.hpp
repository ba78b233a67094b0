#pragma once

#include <mpi.h>

#include <cstdio>
#include <string>

/// For programs that test one property each. They print the errors found. Their exit status is 1 if anything
/// was wrong on any process.
namespace checks {

inline int wrong = 0;

inline void expect(bool right, const std::string& what) {
  if (right) return;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::printf("process %d: %s\n", rank, what.c_str());
  std::fflush(stdout);
  ++wrong;
}

inline int class_of(int code) {
  int c = MPI_SUCCESS;
  MPI_Error_class(code, &c);
  return c;
}

/// Returns the exit status, the same on all processes of MPI_COMM_WORLD. Uses the MPI library's own
/// allreduce. Ends MPI.
inline int finish() {
  int any = 0;
  PMPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any > 0;
}

}  // namespace checks
