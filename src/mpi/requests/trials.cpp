#include "mpi/requests/trials.hpp"

#include "mpi/requests/posted_program.hpp"

namespace tutti::mpi {
namespace {

task agree(process& self, void* by) { return static_cast<learner*>(by)->agree(self); }

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
