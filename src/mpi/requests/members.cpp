#include "mpi/requests/members.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "mpi/communicators/call_order.hpp"
#include "mpi/communicators/find_communicator.hpp"
#include "mpi/communicators/opening.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/posted_call.hpp"
#include "mpi/requests/posted_program.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

// A barrier by tutti's dissemination algorithm.
task meet_in_barrier(process& self, void*) {
  static const algorithm* const barrier = find(collective::barrier, "dissemination");
  const call c{};  // clang requires the braces, because members have default values
  co_await barrier->run(self, c);
}

// Notifications: messages of 0 bytes on tutti's channel.
struct partner {
  int rank, tag;
};
void send_word(const partner& to) {
  check(next_pmpi.Send(nullptr, 0, MPI_BYTE, to.rank, to.tag, this_world()->channel));
}
MPI_Request expect_word(const partner& from) {
  MPI_Request r = MPI_REQUEST_NULL;
  check(PMPI_Irecv(nullptr, 0, MPI_BYTE, from.rank, from.tag, this_world()->channel, &r));
  return r;
}
void wait_for_words(std::vector<MPI_Request>& words) {
  check(progress::until_tested([&words](int* flag) {
    return next_pmpi.Testall(static_cast<int>(words.size()), words.data(), flag, MPI_STATUSES_IGNORE);
  }));
}

// Uses the tags of number 0, which belongs to no communicator. (tutti itself uses them only while MPI starts
// or ends, when no processes meet.)
int tag_of_meeting(int tag) {
  const world& w = *this_world();
  return w.first_tag(0) + 1 + static_cast<int>(static_cast<unsigned>(tag) % w.call_mask());
}

// A dissemination barrier of processes, given by their ranks in this world, in the same order everywhere.
void meet_among(const std::vector<int>& all, int tag) {
  const auto self = std::ranges::find(all, this_world()->rank);
  if (self == all.end() || std::ranges::find(all, MPI_UNDEFINED) != all.end()) return;
  const int rank = static_cast<int>(self - all.begin()), n = static_cast<int>(all.size());
  const auto at = [&all, n](int r) { return all[static_cast<std::size_t>((r + n) % n)]; };
  for (int skip = 1; skip < n; skip *= 2) {
    std::vector<MPI_Request> words{expect_word({at(rank - skip), tag_of_meeting(tag)})};
    send_word({at(rank + skip), tag_of_meeting(tag)});
    wait_for_words(words);
  }
}

// In MPICH 4.2, MPI_Ibarrier between two groups waits forever after an MPI_Igather in which processes that
// neither send nor receive had null arguments: the processes then number the calls differently.
bool barrier_between_groups_may_hang() {
  static const bool it_may = [] {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    check(PMPI_Get_library_version(text.data(), &length));
    const std::string_view version(text.data());
    const std::size_t number = version.find_first_of("0123456789");
    return version.starts_with("MPICH Version:") && version.substr(number).starts_with("4.2.");
  }();
  return it_may;
}

// A meeting without MPI_Ibarrier. Used only if every process has at most one thread at a time in MPI: all
// such meetings have the same tag, so that two concurrent ones would take each other's notifications.
void meet_between_groups(MPI_Comm comm) {
  std::vector<int> all = in_this_world(comm, PMPI_Comm_group);
  const std::vector<int> others = in_this_world(comm, PMPI_Comm_remote_group);
  all.insert(all.end(), others.begin(), others.end());
  std::ranges::sort(all);
  meet_among(all, 0);
}

bool must_meet_without_barrier(MPI_Comm comm) {
  return barrier_between_groups_may_hang() && !this_world()->threads_anywhere && is_inter(comm);
}

void meet_by_library(MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  if (PMPI_Ibarrier(comm, &request) != MPI_SUCCESS) return;
  progress::until_tested([&request](int* flag) { return next_pmpi.Test(&request, flag, MPI_STATUS_IGNORE); });
}

// tutti serves no communicator with a process that does not run it. The answer for others takes time for each
// process, and changes only if a process leaves tutti.
bool may_all_meet(communicator& c) {
  if (!c.native) return true;
  if (this_world()->any_left) return all_run_tutti(c.handle);
  if (!c.all_run_tutti) c.all_run_tutti = all_run_tutti(c.handle);
  return *c.all_run_tutti;
}

}  // namespace

