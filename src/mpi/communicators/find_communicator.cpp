// Finds tutti's data about a communicator, and opens the communicator for its first call.

#include "mpi/communicators/find_communicator.hpp"

#include <chrono>
#include <memory>
#include <utility>

#include "mpi/communicators/attribute.hpp"
#include "mpi/communicators/call_order.hpp"
#include "mpi/communicators/communicator_list.hpp"
#include "mpi/communicators/decisions.hpp"
#include "mpi/communicators/late_start.hpp"
#include "mpi/library/wrong.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/sessions.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

// Called first by calls that may wait: tutti may begin late (late_start.hpp).
void begin_late_on(MPI_Comm comm) {
  if (comm != MPI_COMM_WORLD)
    late_start::note(comm, form::blocking);
  else if (may_begin() && sessions::world_model_runs())
    begin();
}

// How a communicator is opened: by a call that may wait for the other processes, by a call that may not, or
// without communication.
enum class opening_mode { may_wait, may_not_wait, switched_off };

void open_by(opening_mode mode, communicator& c, MPI_Comm comm) {
  switch (mode) {
    case opening_mode::may_wait: return open_communicator(c, comm);
    case opening_mode::may_not_wait: return post_opening(c, comm);
    case opening_mode::switched_off: return open_switched_off(c, comm);
  }
}

// Attaches the data before it opens the communicator: attaching may fail on this process alone. At that time,
// the other processes are not yet involved, and no posted opening refers to the data.
communicator* make_kept(MPI_Comm comm, opening_mode mode) {
  const auto begin = std::chrono::steady_clock::now();
  owned_communicator made(new communicator);
  made->recorded = recorder::place_of(comm);
  add_to_list(made.get());
  attach(comm, made.get());
  communicator* const c = made.release();
  try {
    open_by(mode, *c, comm);
  } catch (...) {
    detach(comm);
    throw;
  }
  note_opening(*c, std::chrono::steady_clock::now() - begin);
  return c;
}

// Returns the data about a communicator. If there are none, opens it, or returns null if the call is
// erroneous.
communicator* kept_or_opened(MPI_Comm comm, opening_mode mode, const first_call* call = nullptr) {
  communicator* c = nullptr;
  check(look_up_attached(comm, c));
  if (c) return c;
  if (const erroneous* const why = call ? fault_of(*call, comm) : nullptr) {
    count_refused(comm, call->name(), *why);
    return nullptr;
  }
  return make_kept(comm, mode);
}

communicator* find_or_open(MPI_Comm comm, opening_mode mode, const first_call* call) {
  if (mode == opening_mode::may_wait) begin_late_on(comm);
  if (this_run.now >= phase::off || comm == MPI_COMM_NULL || !sessions::mpi_runs() || being_deleted(comm))
    return nullptr;
  communicator* c = this_run.now == phase::counting ? kept_or_opened(comm, opening_mode::switched_off)
                                                    : kept_or_opened(comm, mode, call);
  last_communicator = {comm, communicator_generation.load(std::memory_order_acquire), c};
  return c;
}

}  // namespace

communicator* find_communicator(MPI_Comm comm, const first_call* call) {
  return find_or_open(comm, opening_mode::may_wait, call);
}
communicator* find_or_post_opening(MPI_Comm comm, const first_call* call) {
  return find_or_open(comm, opening_mode::may_not_wait, call);
}

communicator* open_to_programs(MPI_Comm comm) {
  begin_late_on(comm);
  const bool ended = !this_world() && !may_begin();
  if (ended || being_deleted(comm)) throw failure(MPI_ERR_COMM);
  communicator* c = kept_or_opened(comm, opening_mode::may_wait);
  if (!c->native && c->number < 0) open_communicator(*c, comm);  // its calls have only been counted so far
  if (c->native && still_native(*c)) throw failure(MPI_ERR_COMM);
  return c;
}

void use(MPI_Comm comm, collective of, const algorithm* requested) {
  communicator* c = open_to_programs(comm);
  settings user = c->overriding ? c->overriding->user : user_settings();
  user.request(of, requested);
  auto fresh = std::make_unique<communicator::overriding_choices>(user, c->choosers.blocking->around());
  c->choosers = fresh->choosers();
  c->overriding = std::move(fresh);
  c->learns = nullptr;  // it may begin again, with the new choices
  if (c->neighbours && c->neighbours->agreed) decide_for_graph(*c);
}

}  // namespace tutti::mpi
