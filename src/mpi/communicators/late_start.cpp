#include "mpi/communicators/late_start.hpp"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "mpi/communicators/attribute.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/sessions.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi::late_start {
namespace {

constinit std::atomic<bool> settled{false};

// The calls on communicators of several processes, other than MPI_COMM_WORLD.
struct noted_calls {
  bool blocking = false;
  bool posted = false;  // non-blocking or persistent ones, on communicators without earlier blocking calls
};

struct noted {
  std::mutex guard;  // of the members below
  std::condition_variable opened;
  bool closed = false;
  noted_calls calls;
};

noted& noted_here() {
  static never_destroyed<noted> one;
  return *one;
}

// Before MPI_Init, all communicators are of sessions. A process with such a communicator forbids the start in
// any case.
bool matters(MPI_Comm comm, form as) {
  if (comm == MPI_COMM_NULL || comm == MPI_COMM_WORLD || !sessions::world_model_runs()) return false;
  int size = 1;
  check(PMPI_Comm_size(comm, &size));
  if (size == 1 || is_inter(comm)) return false;  // tutti serves no inter-communicator in any case
  communicator* left = nullptr;
  check(look_up_attached(comm, left));
  return as == form::blocking || !left;
}

// Prints why tutti does not begin.
void say_reason(bool posted) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0 || user_settings().off || user_settings().report.empty()) return;
  note_unserved();
  std::fprintf(
      stderr,
      "tutti: all calls go to the MPI library, since %s on another communicator came before the "
      "first blocking collective on MPI_COMM_WORLD, with which tutti begins in this program\n",
      posted ? "a non-blocking or persistent collective" : "a collective of a process with several threads");
}

}  // namespace

void note(MPI_Comm comm, form as) {
  if (settled.load(std::memory_order_acquire) || !matters(comm, as)) return;
  noted& n = noted_here();
  std::unique_lock lock(n.guard);
  n.opened.wait(lock, [&n] { return !n.closed; });
  if (may_begin()) (as == form::blocking ? n.calls.blocking : n.calls.posted) = true;
}

bool all_agree(bool mine) {
  noted_calls so_far;
  {
    const std::lock_guard lock(noted_here().guard);
    so_far = noted_here().calls;
  }
  const bool threads = allows_threads(world_origin::initialized);
  std::array<int, 4> all{mine, !so_far.posted, !so_far.blocking, !threads};
  check(PMPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()), MPI_INT, MPI_MIN,
                       MPI_COMM_WORLD));
  const auto [agreed, none_posted, none_blocking, no_threads] = all;
  const bool calls_allow = none_posted && (none_blocking || no_threads);
  if (agreed && calls_allow) return true;
  settle();  // begin() asks only once
  if (agreed) say_reason(!none_posted);
  return false;
}

no_calls::no_calls() {
  const std::lock_guard lock(noted_here().guard);
  noted_here().closed = true;
}

no_calls::~no_calls() {
  const std::lock_guard lock(noted_here().guard);
  noted_here().closed = false;
  noted_here().opened.notify_all();
}

void settle() noexcept { settled.store(true, std::memory_order_release); }

void reset() noexcept {
  noted_here().calls = {};
  settled.store(false, std::memory_order_release);
}

}  // namespace tutti::mpi::late_start
