#include "mpi/persistent.hpp"

#include <array>
#include <atomic>
#include <bit>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mpi/boundary.hpp"
#include "mpi/deferred.hpp"
#include "mpi/forms.hpp"
#include "mpi/library_calls.hpp"
#include "mpi/pending.hpp"

namespace tutti::mpi {

struct kept_call {
  std::unique_ptr<communicator> at;  // of a persistent one
  std::unique_ptr<posted_call> call;
  MPI_Request request = MPI_REQUEST_NULL;  // of one that is not: it serves one call after the other
};

namespace {

// By their requests. Changed within a progress::hold only.
struct kept_calls {
  std::unordered_map<std::uintptr_t, kept_call> all;
  std::atomic<std::size_t> count{0};  // without a hold: whether there are any
  std::vector<kept_call*> spare;      // those whose requests serve no call

  // Those that have been looked for last. (With several threads, within a hold.)
  struct found {
    std::uintptr_t request = 0;
    kept_call* kept = nullptr;
  };
  std::array<found, 256> last{};
  found& place_of(std::uintptr_t request) noexcept {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    return last[(request * golden) >> (64U - static_cast<unsigned>(std::bit_width(last.size() - 1)))];
  }

  kept_call* find(MPI_Request r) {
    const std::uintptr_t request = number_of(r);
    found& f = place_of(request);
    if (f.kept && f.request == request) [[likely]]
      return f.kept;
    const auto known = all.find(request);
    if (known == all.end()) return nullptr;
    f = {request, &known->second};
    return f.kept;
  }
  kept_call& add(MPI_Request r, kept_call c) {
    kept_call& there = all.emplace(number_of(r), std::move(c)).first->second;
    count.store(all.size(), std::memory_order_relaxed);
    return there;
  }
};

// Made within a hold, by the first one that is kept; never destroyed, since MPI may be asked while the process ends.
constinit std::atomic<kept_calls*> made{nullptr};

kept_calls& kept() {
  if (kept_calls* const k = made.load(std::memory_order_acquire)) [[likely]]
    return *k;
  made = new kept_calls;
  return *made;
}

bool any_kept() noexcept {
  const kept_calls* const k = made.load(std::memory_order_acquire);
  return k && k->count.load(std::memory_order_relaxed) != 0;
}

posted_call* kept_by(MPI_Request request) {
  if (!any_kept()) return nullptr;
  const auto call = [request] {
    const kept_call* const found = kept().find(request);
    return found ? found->call.get() : nullptr;
  };
  if (!state.threads) [[likely]]
    return call();
  const progress::hold all;
  return call();
}

// Keeps it no longer.
void drop(MPI_Request request) {
  kept_call last;
  {
    const progress::hold all;
    const auto found = kept().all.find(number_of(request));
    last = std::move(found->second);
    kept().place_of(found->first) = {};
    kept().all.erase(found);
    kept().count.store(kept().all.size(), std::memory_order_relaxed);
    if (last.call->deferred() || !last.call->is_persistent()) last.call->completed();
    last.call.reset();
  }
  if (last.at) close_communicator(last.at.release());
}

// What the MPI library says of a collective's request that is under way.
#if defined(OPEN_MPI)
constexpr int not_cancelled = MPI_ERR_REQUEST, not_freed = MPI_ERR_REQUEST;
#else
constexpr int not_cancelled = MPI_ERR_INTERN, not_freed = MPI_ERR_OTHER;
#endif

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
  const progress::hold all;
  request = c->make_persistent();
  kept().add(request, {std::move(own), std::move(c)});
  return MPI_SUCCESS;
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

// MPICH's goes away with MPI: its MPI_Request_free makes progress, and a process that does in its MPI_Finalize, after another one has
// closed its connections there, may wait for that one for ever where UCX uses TCP (closing one takes an answer, and MPICH 4.0 gives none
// any more).
void free_spare_requests() noexcept {
#if !defined(MPICH_VERSION)
  for (kept_call* const c : kept().spare) next_pmpi.Request_free(&c->request);
#endif
  kept().spare.clear();
}

void forget_handle(MPI_Comm freed) {
  for (auto& [request, c] : kept().all)
    if (c.at && c.at->handle == freed) c.at->handle = MPI_COMM_NULL;
}

namespace {

[[gnu::always_inline]] inline int restarted(posted_call& c, bool defers) {
  return bounded(
      [&c, defers]() -> int {
        {
          const progress::hold all;
          c.restart(defers);
        }
        if (c.failed()) [[unlikely]]
          progress::advance();  // which tells it
        return MPI_SUCCESS;
      },
      [](int failed, bool) { return refused(failed); });
}

}  // namespace

int start(MPI_Request* request) {
  posted_call* const c = request ? kept_by(*request) : nullptr;
  if (!c) return next_pmpi.Start(request);
  if (!c->is_persistent() || c->deferred() || !c->inactive()) [[unlikely]]
    return refused(MPI_ERR_REQUEST);  // it is active
  if (!c->states() && deferred::possible()) return restarted(*c, true);
  const int code = next_pmpi.Start(request);
  return code == MPI_SUCCESS ? restarted(*c, false) : code;
}

int start_all(int n, MPI_Request requests[]) {
  if (n < 0 || !requests || !any_kept()) return next_pmpi.Startall(n, requests);
  for (int i = 0; i < n; ++i)
    if (const int code = start(&requests[i]); code != MPI_SUCCESS) return code;
  return MPI_SUCCESS;
}

int free_request(MPI_Request* request) {
  if (request && progress::needed() && is_active(*request)) return refused(not_freed);
  const posted_call* const c = request ? kept_by(*request) : nullptr;
  if (!c) {
    const completion seen(request ? 1 : 0, request);
    return next_pmpi.Request_free(request);
  }
  if (!c->is_persistent()) return PMPI_Wait(request, MPI_STATUS_IGNORE);  // it has ended
  drop(*request);
  const int code = next_pmpi.Request_free(request);
  if (progress::anything_to_tell()) progress::tell_now();  // datatypes that this request was the last to use
  return code;
}

int cancel(MPI_Request* request) {
  if (request && ((progress::needed() && is_active(*request)) || deferred::given(1, request).any()))
    return refused(not_cancelled);
  return next_pmpi.Cancel(request);
}

namespace deferred {

constinit int number = 0;

bool possible() {
  static const bool seen = completions_are_seen();
  return seen && !state.threads;
}

namespace {

// One that is not persistent has been completed: its request may serve another call.
void release(kept_call& c, MPI_Request& request) {
  const progress::hold all;
  c.call->completed();
  c.call.reset();
  kept().spare.push_back(&c);
  request = MPI_REQUEST_NULL;
}

// Waits for one that is deferred, and completes it.
int completed(kept_call& c, MPI_Request& request) {
  posted_call& call = *c.call;
  if (!call.done()) progress::until([&call] { return call.done(); });
  const int code = call.code();
  if (call.is_persistent())
    call.completed();
  else
    release(c, request);
  return code;
}

}  // namespace

bool complete(MPI_Request* request, int& code) {
  kept_call* const c = request ? kept().find(*request) : nullptr;
  if (!c || !c->call || !c->call->deferred()) return false;
  code = completed(*c, *request);
  return true;
}

bool asked(MPI_Request request, bool& ended) {
  const posted_call* const c = kept_by(request);
  if (!c) return false;
  if (!c->done()) progress::poll();
  ended = c->done();
  return true;
}

void set_empty(MPI_Status* status) {
  MPI_Request none = MPI_REQUEST_NULL;
  if (status != MPI_STATUS_IGNORE) next_pmpi.Wait(&none, status);
}

given::given(int n, MPI_Request* requests, bool completes)
    : n_(requests ? n : 0), requests_(requests), completes_(completes) {}

// Until one says that it is enough.
template <class Each>
void given::each_deferred(Each each) {
  for (int i = 0; i < n_ && number > 0; ++i)
    if (requests_[i] != MPI_REQUEST_NULL)
      if (kept_call* const found = kept().find(requests_[i]); found && found->call && found->call->deferred())
        if (!each(i, *found)) return;
}

bool given::any() {
  bool found = false;
  each_deferred([&found](int, const kept_call&) { return found = true, false; });
  return found;
}

void given::complete(MPI_Status* statuses) {
  each_deferred([&](int place, kept_call& c) {
    if (const int code = completed(c, requests_[place]); code != MPI_SUCCESS) [[unlikely]]
      failed_.push_back({place, code});
    else if (statuses && statuses != MPI_STATUSES_IGNORE)  // the MPI library finds no request there
      statuses[place].MPI_ERROR = MPI_SUCCESS;
    return true;
  });
}

bool given::ended() {
  const auto all = [this] {
    bool done = true;
    each_deferred([&done](int, const kept_call& c) { return done = c.call->done(); });
    return done;
  };
  if (all()) return true;
  progress::poll();
  return all();
}

void given::look() {
  bool waits = false, done = false;
  each_deferred([&](int, const kept_call& c) { return waits = true, !(done = c.call->done()); });
  if (waits && !done) progress::poll();
}

int given::taken(int place, kept_call& c) {
  return completes_ ? completed(c, requests_[place]) : MPI_SUCCESS;
}

bool given::find_one(int& index, int& code) {
  bool found = false;
  each_deferred([&](int place, kept_call& c) {
    found = c.call->done();
    if (found) code = taken(index = place, c);
    return !found;
  });
  return found;
}

int given::find_some(int indices[], MPI_Status statuses[], int& code) {
  int count = 0;
  each_deferred([&](int place, kept_call& c) {
    if (!c.call->done()) return true;
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

}  // namespace deferred
}  // namespace tutti::mpi
