#include "mpi/requests/trials.hpp"

#include "mpi/communicators/decisions.hpp"
#include "mpi/communicators/recorded_call.hpp"
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
  return c.learns->must_agree(c.calls_so_far()) && joins_processes(which) &&
         !c.native.load(std::memory_order_acquire);
}

task take_maxima(process& self, std::span<std::int64_t> of) {
  static const algorithm* const allreduce = find(collective::allreduce, "recursive_doubling");
  const type_entry& type = *look_up(MPI_INT64_T);
  operation asked;
  call c;
  c.op = *look_up(MPI_MAX, type, asked);
  c.out = elements(of.data(), of.size(), type.layout);
  c.in = c.out;
  co_await allreduce->run(self, c);
}

task agree_after_call(process& self, void* on) {
  communicator& c = *static_cast<communicator*>(on);
  return c.learns->agree(self, c.calls_so_far() - 1, take_maxima);
}

void agree(communicator& c) {
  ++c.calls;  // the agreement is a call of its own
  enter(c);
  try {
    run_now(c, agree_after_call, &c);
    c.learns->conclude(c.calls_so_far() - 1);
  } catch (...) {
    c.learns->stop();
    throw;
  }
}

}  // namespace

// Makes the learner if choosing has not made it. Some calls choose nothing, and a call that a process begins
// alone must not leave that process with a learner that the others lack.
void end_timed_call(communicator& c, ended_call which) {
  if (!begin_learning(c)) return;
  if (c.learns->trying()) c.learns->note_trial(c.calls_so_far(), true);
  if (agrees_after(c, which)) agree(c);
}

void end_failed_call(communicator& c, ended_call which) noexcept {
  try {
    if (!begin_learning(c)) return;
    if (c.learns->trying()) c.learns->note_trial(c.calls_so_far(), false);
    if (agrees_after(c, which)) agree(c);
  } catch (...) {  // the program learns of the first failure only
  }
}

}  // namespace tutti::mpi
