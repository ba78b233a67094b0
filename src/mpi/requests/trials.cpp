#include "mpi/requests/trials.hpp"

#include "mpi/requests/posted_program.hpp"

namespace tutti::mpi {
namespace {

task agree(process& self, void* by) { return static_cast<learner*>(by)->agree(self); }

void end_call(communicator& c, bool succeeded) {
  learner& by = *c.learns;
  if (!by.note_trial(succeeded)) return;
  ++c.calls;  // the agreement is a call of its own
  run_now(c, agree, &by);
  by.conclude();
}

}  // namespace

void end_timed_call(communicator& c) { end_call(c, true); }

void end_failed_call(communicator& c) noexcept try {
  end_call(c, false);
} catch (...) {  // the failure of the call counts
}

}  // namespace tutti::mpi
