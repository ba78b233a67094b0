#include "mpi/progress/progress.hpp"

#include <sched.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "mpi/library/errors.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/progress_callback.hpp"
#include "mpi/progress/quiet_world.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi::progress {

constinit std::atomic<int> progress_reasons{0};
constinit std::atomic<int> undelivered{0};
constinit std::atomic<unsigned> spins{spins_crowded};
constinit std::atomic<MPI_Request*> idle_request{nullptr};

namespace {

struct wait {
  waiter* who;
  std::size_t expected;
};
struct near_wait {
  polled* what;
  waiter* who;
};
// Sends that wait for room in the ring of one link, in order. A pass stops at the first send that still lacks
// room, so a receiver that does not read costs the same no matter how many messages wait for it.
struct room_queue {
  node::link* link;
  std::deque<near_wait> waits;
};
struct failed_on {
  MPI_Comm comm = MPI_COMM_NULL;
  int code = MPI_SUCCESS;
};
struct notice {
  failed_on error;
  std::exception_ptr thrown;
  MPI_Datatype freed = MPI_DATATYPE_NULL;
};

// The thread that holds `guard` owns all members below it. The tables keep their memory. The tables of waits
// have room for `room` waits, so that no table grows while messages are polled.
struct outstanding_work {
  std::atomic<bool> guard{false};     // never held for long; mostly tried, rarely waited for
  std::size_t awaited = 0, room = 0;  // waits in all tables; the number that they have room for
  std::vector<MPI_Request> requests;  // waits[i] is for requests[i]
  std::vector<wait> waits;
  std::vector<near_wait> near;  // messages that need polling
  std::vector<room_queue> for_room;
  std::vector<int> ended;
  std::vector<MPI_Status> statuses;
  std::vector<waiter*> ready;
  std::vector<notice> notices;
  failed_on fatal;                                    // an error that ends the program, if there is one
  std::vector<std::unique_ptr<disposable>> disposed;  // destroyed when the hold ends
};

outstanding_work& outstanding() {
  static never_destroyed<outstanding_work> one;
  return *one;
}

// True if `disposed` holds anything. Read at the end of each hold.
constinit bool any_disposed = false;

// The value of `progress_reasons` when nothing is outstanding.
constinit int idle_reasons = 0;

bool try_lock(std::atomic<bool>& guard) noexcept { return !guard.exchange(true, std::memory_order_acquire); }
void unlock(std::atomic<bool>& guard) noexcept { guard.store(false, std::memory_order_release); }

// True if this thread holds the guard. MPI functions that it calls may call back into this file.
constinit thread_local bool inside = false;

// The result of polling a message within the node: it has finished, or it waits only for room in the ring of
// a link.
struct poll_result {
  bool ended = false;
  node::link* room = nullptr;
};
// A message for which there is no memory is polled again later, because its partner waits for it.
poll_result poll_message(polled& one) {
  try {
    if (one.advance()) return {.ended = true};
    return {.room = one.waits_for_room()};
  } catch (const std::bad_alloc&) {
    return {};
  }
}

// Returns false if there is no memory for this.
bool wait_for_room(outstanding_work& work, node::link* link, const near_wait& w) noexcept {
  try {
    const auto known = std::ranges::find(work.for_room, link, &room_queue::link);
    (known != work.for_room.end() ? *known : work.for_room.emplace_back(link)).waits.push_back(w);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// Polls the messages within the node. (Their waiters resume later, when no loop over a table is running.)
bool poll_near(outstanding_work& work) {
  bool any = false;
  const auto ends = [&](const near_wait& w) {
    any = true;
    --work.awaited;
    if (w.who->ended(MPI_SUCCESS, {}, no_receive)) work.ready.push_back(w.who);
  };
  for (room_queue& queue : work.for_room)
    while (!queue.waits.empty()) {
      const near_wait first = queue.waits.front();
      const poll_result found = poll_message(*first.what);
      if (!found.ended && found.room == queue.link) break;
      if (!found.ended) work.near.push_back(first);
      queue.waits.pop_front();
      if (found.ended) ends(first);
    }
  std::erase_if(work.near, [&](const near_wait& w) {
    const poll_result found = poll_message(*w.what);
    if (found.ended) ends(w);
    return found.ended || (found.room && wait_for_room(work, found.room, w));
  });
  return any;
}

bool test_requests(outstanding_work& work) {
  if (work.requests.empty()) return false;
  int count = 0;
  const int code = [&] {  // quiet only until waiters resume: they may call the program
    [[maybe_unused]] const quiet_world quiet;
    return next_pmpi.Testsome(static_cast<int>(work.requests.size()), work.requests.data(), &count,
                              work.ended.data(), work.statuses.data());
  }();
  if (count == MPI_UNDEFINED || count <= 0) return false;
  const auto some = static_cast<std::size_t>(count);
  work.awaited -= some;
  for (std::size_t k = 0; k < some; ++k) {
    const wait& w = work.waits[static_cast<std::size_t>(work.ended[k])];
    if (w.who->ended(code_of(code, work.statuses[k]), work.statuses[k], w.expected))
      work.ready.push_back(w.who);
  }
  // Moves the last requests to the places of completed requests, from the back.
  std::sort(work.ended.begin(), work.ended.begin() + count, std::greater<>());
  for (std::size_t k = 0; k < some; ++k) {
    const auto place = static_cast<std::size_t>(work.ended[k]);
    work.requests[place] = work.requests.back();
    work.waits[place] = work.waits.back();
    work.requests.pop_back();
    work.waits.pop_back();
  }
  return true;
}

bool advance_once(outstanding_work& work) {
  const bool near = poll_near(work), far = test_requests(work);
  std::size_t k = 0;
  try {
    while (k < work.ready.size()) work.ready[k++]->go_on();
  } catch (...) {  // the other waiters resume in the next pass, and none resumes twice
    work.ready.erase(work.ready.begin(), work.ready.begin() + static_cast<std::ptrdiff_t>(k));
    throw;
  }
  work.ready.clear();
  return near || far;
}

// An undelivered notice is also a reason to make progress.
void count_notices(int by) noexcept {
  changed(undelivered, by);
  changed(progress_reasons, by);
}

// Called outside of the hold, like deliver().
void call_handler(const failed_on& error) {
  if (error.comm != MPI_COMM_NULL) PMPI_Comm_call_errhandler(error.comm, error.code);
}

// Called outside of the hold, because an error handler may end the program, throw, or call MPI.
void deliver(notice n) {
  if (n.thrown) std::rethrow_exception(n.thrown);
  if (n.freed != MPI_DATATYPE_NULL) next_pmpi.Type_free(&n.freed);
  call_handler(n.error);
}

constinit std::atomic<bool> begun{false};
int called_by_library() { return needed() && advance() ? 1 : 0; }

// Ends all progress. Operations that an erroneous program has not completed are lost, because their messages
// use communicators that are freed next.
void forget_all() noexcept {
  const hold lock;
  outstanding_work& work = outstanding();
  work.requests.clear();
  work.waits.clear();
  work.near.clear();
  work.for_room.clear();
  work.awaited = 0;
  work.notices.clear();
  work.fatal = {};
  undelivered = 0;
  idle_reasons = 0;
  progress_reasons = 0;
}

}  // namespace

bool possible() { return !called_back() || progress_callback::available(); }

void begin() {
  if (begun.load(std::memory_order_acquire)) [[likely]]
    return;
  static constinit std::mutex beginning;
  const std::lock_guard once(beginning);
  if (begun) return;
  if (called_back()) {
    // The callback stays until tutti ends. It costs next to nothing while nothing is outstanding, and
    // programs that start no operation do not have it.
    progress_callback::add(called_by_library);
  } else if (this_run.threads) {
    // All waits make progress from now on: another thread may start an operation while a call waits.
    const hold lock;
    idle_reasons = 1;
    changed(progress_reasons, 1);
  }
  begun.store(true, std::memory_order_release);
}

void end() noexcept {
  if (begun.exchange(false) && called_back()) progress_callback::remove(called_by_library);
  forget_all();
}

hold::hold() : outermost_(!inside), locks_(outermost_ && this_run.threads) {
  // The thread that has the guard may be in an MPI call, but never waits there for another process.
  if (locks_)
    while (!try_lock(outstanding().guard)) sched_yield();
  inside = true;
}

hold::hold(taken) noexcept : outermost_(true), locks_(this_run.threads) { inside = true; }

hold::~hold() {
  if (!outermost_) return;
  if (any_disposed) [[unlikely]] {
    outstanding().disposed.clear();
    any_disposed = false;
  }
  inside = false;
  if (locks_) unlock(outstanding().guard);
}

bool held() noexcept { return inside; }

void make_room(std::size_t waits) {
  outstanding_work& work = outstanding();
  const std::size_t needed = work.awaited + waits;
  if (needed <= work.room) [[likely]]
    return;
  const std::size_t room = 2 * needed;
  work.requests.reserve(room);
  work.waits.reserve(room);
  work.near.reserve(room);
  work.ready.reserve(room);
  work.ended.resize(room);
  work.statuses.resize(room);
  work.room = room;
}

void await(MPI_Request request, waiter& who, std::size_t expected) {
  ++outstanding().awaited;
  outstanding().requests.push_back(request);
  outstanding().waits.push_back({&who, expected});
}

// Open MPI's progress calls tutti back. Other libraries make progress when a request is tested. Probing for a
// message would not suffice: in MPICH, it makes no progress, at least of one-sided communication.
void poll_library() {
  if (called_back() && progress_callback::run_progress()) return;
  int flag = 0;
  if (MPI_Request* const request = idle_request.load(std::memory_order_relaxed))
    next_pmpi.Test(request, &flag, MPI_STATUS_IGNORE);
}

void poll() {
  poll_library();
  advance_if_needed();
}

void await(polled& message, waiter& who) {
  ++outstanding().awaited;
  outstanding().near.push_back({&message, &who});
}

bool any_under_way() noexcept { return progress_reasons.load(std::memory_order_relaxed) != idle_reasons; }

void defer_notice(MPI_Comm comm, int code) {
  outstanding_work& work = outstanding();
  work.notices.push_back({.error = {comm, code}});
  count_notices(1);
  if (ends_the_program(comm)) work.fatal = {comm, code};
}
void defer_notice(std::exception_ptr thrown) {
  outstanding().notices.push_back({.thrown = std::move(thrown)});
  count_notices(1);
}

void free_later(MPI_Datatype type) {
  outstanding().notices.push_back({.freed = type});
  count_notices(1);
}

void dispose(std::unique_ptr<disposable> object) {
  outstanding().disposed.push_back(std::move(object));
  any_disposed = true;
}

// Delivers one notice at a time, because the program's code may leave this function by an exception, or even
// by longjmp. The other notices are then delivered next time.
void deliver_notices() {
  if (inside) return;
  const auto next = [] {
    const hold lock;
    std::vector<notice>& notices = outstanding().notices;
    std::optional<notice> first;
    if (notices.empty()) return first;
    first = std::move(notices.front());
    notices.erase(notices.begin());
    count_notices(-1);
    return first;
  };
  while (std::optional<notice> n = next()) deliver(*std::move(n));
}

bool advance() {
  outstanding_work& work = outstanding();
  if (inside || (this_run.threads && !try_lock(work.guard))) return false;
  bool any = false;
  failed_on fatal;
  {
    const hold lock(hold::taken::now);
    any = advance_once(work);
    fatal = work.fatal;
  }
  call_handler(fatal);  // ends the program if there is such an error, wherever it waits
  return any;
}

}  // namespace tutti::mpi::progress
