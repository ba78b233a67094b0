#include "mpi/requests/deferred.hpp"

#include "mpi/check/pending.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/progress/watched_requests.hpp"
#include "mpi/requests/program_requests.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi::deferred {

bool possible() {
  static const bool seen = completions_are_seen();
  return seen && !this_run.threads;
}

namespace {

// True if the last test for any or some requests found a deferred one.
constinit bool found_deferred = false;

// Waits for the operation of a deferred request and completes the request. Returns its error code.
int wait_and_complete(program_request& r, MPI_Request& handle) {
  const posted_call& call = *r.call();
  if (!call.has_ended()) progress::until([&call] { return call.has_ended(); });
  const int code = call.code();
  const progress::hold lock;
  requests().complete(r, handle);
  return code;
}

}  // namespace

bool complete(MPI_Request* request, int& code) {
  program_request* const r = request ? requests().find(*request) : nullptr;
  if (!r || !r->is_deferred()) return false;
  code = wait_and_complete(*r, *request);
  return true;
}

bool query(MPI_Request request, bool& ended) {
  const auto look = [request, &ended] {
    const progress::hold lock;
    const program_request* const r = request_of(request);
    ended = r && r->call()->has_ended();
    return r != nullptr;
  };
  if (!any_requests() || !look()) return false;
  if (ended) return true;
  progress::poll();
  return look();  // an operation that has failed may have left its request to the library
}

void set_empty(MPI_Status* status) {
  MPI_Request none = MPI_REQUEST_NULL;
  if (status != MPI_STATUS_IGNORE) next_pmpi.Wait(&none, status);
}

given_requests::given_requests(int n, MPI_Request* requests, when_ended how)
    : n_(requests ? n : 0), requests_(requests), how_(how) {}

// Calls each(index, request) for the deferred requests until it returns false.
template <class Each>
void given_requests::each_deferred(Each each) {
  for (int i = 0; i < n_ && deferred_requests > 0; ++i)
    if (requests_[i] != MPI_REQUEST_NULL)
      if (program_request* const found = requests().find(requests_[i]); found && found->is_deferred())
        if (!each(i, *found)) return;
}

bool given_requests::any() {
  bool found = false;
  each_deferred([&found](int, const program_request&) { return found = true, false; });
  return found;
}

void given_requests::complete(MPI_Status* statuses) {
  each_deferred([&](int place, program_request& r) {
    if (const int code = wait_and_complete(r, requests_[place]); code != MPI_SUCCESS) [[unlikely]]
      failed_.push_back({place, code});
    else if (statuses && statuses != MPI_STATUSES_IGNORE)  // the MPI library sees no active request here
      statuses[place].MPI_ERROR = MPI_SUCCESS;
    return true;
  });
}

bool given_requests::ended() {
  const auto all = [this] {
    bool done = true;
    each_deferred([&done](int, const program_request& r) { return done = r.call()->has_ended(); });
    return done;
  };
  if (all()) return true;
  progress::poll();
  return all();
}

void given_requests::poll_unless_ended() {
  bool waits = false, done = false;
  each_deferred([&](int, const program_request& r) { return waits = true, !(done = r.call()->has_ended()); });
  if (waits && !done) progress::poll();
}

bool given_requests::library_goes_first() {
  if (!found_deferred) return false;
  found_deferred = false;
  progress::poll();
  return true;
}

int given_requests::complete_one(int place, program_request& r) {
  found_deferred = true;
  return how_ == when_ended::complete ? wait_and_complete(r, requests_[place]) : MPI_SUCCESS;
}

bool given_requests::find_one(int& index, int& code) {
  bool found = false;
  each_deferred([&](int place, program_request& r) {
    found = r.call()->has_ended();
    if (found) code = complete_one(index = place, r);
    return !found;
  });
  return found;
}

int given_requests::find_some(int indices[], MPI_Status statuses[], int& code) {
  int count = 0;
  each_deferred([&](int place, program_request& r) {
    if (!r.call()->has_ended()) return true;
    const int own = complete_one(place, r);
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

int given_requests::code_after(int code, MPI_Status* statuses) {
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
