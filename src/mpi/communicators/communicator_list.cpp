#include "mpi/communicators/communicator_list.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "mpi/communicators/decisions.hpp"
#include "mpi/library/wrong.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

struct communicator_list {
  std::mutex guard;  // of the members below
  std::vector<communicator*> all;
  call_counts closed;  // counts of the closed communicators
  openings opened;
  std::vector<void (*)(const communicator&)> close_acts;
  std::vector<void (*)(MPI_Comm)> free_acts;  // guarded by the progress::hold instead
};

communicator_list& list() {
  static never_destroyed<communicator_list> one;
  return *one;
}

// True if the report asks for the times that the MPI library takes for the calls on the communicator. It does
// so if there is a profile or this run learns, and if the communicator has the surroundings of
// MPI_COMM_WORLD.
bool report_asks_for_native_times(const communicator& c) {
  const bool measured = user_settings().measured || user_settings().learns != learning::off;
  if (!this_run.measures || !measured || !c.choosers.blocking || !this_world()) return false;
  return c.choosers.blocking->around() == surroundings_of(node_map(this_world()->domains));
}

void add_counts(call_counts& to, const communicator& of) {
  const bool with_native_times = report_asks_for_native_times(of);
  to.add(of.tally, with_native_times);
  to.add(of.posted.tally, with_native_times);
}

}  // namespace

void add_to_list(communicator* c) {
  const std::lock_guard lock(list().guard);
  list().all.push_back(c);
}

void note_opening(const communicator& c, std::chrono::nanoseconds took) {
  const std::lock_guard lock(list().guard);
  list().opened.add(took, c.counts_operations);
}

void close_communicator(communicator* closed) {
  const std::unique_ptr<communicator> c(closed);
  std::vector<void (*)(const communicator&)> acts;
  {
    const std::lock_guard lock(list().guard);
    acts = list().close_acts;
  }
  for (const auto act : acts) act(*c);
  // If the program has freed the communicator, another one may have its place in the record by now.
  if (!c->posted.freed) recorder::freed(c->recorded);
  {
    const std::lock_guard lock(list().guard);
    std::erase(list().all, c.get());
    add_counts(list().closed, *c);
  }
  if (std::exchange(c->neighbours, nullptr)) forget_unused_graphs();
  // A number is never reused if its messages may still arrive.
  if (world* w = this_world(); w && c->number >= 0 && !c->has_stray_messages)
    w->communicators.give(c->number);
}

void count_refused(MPI_Comm comm, call_name call, const erroneous& why) {
  if (!reporting()) return;
  int rank = 0;
  check(PMPI_Comm_rank(comm, &rank));
  const std::lock_guard lock(list().guard);
  list().closed.add({.of = call, .why = why.what, .counts = rank == 0}, 0);
}

void at_close(void (*act)(const communicator&)) {
  const std::lock_guard lock(list().guard);
  list().close_acts.push_back(act);
}

void at_free(void (*act)(MPI_Comm)) { list().free_acts.push_back(act); }

void act_at_free(MPI_Comm comm) {
  for (const auto act : list().free_acts) act(comm);
}

bool any_is_opening() {
  const std::lock_guard lock(list().guard);
  return std::ranges::any_of(list().all, [](const communicator* c) { return c->posted.opening.load(); });
}

call_counts calls_so_far() {
  const std::lock_guard lock(list().guard);
  call_counts all = list().closed;
  for (const communicator* c : list().all) {
    add_counts(all, *c);
  }
  return all;
}

openings openings_so_far() {
  const std::lock_guard lock(list().guard);
  return list().opened;
}

void forget_counts() {
  const std::lock_guard lock(list().guard);
  list().closed = {};
  list().opened = {};
  for (communicator* c : list().all) c->tally = {}, c->posted.tally = {};
}

void forget_communicators() {
  const std::lock_guard lock(list().guard);
  for (const communicator* c : list().all) add_counts(list().closed, *c);
  list().all.clear();
}

}  // namespace tutti::mpi
