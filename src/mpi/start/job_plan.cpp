#include "mpi/start/job_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "select/plan.hpp"
#include "tutti/nodes.hpp"

namespace tutti::mpi {
namespace {

// The result for one call, as it is sent. It names the algorithm by its index, because the processes of a
// program may have the catalogue at different addresses.
struct finding {
  std::uint64_t place;  // index in the catalogue
  std::uint64_t piece;
  double seconds;
};
static_assert(std::is_trivially_copyable_v<finding>);

finding to_send(const planned_call& c) {
  const auto all = catalogue();
  const auto at = std::ranges::find(all, c.found.use);
  return {static_cast<std::uint64_t>(at - all.begin()), c.found.piece, c.seconds};
}

void take(planned_call& c, const finding& f) {
  const auto all = catalogue();
  if (f.place < all.size()) c.found = {.use = all[f.place], .piece = f.piece};
  c.seconds = f.seconds;
}

// Returns the rank that decides the portion. The portions that take longest come first. They are dealt out to
// the ranks in ascending, then in descending order, and so on.
int owner_of(std::size_t portion, int processes) {
  const auto p = static_cast<std::size_t>(processes);
  const std::size_t lap = portion / p, place = portion % p;
  return static_cast<int>(lap % 2 == 0 ? place : p - 1 - place);
}

// Decides this process's portions and gathers the results of all. The results of the other processes are zero
// until the bitwise OR combines them.
void do_together(const world& w, planning& plan) {
  std::vector<finding> all;
  std::vector<planning::portion>& work = plan.work();
  for (std::size_t i = 0; i < work.size(); ++i) {
    const bool mine = owner_of(i, w.size) == w.rank;
    if (mine) plan.decide(work[i]);
    for (const planned_call& c : work[i]) all.push_back(mine ? to_send(c) : finding{});
  }
  check(PMPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size() * sizeof(finding)), MPI_BYTE,
                       MPI_BOR, w.channel));
  auto next = all.begin();
  for (planning::portion& portion : work)
    for (planned_call& c : portion) take(c, *next++);
}

}  // namespace

std::shared_ptr<const profile> plan_together(const world& w, settings& user) {
  constexpr std::size_t more = 3;  // 560 processes simulate this much in about a second
  try {
    const plan_options how{.messages = more * user.simulated_messages, .at_once = true};
    planning plan(user.platform, surroundings_of(node_map(w.domains)), how);
    do {
      do_together(w, plan);
    } while (plan.refine());
    return std::make_shared<const profile>(plan.result());
  } catch (const std::invalid_argument& wrong) {
    // The machine file describes a single network, which does not fit the number of processes.
    user.warnings.push_back(std::string("TUTTI_PLAN=job is not used: ") + wrong.what());
    return {};
  }
}

}  // namespace tutti::mpi
