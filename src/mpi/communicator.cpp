// The communicators with which something is kept: found, made ready for their first call, closed in the end.

#include "mpi/communicator.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "mpi/attribute.hpp"
#include "mpi/native_posts.hpp"
#include "mpi/never_destroyed.hpp"
#include "mpi/posted_call.hpp"
#include "mpi/recorder.hpp"
#include "mpi/wrong.hpp"

namespace tutti::mpi {

constinit thread_local remembered_communicator last_communicator;
constinit std::atomic<std::uint64_t> communicator_generation{1};

namespace {

struct kept_communicators {
  std::mutex guard;  // of what follows
  std::vector<communicator*> all;
  call_counts closed;  // of those that were freed
  openings opened;     // how many, and how long that took
};

kept_communicators& kept_here() {
  static never_destroyed<kept_communicators> one;
  return *one;
}

bool mpi_runs() {
  int initialized = 0, finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized && !finalized;
}

// MPI may have been started before tutti was loaded; then its first collective on MPI_COMM_WORLD is where it
// can begin.
void begin_late_on(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD && may_begin() && mpi_runs()) begin();
}

// A call that the MPI library refuses, on a communicator with which nothing is kept.
void note_refused(MPI_Comm comm, const first_call& call, const erroneous& why) {
  if (!reporting()) return;
  int rank = 0;
  check(PMPI_Comm_rank(comm, &rank));
  const std::lock_guard lock(kept_here().guard);
  kept_here().closed.add({.of = call.name(), .why = why.what, .counts = rank == 0}, 0);
}

// How a communicator is opened: by a call that may wait for the other processes, by one that may not, or without asking them.
enum class opening_mode { may_wait, may_not_wait, switched_off };

void open_by(opening_mode mode, communicator& c, MPI_Comm comm) {
  switch (mode) {
    case opening_mode::may_wait: return open_communicator(c, comm);
    case opening_mode::may_not_wait: return post_opening(c, comm);
    case opening_mode::switched_off: return open_switched_off(c, comm);
  }
}

communicator* make_kept(MPI_Comm comm, opening_mode mode) {
  const auto begin = std::chrono::steady_clock::now();
  auto c = std::make_unique<communicator>();
  c->recorded = recorder::place_of(comm);
  open_by(mode, *c, comm);
  attach(comm, c.get());
  const std::lock_guard lock(kept_here().guard);
  kept_here().all.push_back(c.get());
  kept_here().opened.add(std::chrono::steady_clock::now() - begin, c->counts);
  return c.release();
}

// What is kept with a communicator; if there is nothing, what is opened now, or null if the call is wrong.
communicator* kept_or_opened(MPI_Comm comm, opening_mode mode, const first_call* call = nullptr) {
  communicator* c = nullptr;
  check(look_up_attached(comm, c));
  if (c) return c;
  if (const erroneous* const why = call ? fault_of(*call, comm) : nullptr) {
    note_refused(comm, *call, *why);
    return nullptr;
  }
  return make_kept(comm, mode);
}

communicator* find_or_open(MPI_Comm comm, opening_mode mode, const first_call* call) {
  if (mode == opening_mode::may_wait) {
    begin_late_on(comm);
  } else if (may_begin()) {
    if (comm == MPI_COMM_WORLD) return nullptr;  // to begin takes a call that may wait
    mode = opening_mode::may_wait;               // it asks nobody then
  }
  const bool off = may_begin() ? user_settings().off : this_run.now >= phase::off;
  if (off || comm == MPI_COMM_NULL || !mpi_runs() || being_deleted(comm)) return nullptr;
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
  if (!c->native && c->number < 0) open_communicator(*c, comm);  // so far only counted
  if (c->native && still_native(*c)) throw failure(MPI_ERR_COMM);
  return c;
}

void close_communicator(communicator* closed) {
  const std::unique_ptr<communicator> c(closed);
  native_posts::close(*c);
  {
    kept_communicators& k = kept_here();
    const std::lock_guard lock(k.guard);
    std::erase(k.all, c.get());
    k.closed.add(c->happened);
    k.closed.add(c->posted.happened);
  }
  if (std::exchange(c->neighbours, nullptr)) forget_unused_graphs();
  // A number whose messages may still come is never given to another communicator.
  if (world* w = this_world(); w && c->number >= 0 && !c->left_over) w->communicators.give(c->number);
}

bool any_is_opening() {
  const std::lock_guard lock(kept_here().guard);
  return std::ranges::any_of(kept_here().all, [](const communicator* c) { return c->posted.opening.load(); });
}

call_counts calls_so_far() {
  const std::lock_guard lock(kept_here().guard);
  call_counts all = kept_here().closed;
  for (const communicator* c : kept_here().all) {
    all.add(c->happened);
    all.add(c->posted.happened);
  }
  return all;
}

openings openings_so_far() {
  const std::lock_guard lock(kept_here().guard);
  return kept_here().opened;
}

}  // namespace tutti::mpi
