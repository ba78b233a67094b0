#include "mpi/transport/node_links.hpp"

#include "mpi/progress/progress.hpp"
#include "mpi/progress/yielding.hpp"

namespace tutti::mpi {

// The program's messages and one-sided communication may need progress of the MPI library meanwhile. Other
// processes may need the processor: it is yielded after a long wait, or at each look if the node is crowded.
void node_wait::rest() {
  constexpr unsigned progress_each = 16, long_wait = 4000;
  const unsigned over = turns_ - patience_;
  const unsigned each = crowded_ ? progress_each / 4 : progress_each;
  if (over % each == 0) progress::poll();
  if (crowded_ || over > long_wait) yields.yield(crowded_);
}

}  // namespace tutti::mpi
