// How an MPI communicator gets what tutti keeps with it. Nothing is created in MPI: nodes and ranks are those of
// MPI_COMM_WORLD, and the number that its messages bear is agreed on by an allreduce of the MPI library's on the communicator
// itself, which is legal where the program makes a collective call.

#include <algorithm>
#include <numeric>

#include "mpi/communicator.hpp"

namespace tutti::mpi {
namespace {

constexpr const char* too_many = "more communicators than tutti has numbers for";

class on_communicator final : public agreement {
 public:
  on_communicator(MPI_Comm comm, int rank) : comm_(comm), rank_(rank) {}
  ~on_communicator() = default;
  void largest(std::span<std::int64_t> values) override { combine(values, MPI_INT64_T, MPI_MAX); }
  void any_of(std::span<std::uint64_t> bits) override { combine(bits, MPI_UINT64_T, MPI_BOR); }
  [[nodiscard]] bool first() const noexcept override { return rank_ == 0; }

 private:
  template <class T>
  void combine(std::span<T> values, MPI_Datatype type, MPI_Op op) {
    const int code =
        PMPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), type, op, comm_);
    if (code != MPI_SUCCESS) throw failure(code, true);
  }

  MPI_Comm comm_;
  int rank_;
};

bool is_inter(MPI_Comm comm) {
  int inter = 0;
  check(PMPI_Comm_test_inter(comm, &inter));
  return inter != 0;
}

// The ranks in MPI_COMM_WORLD of a group's processes; MPI_UNDEFINED for those of other worlds.
std::vector<int> in_world(MPI_Group group) {
  int size = 0;
  check(PMPI_Group_size(group, &size));
  std::vector<int> ranks(static_cast<std::size_t>(size)), there(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  check(PMPI_Group_translate_ranks(group, size, ranks.data(), this_world()->group, there.data()));
  return there;
}

std::vector<int> members(MPI_Comm comm, int (*group_of)(MPI_Comm, MPI_Group*)) {
  MPI_Group group = MPI_GROUP_NULL;
  check(group_of(comm, &group));
  std::vector<int> ranks = in_world(group);
  check(PMPI_Group_free(&group));
  return ranks;
}

// One process counts the operations: the first one. Each of several worlds has a report of its own, and its own first one
// counts for that. Of the two groups of an inter-communicator the one does which has the first process of the world.
bool counts_operations(MPI_Comm comm, const std::vector<int>& ranks, int rank) {
  const auto first = std::ranges::find_if(ranks, [](int r) { return r != MPI_UNDEFINED; });
  if (first == ranks.end() || first - ranks.begin() != rank) return false;
  if (!is_inter(comm)) return true;
  const std::vector<int> others = members(comm, PMPI_Comm_remote_group);
  return std::ranges::none_of(others, [&](int r) { return r != MPI_UNDEFINED && r < *first; });
}

// What is known without asking the others. MPI may not be asked before the world is known: then nothing is served, now
// or later, on this communicator, and no other process serves anything.
std::unique_ptr<communicator> new_communicator(MPI_Comm comm) {
  auto s = std::make_unique<communicator>();
  check(PMPI_Comm_rank(comm, &s->by.rank));
  check(PMPI_Comm_size(comm, &s->by.size));
  if (!this_world()) {
    s->counts = s->rank() == 0;
    s->native = "MPI was started before tutti was loaded";
    return s;
  }
  s->world_ranks = members(comm, PMPI_Comm_group);
  s->counts = counts_operations(comm, s->world_ranks, s->rank());
  if (is_inter(comm))
    s->native = "inter-communicator";
  else if (std::ranges::find(s->world_ranks, MPI_UNDEFINED) != s->world_ranks.end())
    s->native = "processes of several MPI_COMM_WORLDs";  // of which some may run without tutti
  return s;
}

// What is around the communicator, and where there are several nodes of several processes, which processes share one.
surroundings look_around(communicator& s, const world& w) {
  const auto node = [&w](int r) { return w.nodes[static_cast<std::size_t>(r)]; };
  const int first = node(s.world_ranks[0]);
  if (std::ranges::all_of(s.world_ranks, [&](int r) { return node(r) == first; }))
    return {.p = s.size(), .per_node = s.size(), .nodes = 1};
  std::vector<int> names;
  for (const int r : s.world_ranks) names.push_back(node(r));
  node_map map(names);
  const surroundings around = surroundings_of(map);
  if (map.per_node() > 1) s.nodes = std::make_unique<const node_map>(std::move(map));
  return around;
}

}  // namespace

std::unique_ptr<communicator> open_switched_off(MPI_Comm comm) {
  auto s = new_communicator(comm);
  if (!s->native) decide_for(*s, {.p = s->size()});
  return s;
}

std::unique_ptr<communicator> open_communicator(MPI_Comm comm) {
  auto s = new_communicator(comm);
  if (s->native) return s;
  world& w = *this_world();
  on_communicator all(comm, s->rank());
  const std::optional<int> number = agree_on_number(w.communicators, w.threads, all);
  if (!number) {
    s->native = too_many;
    return s;
  }
  s->number = *number;
  s->tags = w.tag_of(*number, 0);
  s->last_call = (1U << w.call_bits) - 1;
  s->by.channel = w.channel;
  s->by.own = w.own;
  decide_for(*s, look_around(*s, w));
  bool same = true;
  for (int r = 0; r < s->size(); ++r) same = same && s->world_ranks[static_cast<std::size_t>(r)] == r;
  if (same)
    s->world_ranks = {};
  else
    s->by.world_ranks = s->world_ranks.data();
  return s;
}

}  // namespace tutti::mpi
