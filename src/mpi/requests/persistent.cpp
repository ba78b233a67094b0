#include "mpi/requests/persistent.hpp"

#include <atomic>
#include <utility>

#include "mpi/check/own_faults.hpp"
#include "mpi/check/pending.hpp"
#include "mpi/communicators/communicator_list.hpp"
#include "mpi/communicators/opening.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/completion.hpp"
#include "mpi/requests/deferred.hpp"
#include "mpi/requests/native_posts.hpp"
#include "mpi/requests/program_requests.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

void forget_handle(MPI_Comm freed) { requests().forget_handle(freed); }

bool is_under_way(MPI_Request handle) {
  const progress::hold lock;
  return requests().is_under_way(handle);
}

int refused(int code) {
  PMPI_Comm_call_errhandler(MPI_COMM_WORLD, code);
  return code;
}

}  // namespace

bool open_like(communicator& own, const communicator& base) {
  own.of_operation = true;
  open_communicator(own, base.handle);
  own.neighbours = base.neighbours;
  return !own.native;
}

int keep_persistent(owned_communicator own, std::unique_ptr<posted_call> c, MPI_Request& request) {
  progress::begin();
  const progress::hold lock;
  [[maybe_unused]] static const bool once = (at_free(forget_handle), true);
  request = requests().add_persistent(std::move(own), std::move(c));
  return MPI_SUCCESS;
}

int post(std::unique_ptr<posted_call> c, MPI_Request& request) {
  // An unnecessary request costs some 300 ns. Within a node, messages often arrive sooner. Polling for that
  // long costs at most twice the better of the two choices.
  constexpr int looks = 60;
  request = MPI_REQUEST_NULL;
  progress::begin();
  const bool defers = !c->states() && deferred::possible();
  {
    const progress::hold lock;
    request_table& all = requests();
    program_request* active = nullptr;
    try {
      if (defers)
        all.make_spare();
      else
        active = &all.make_active();
      if (!c->post(looks)) c->rethrow();
    } catch (...) {
      if (active) all.discard(*active);
      withdraw(c->at());
      throw;
    }
    const bool failed = c->has_ended() && c->failed();
    if (defers && !failed) {
      request = all.defer(std::move(c));
      return MPI_SUCCESS;
    }
    // In check mode, no other call may have this request until it completes.
    if (active && !failed && (!c->has_ended() || c->states())) {
      request = all.activate(*active, std::move(c));
      return MPI_SUCCESS;
    }
    if (active) all.discard(*active);
  }
  c->rethrow();
  // A request that has ended: a receive from MPI_PROC_NULL.
  check(PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, this_world()->requests, &request));
  return MPI_SUCCESS;
}

namespace {

[[gnu::always_inline]] inline int restart(program_request& r, program_request::completed_by whom) {
  return bounded(
      [&r, whom]() -> int {
        bool failed = false;
        {
          const progress::hold lock;
          r.start(whom);
          failed = r.call()->failed();
        }
        if (failed) [[unlikely]]
          progress::deliver_notices();  // reports the error
        return MPI_SUCCESS;
      },
      [](int failed, bool) { return refused(failed); });
}

// Check mode: a pending call may use the operation's buffers by now. Returns the error code if the operation
// must not start, and MPI_SUCCESS otherwise.
[[gnu::cold, gnu::noinline]] int refused_for_pending(const program_request& r) {
  const posted_call& c = *r.call();
  {
    const progress::hold lock;
    forget_pending(r.handle());  // of an earlier start
  }
  statement mine = *c.states();
  check_against_pending(mine);
  if (judge_own_arguments(c.at(), mine) != own_verdict::refuse) return MPI_SUCCESS;
  const MPI_Comm comm = c.at().handle;
  PMPI_Comm_call_errhandler(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, mine.fault_code);
  return mine.fault_code;
}

}  // namespace

int start(MPI_Request* request) {
  using enum program_request::completed_by;
  program_request* const r = request ? request_of(*request) : nullptr;
  if (!r) {
    native_posts::started(request ? 1 : 0, request);
    return next_pmpi.Start(request);
  }
  if (!r->call()->is_persistent() || !r->is_inactive() || this_run.now == phase::ended) [[unlikely]]
    return refused(MPI_ERR_REQUEST);  // active, or tutti has ended
  const bool checked = r->call()->states() != nullptr;
  if (!checked && deferred::possible()) return restart(*r, tutti);
  if (checked) [[unlikely]]
    if (const int code = refused_for_pending(*r); code != MPI_SUCCESS) return code;
  const int code = next_pmpi.Start(request);
  return code == MPI_SUCCESS ? restart(*r, library) : code;
}

int start_all(int n, MPI_Request requests[]) {
  if (n < 0 || !requests || !any_requests()) {
    native_posts::started(n, requests);
    return next_pmpi.Startall(n, requests);
  }
  for (int i = 0; i < n; ++i)
    if (const int code = start(&requests[i]); code != MPI_SUCCESS) return code;
  return MPI_SUCCESS;
}

int free_request(MPI_Request* request) {
  if (request && progress::needed() && is_under_way(*request)) return refused(quirks::not_freed());
  const program_request* const r = request ? request_of(*request) : nullptr;
  if (!r) {
    const completion seen(request ? 1 : 0, request);
    if (request) native_posts::freed(*request);
    return next_pmpi.Request_free(request);
  }
  if (!r->call()->is_persistent()) return PMPI_Wait(request, MPI_STATUS_IGNORE);  // it has ended
  {
    const progress::hold lock;
    requests().remove_persistent(*request);
  }
  const int code = next_pmpi.Request_free(request);
  if (progress::any_undelivered())
    progress::deliver_notices();  // datatypes that this request was the last to use
  return code;
}

int cancel(MPI_Request* request) {
  if (request &&
      ((progress::needed() && is_under_way(*request)) || deferred::given_requests(1, request).any()))
    return refused(quirks::not_cancelled());
  return next_pmpi.Cancel(request);
}

}  // namespace tutti::mpi
