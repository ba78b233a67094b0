#include "mpi/transport/node_links.hpp"

#include "mpi/progress/progress.hpp"
#include "mpi/progress/yielding.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

// The program's messages and one-sided communication may need progress of the MPI library meanwhile. Other
// processes may need the processor, so it is yielded after a long wait. If the node is crowded, or if more
// threads of this process wait than it has processors, it is yielded at each look.
void node_wait::rest() {
  constexpr unsigned progress_each = 16, long_wait = 4000;
  const unsigned over = turns_ - patience_;
  if (over == 1 && this_run.threads) counted_.emplace(yields);
  const bool crowded = crowded_ || yields.too_many_wait();
  const unsigned each = crowded ? progress_each / 4 : progress_each;
  if (over % each == 0) progress::poll();
  if (crowded || over > long_wait) yields.yield(crowded);
}

}  // namespace tutti::mpi
