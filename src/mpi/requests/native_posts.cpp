#include "mpi/requests/native_posts.hpp"

#include "mpi/communicators/communicator_list.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/progress/watched_requests.hpp"
#include "mpi/progress/watched_table.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "record/clock.hpp"

namespace tutti::mpi::native_posts {
namespace {

struct post {
  line what;
  std::uint64_t began;  // 0: an inactive persistent operation
};

using posts = watched_table<post>;
posts& watched() {
  static never_destroyed<posts> one;
  return *one;
}

bool any() noexcept { return watched_requests.load(std::memory_order_relaxed) != 0; }

bool lasts(const post& p) noexcept { return p.what.of.as == form::persistent; }

// Adds the time of an active call until now to the report.
void count(const post& p) {
  const line& w = p.what;
  if (!reporting() || !w.at) return;
  const auto took = static_cast<double>(record::ticks() - p.began) * this_run.nanoseconds_a_tick;
  w.at->posted.tally.add({.of = w.of, .why = w.why, .bytes = w.bytes, .counts = w.at->counts_operations},
                         static_cast<std::uint64_t>(took));
}

void take_time(post& p) {
  count(p);
  p.began = 0;
}

// The call ends now, unless it can be started again.
void end(post& p) noexcept {
  if (!lasts(p)) p.what.record.ended();
}

// Stops watching a call. If the call is active, its time ends now.
posts::place drop(posts::place found) {
  if (found->second.row.began != 0) take_time(found->second.row);
  progress::changed(watched_requests, -1);
  return watched().erase(found);
}

// Called when a communicator is closed: counts the calls on it with their times until now. They continue, and
// the trace has yet to note their ends.
void close(const communicator& c) {
  if (!any()) return;
  const progress::hold lock;
  for (auto& [request, numbered] : watched()) {
    post& p = numbered.row;
    if (p.what.at != &c) continue;
    if (p.began != 0) count(p);
    p.what.at = nullptr;
  }
}

}  // namespace

bool watch(MPI_Request request, const line& what, std::uint64_t began) {
  if (request == MPI_REQUEST_NULL || !completions_are_seen()) return false;
  [[maybe_unused]] static const bool once = (at_close(close), true);
  const progress::hold lock;
  // An earlier call may still have this request: calls that end at once may share one, and completions
  // outside tutti's functions are not seen.
  if (const auto old = watched().find(request); old != watched().end()) {
    end(old->second.row);
    drop(old);
  }
  const bool active = what.of.as != form::persistent;
  watched().add(request, {what, active ? began : 0});
  progress::changed(watched_requests, 1);
  return true;
}

void started(int n, const MPI_Request* requests) {
  if (!any() || !requests) return;
  const progress::hold lock;
  for (const MPI_Request* r = requests; r < requests + n; ++r)
    if (const auto found = watched().find(*r); found != watched().end())
      found->second.row.began = record::ticks();
}

void freed(MPI_Request request) {
  if (!any()) return;
  const progress::hold lock;
  if (const auto found = watched().find(request); found != watched().end()) drop(found);
}

unsigned long number_of_active(MPI_Request request) {
  const auto found = watched().find(request);
  return found != watched().end() && found->second.row.began != 0 ? found->second.number : 0;
}

void look_at(MPI_Request request, unsigned long number, bool gone) {
  const auto found = watched().find(request, number);
  if (found == watched().end()) return;
  if (gone) {
    end(found->second.row);
    drop(found);
    return;
  }
  post& p = found->second.row;
  int ended = 0;  // also set for a request that is inactive again
  if (lasts(p)) next_pmpi.Request_get_status(request, &ended, MPI_STATUS_IGNORE);
  if (ended && p.began != 0) take_time(p);
}

}  // namespace tutti::mpi::native_posts
