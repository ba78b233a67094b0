#include "mpi/requests/trials.hpp"

#include "mpi/data/arguments.hpp"
#include "mpi/data/operators.hpp"
#include "mpi/requests/posted_program.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::mpi {
namespace {

task agree(process& self, void* by) {
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

void agree_on(communicator& c) {
  learner& by = *c.learns;
  ++c.calls;  // the agreement is a call of its own
  try {
    run_now(c, agree, &by);
  } catch (...) {
    by.stop();
    throw;
  }
  by.conclude();
}

}  // namespace

void end_timed_call(communicator& c) {
  if (c.learns->note_trial(true)) agree_on(c);
}

void end_failed_call(communicator& c) noexcept {
  if (c.learns->note_trial(false)) c.learns->postpone_agreement();
}

void agree_late(communicator& c) {
  c.learns->resume_agreement();
  agree_on(c);
}

}  // namespace tutti::mpi
