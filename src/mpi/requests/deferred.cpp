#include "mpi/requests/deferred.hpp"

#include "mpi/check/pending.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/progress/watched_requests.hpp"
#include "mpi/requests/kept_calls.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi::deferred {

bool possible() {
  static const bool seen = completions_are_seen();
  return seen && !this_run.threads;
}

namespace {

// True if the last test for any or some requests found a deferred one.
constinit bool found_deferred = false;

// Completes a non-blocking call. Its request may then serve another call.
void release(kept_call& c, MPI_Request& request) {
  const progress::hold lock;
  c.call->complete();
  c.call.reset();
  kept().spare.push_back(&c);
  request = MPI_REQUEST_NULL;
}

// Waits for the operation of a deferred request and completes the request. Returns its error code.
int wait_and_complete(kept_call& c, MPI_Request& request) {
  posted_call& call = *c.call;
  if (!call.has_ended()) progress::until([&call] { return call.has_ended(); });
  const int code = call.code();
  if (call.is_persistent())
    call.complete();
  else
    release(c, request);
  return code;
}

}  // namespace

bool complete(MPI_Request* request, int& code) {
  kept_call* const c = request ? kept().find(*request) : nullptr;
  if (!c || !c->call || !c->call->is_deferred()) return false;
  code = wait_and_complete(*c, *request);
  return true;
}

bool asked(MPI_Request request, bool& ended) {
  const posted_call* const c = kept_by(request);
  if (!c) return false;
  if (!c->has_ended()) progress::poll();
  ended = c->has_ended();
  return true;
}

void set_empty(MPI_Status* status) {
  MPI_Request none = MPI_REQUEST_NULL;
  if (status != MPI_STATUS_IGNORE) next_pmpi.Wait(&none, status);
}

given::given(int n, MPI_Request* requests, when_ended how)
    : n_(requests ? n : 0), requests_(requests), how_(how) {}

// Calls each(index, call) for the deferred requests until it returns false.
template <class Each>
void given::each_deferred(Each each) {
  for (int i = 0; i < n_ && deferred_requests > 0; ++i)
    if (requests_[i] != MPI_REQUEST_NULL)
      if (kept_call* const found = kept().find(requests_[i]);
          found && found->call && found->call->is_deferred())
        if (!each(i, *found)) return;
}

bool given::any() {
  bool found = false;
  each_deferred([&found](int, const kept_call&) { return found = true, false; });
  return found;
}

void given::complete(MPI_Status* statuses) {
  each_deferred([&](int place, kept_call& c) {
    if (const int code = wait_and_complete(c, requests_[place]); code != MPI_SUCCESS) [[unlikely]]
      failed_.push_back({place, code});
    else if (statuses && statuses != MPI_STATUSES_IGNORE)  // the MPI library sees no active request here
      statuses[place].MPI_ERROR = MPI_SUCCESS;
    return true;
  });
}

bool given::ended() {
  const auto all = [this] {
    bool done = true;
    each_deferred([&done](int, const kept_call& c) { return done = c.call->has_ended(); });
    return done;
  };
  if (all()) return true;
  progress::poll();
  return all();
}

void given::look() {
  bool waits = false, done = false;
  each_deferred([&](int, const kept_call& c) { return waits = true, !(done = c.call->has_ended()); });
  if (waits && !done) progress::poll();
}

bool given::others_turn() {
  if (!found_deferred) return false;
  found_deferred = false;
  progress::poll();
  return true;
}

int given::taken(int place, kept_call& c) {
  found_deferred = true;
  return how_ == when_ended::complete ? wait_and_complete(c, requests_[place]) : MPI_SUCCESS;
}

bool given::find_one(int& index, int& code) {
  bool found = false;
  each_deferred([&](int place, kept_call& c) {
    found = c.call->has_ended();
    if (found) code = taken(index = place, c);
    return !found;
  });
  return found;
}

int given::find_some(int indices[], MPI_Status statuses[], int& code) {
  int count = 0;
  each_deferred([&](int place, kept_call& c) {
    if (!c.call->has_ended()) return true;
    const int own = taken(place, c);
    if (own != MPI_SUCCESS) code = MPI_ERR_IN_STATUS;
    if (statuses) {
      set_empty(&statuses[count]);
      statuses[count].MPI_ERROR = own;
    }
    indices[count++] = place;
    return true;
  });
  return count;
}

int given::settled(int code, MPI_Status* statuses) {
  if (failed_.empty()) [[likely]]
    return code;
  if (!statuses) return code != MPI_SUCCESS ? code : failed_.front().code;
  if (statuses != MPI_STATUSES_IGNORE) {
    for (int i = 0; i < n_ && code == MPI_SUCCESS; ++i) statuses[i].MPI_ERROR = MPI_SUCCESS;
    for (const failed& f : failed_) statuses[f.place].MPI_ERROR = f.code;
  }
  return MPI_ERR_IN_STATUS;
}

}  // namespace tutti::mpi::deferred
