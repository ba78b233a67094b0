// Other MPI libraries: tutti does not know how to ask them.

#include <mpi.h>

#if !defined(OPEN_MPI) && !defined(MPICH_VERSION)

#include "bench/own_algorithms.hpp"

namespace tutti::bench {

bool read_by_new_communicators() noexcept { return false; }

measure::own_algorithms ask_library(const control_variables&, bool) {
  measure::own_algorithms answer;
  answer.library = "this MPI library";
  return answer;
}

}  // namespace tutti::bench

#endif
