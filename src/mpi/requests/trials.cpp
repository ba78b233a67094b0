#include "mpi/requests/trials.hpp"

#include "mpi/data/arguments.hpp"
#include "mpi/data/operators.hpp"
#include "mpi/requests/posted_program.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::mpi {
namespace {

// True if no process leaves such a call before all have entered it. (In a collective whose lengths differ, a
// process may have no data for another one.)
bool joins_processes(ended_call which) noexcept {
  switch (which.of) {
    case collective::barrier: return true;
    case collective::allreduce:
    case collective::allgather:
    case collective::alltoall:
    case collective::reduce_scatter_block: return which.bytes > 0;
    default: return false;
  }
}

// True if the processes agree after this call. All processes know whether calls on a communicator are native.
bool agrees_after(const communicator& c, ended_call which) noexcept {
  return c.learns->must_agree() && joins_processes(which) && !c.native.load(std::memory_order_acquire);
}

task agree_on_stamps(process& self, void* by) {
  learner& here = *static_cast<learner*>(by);
  co_await here.put_stamps_on_shared_clock(self);
  static const algorithm* const allreduce = find(collective::allreduce, "recursive_doubling");
  const type_entry& type = *look_up(MPI_INT64_T);
  operation asked;
  call c;
  c.op = *look_up(MPI_MAX, type, asked);
  c.out = elements(here.stamps().data(), here.stamps().size(), type.layout);
  c.in = c.out;
  co_await allreduce->run(self, c);
}

void agree(communicator& c) {
  learner& by = *c.learns;
  while (by.must_agree()) {
    ++c.calls;  // the agreement is a call of its own
    try {
      run_now(c, agree_on_stamps, &by);
    } catch (...) {
      by.stop();
      throw;
    }
    by.conclude();
  }
}

}  // namespace

void end_timed_call(communicator& c, ended_call which) {
  if (c.learns->trying()) c.learns->note_trial(true);
  if (agrees_after(c, which)) agree(c);
}

void end_failed_call(communicator& c, ended_call which) noexcept {
  if (c.learns->trying()) c.learns->note_trial(false);
  if (!agrees_after(c, which)) return;
  try {
    agree(c);
  } catch (...) {  // the first failure is the one that the program learns of
  }
}

}  // namespace tutti::mpi
