#include "mpi/transport/node_links.hpp"

#include <sched.h>

#include "mpi/progress/progress.hpp"

namespace tutti::mpi {

// Others may need the MPI library to go on meanwhile, for messages and one-sided communication of the program's; and then the
// processor, which where there are too few of them is given away at each look, and comes back after all others have had it.
void node_wait::rest() {
  constexpr unsigned progress_each = 16, long_wait = 4000;
  const unsigned over = turns_ - patience_;
  const unsigned each = crowded_ ? progress_each / 4 : progress_each;
  if (over % each == 0) progress::poll();
  if (crowded_ || over > long_wait) sched_yield();
}

}  // namespace tutti::mpi