void meet_in(MPI_Group group, int tag) { meet_among(in_this_world(group), tag); }

void meet(communicator& c) {
  if (c.arrivals.empty()) {
    ++c.calls;
    return run_now(c, meet_in_barrier, nullptr);
  }
  ++c.meetings;
  const auto& mine = c.arrivals[static_cast<std::size_t>(c.rank())];
  mine.at->store(mine.at_opening + c.meetings, std::memory_order_release);
  if (!progress::needed()) return;
  std::size_t arrived = 0;
  progress::until([&] {
    const auto has_arrived = [&c](const communicator::arrival_counter& a) {
      const std::uint32_t by = a.at->load(std::memory_order_acquire) - a.at_opening;
      return static_cast<std::int32_t>(by - c.meetings) >= 0;
    };
    while (arrived < c.arrivals.size() && has_arrived(c.arrivals[arrived])) ++arrived;
    return arrived == c.arrivals.size();
  });
}

void meet_on(MPI_Comm comm) {
  if (!may_have_to_meet()) return;
  if (must_meet_without_barrier(comm)) return meet_between_groups(comm);
  // Opening a communicator for a meeting costs as much as a meeting by messages. So it is opened only if all
  // processes share a node: later meetings then need no messages.
  communicator* const c = this_world()->near.reach_all ? communicator_of(comm) : nullptr;
  if (c && !still_native(*c) && !c->arrivals.empty()) return meet(*c);
  if (all_run_tutti(comm)) meet_by_library(comm);
}

void meet_on(communicator& c) {
  if (!may_have_to_meet()) return;
  if (c.inter && must_meet_without_barrier(c.handle)) return meet_between_groups(c.handle);
  if (!c.native && !c.arrivals.empty()) return meet(c);
  if (may_all_meet(c)) meet_by_library(c.handle);
}

void meet_with(MPI_Comm comm, int rank, int tag) {
  MPI_Group all = MPI_GROUP_NULL;
  check(is_inter(comm) ? PMPI_Comm_remote_group(comm, &all) : PMPI_Comm_group(comm, &all));
  meet_with_one_of(all, rank, tag);
  check(PMPI_Group_free(&all));
}

void meet_with_one_of(MPI_Group all, int rank, int tag) {
  int other = MPI_UNDEFINED, n = 0;
  check(PMPI_Group_size(all, &n));
  if (rank >= 0 && rank < n) check(PMPI_Group_translate_ranks(all, 1, &rank, this_world()->group, &other));
  if (other == MPI_UNDEFINED || other == this_world()->rank) return;
  std::vector<MPI_Request> words{expect_word({other, tag_of_meeting(tag)})};
  send_word({other, tag_of_meeting(tag)});
  wait_for_words(words);
}

bool all_have_threads() noexcept { return this_world()->threads_everywhere; }

members::members(MPI_Comm comm) { open_communicator(all_, comm); }

members::~members() {
  if (world* w = this_world(); w && all_.number >= 0) w->communicators.give(all_.number);
}

void members::meet() {
  if (!all_.native) mpi::meet(all_);
}

// Returns their ranks among all members, without this process: its own calls are ordered anyway.
std::vector<int> members::others(MPI_Group some) const {
  std::vector<int> ranks;
  for (const int there : in_this_world(some)) {
    int rank = there;
    if (all_.via.world_ranks)
      rank = static_cast<int>(std::ranges::find(all_.world_ranks, there) - all_.world_ranks.begin());
    if (rank >= 0 && rank < all_.size() && rank != all_.rank()) ranks.push_back(rank);
  }
  return ranks;
}

// Uses the last tag of the members' communicator. meet() never uses it at the same time.
void members::tell(MPI_Group some) {
  for (const int rank : others(some))
    send_word({all_.via.in_world(rank), all_.via.tag_to(rank) + static_cast<int>(all_.call_mask)});
}

void members::hear(MPI_Group some) {
  std::vector<MPI_Request> words;
  for (const int rank : others(some))
    words.push_back(expect_word({all_.via.in_world(rank), all_.via.tag + static_cast<int>(all_.call_mask)}));
  wait_for_words(words);
}

}  // namespace tutti::mpi
