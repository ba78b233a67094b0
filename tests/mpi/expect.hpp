#pragma once

#include <mpi.h>

#include <cstdio>
#include <string>

/// What programs that show one property each have in common: they say what is wrong, and their exit status is 1 if anything
/// was, on any process.
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

/// Of MPI_COMM_WORLD, by the MPI library's own call. Ends MPI.
inline int finish() {
  int any = 0;
  PMPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any > 0;
}

}  // namespace checks
