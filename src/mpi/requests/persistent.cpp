#include "mpi/requests/persistent.hpp"

#include <atomic>
#include <utility>

#include "mpi/check/own_faults.hpp"
#include "mpi/check/pending.hpp"
#include "mpi/communicators/communicator_list.hpp"
#include "mpi/communicators/opening.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/completion.hpp"
#include "mpi/requests/deferred.hpp"
#include "mpi/requests/kept_calls.hpp"
#include "mpi/requests/native_posts.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

// Removes a persistent operation and closes its communicator.
void drop(MPI_Request request) {
  kept_call last;
  {
    const progress::hold lock;
    const auto found = kept().all.find(number_of(request));
    kept().persistent.erase(&found->second);
    last = std::move(found->second);
    kept().place_of(found->first) = {};
    kept().all.erase(found);
    kept().count.store(kept().all.size(), std::memory_order_relaxed);
    if (last.call->is_deferred() || !last.call->is_persistent()) last.call->complete();
    last.call.reset();
  }
  if (last.at) close_communicator(last.at.release());
}

// The program has freed a communicator: persistent operations no longer report errors to it. Within a hold.
void forget_handle(MPI_Comm freed) {
  for (kept_call* const c : kept().persistent)
    if (c->at->handle == freed) c->at->handle = MPI_COMM_NULL;
}

// True if the request belongs to a call under way.
bool is_active(MPI_Request request) {
  const progress::hold lock;
  return is_of_call_under_way(request);
}

int refused(int code) {
  PMPI_Comm_call_errhandler(MPI_COMM_WORLD, code);
  return code;
}

}  // namespace

bool open_like(communicator& own, const communicator& base) {
  open_communicator(own, base.handle);
  own.neighbours = base.neighbours;
  return !own.native;
}

int keep_persistent(std::unique_ptr<communicator> own, std::unique_ptr<posted_call> c, MPI_Request& request) {
  progress::begin();
  const progress::hold lock;
  [[maybe_unused]] static const bool once = (at_free(forget_handle), true);
  request = c->make_persistent();
  kept().persistent.insert(&kept().add(request, {std::move(own), std::move(c)}));
  return MPI_SUCCESS;
}

int post(std::unique_ptr<posted_call> c, MPI_Request& request) {
  // An unnecessary request costs some 300 ns. Within a node, messages often arrive sooner. To poll for that
  // long costs at most twice the better of the two.
  constexpr int looks = 60;
  request = MPI_REQUEST_NULL;
  progress::begin();
  {
    const progress::hold lock;
    c->post(looks);
    if (!c->states() && deferred::possible() && !(c->has_ended() && c->failed())) {
      request = keep_deferred(std::move(c));
      return MPI_SUCCESS;
    }
    if (!c->has_ended()) {
      request = c->make_request();
      c.release();
      return MPI_SUCCESS;
    }
  }
  c->rethrow();
  if (c->states()) [[unlikely]] {  // check mode: no other call may have this request until it completes
    const progress::hold lock;
    request = c->make_request();
    return MPI_SUCCESS;
  }
  // A request that has ended: a receive from MPI_PROC_NULL.
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, this_world()->requests, &request);
}

MPI_Request keep_deferred(std::unique_ptr<posted_call> c) {
  kept_calls& k = kept();
  if (k.spare.empty()) {
    MPI_Request request = MPI_REQUEST_NULL;  // never started
    check(PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, 0, this_world()->requests, &request));
    k.spare.push_back(&k.add(request, {nullptr, nullptr, request}));
  }
  kept_call& place = *k.spare.back();
  k.spare.pop_back();
  c->lend(place.request);
  place.call = std::move(c);
  return place.request;
}

// MPICH's requests end with MPI. They are not freed, because MPICH's MPI_Request_free makes progress. In
// MPI_Finalize, another process may have closed its connections already, and progress may then wait for that
// process forever if UCX uses TCP: closing a connection takes an answer, which MPICH 4.0 no longer gives.
void free_spare_requests() noexcept {
  if (!quirks::freeing_requests_waits)
    for (kept_call* const c : kept().spare) next_pmpi.Request_free(&c->request);
  kept().spare.clear();
}

namespace {

[[gnu::always_inline]] inline int restart(posted_call& c, posted_call::request_start how) {
  return bounded(
      [&c, how]() -> int {
        {
          const progress::hold lock;
          c.restart(how);
        }
        if (c.failed()) [[unlikely]]
          progress::advance();  // reports the error
        return MPI_SUCCESS;
      },
      [](int failed, bool) { return refused(failed); });
}

// Check mode: a pending call may use the operation's buffers by now. Returns the error code if the operation
// must not start, and MPI_SUCCESS otherwise.
[[gnu::cold, gnu::noinline]] int refused_for_pending(const posted_call& c) {
  forget_pending(c.request());  // of an earlier start
  statement mine = *c.states();
  look_at_pending(mine);
  if (judge_own_arguments(c.at(), mine) != own_verdict::refuse) return MPI_SUCCESS;
  const MPI_Comm comm = c.at().handle;
  PMPI_Comm_call_errhandler(comm == MPI_COMM_NULL ? MPI_COMM_WORLD : comm, mine.fault_code);
  return mine.fault_code;
}

}  // namespace

int start(MPI_Request* request) {
  posted_call* const c = request ? kept_by(*request) : nullptr;
  if (!c) {
    native_posts::started(request ? 1 : 0, request);
    return next_pmpi.Start(request);
  }
  if (!c->is_persistent() || c->is_deferred() || !c->inactive() || this_run.now == phase::ended) [[unlikely]]
    return refused(MPI_ERR_REQUEST);  // active, or tutti has ended
  if (!c->states() && deferred::possible()) return restart(*c, posted_call::request_start::deferred);
  if (c->states()) [[unlikely]]
    if (const int code = refused_for_pending(*c); code != MPI_SUCCESS) return code;
  const int code = next_pmpi.Start(request);
  return code == MPI_SUCCESS ? restart(*c, posted_call::request_start::by_library) : code;
}

int start_all(int n, MPI_Request requests[]) {
  if (n < 0 || !requests || !any_kept()) {
    native_posts::started(n, requests);
    return next_pmpi.Startall(n, requests);
  }
  for (int i = 0; i < n; ++i)
    if (const int code = start(&requests[i]); code != MPI_SUCCESS) return code;
  return MPI_SUCCESS;
}

int free_request(MPI_Request* request) {
  if (request && progress::needed() && is_active(*request)) return refused(quirks::not_freed);
  const posted_call* const c = request ? kept_by(*request) : nullptr;
  if (!c) {
    const completion seen(request ? 1 : 0, request);
    if (request) native_posts::freed(*request);
    return next_pmpi.Request_free(request);
  }
  if (!c->is_persistent()) return PMPI_Wait(request, MPI_STATUS_IGNORE);  // it has ended
  drop(*request);
  const int code = next_pmpi.Request_free(request);
  if (progress::any_undelivered())
    progress::deliver_notices();  // datatypes that this request was the last to use
  return code;
}

int cancel(MPI_Request* request) {
  if (request && ((progress::needed() && is_active(*request)) || deferred::given(1, request).any()))
    return refused(quirks::not_cancelled);
  return next_pmpi.Cancel(request);
}

}  // namespace tutti::mpi
