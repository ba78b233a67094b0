// Lower bounds on networks. Sources are given with each bound.

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/least_costs.hpp"
#include "text/counted.hpp"
#include "tutti/model/bounds.hpp"
#include "tutti/model/lecture.hpp"

namespace tutti {
namespace {

// A call, with m bytes as the collective counts them.
struct bounded {
  collective of;
  int p;
  double m;
  std::span<const int> lengths;  // of the blocks, in bytes; empty: all have m / p
  int root;

  [[nodiscard]] double block(int rank) const {
    return lengths.empty() ? m / p : lengths[static_cast<std::size_t>(rank)];
  }
};

// A group of processes, for the bytes that must enter it.
struct part {
  int size;
  double blocks;             // the bytes of the blocks of its processes
  bool has_root, has_first;  // the root; process 0
};

// True if each process has the whole result: allreduce.
bool gives_all_sums(collective c) { return traits(c).op == combining::all && of_vectors(c) && !is_rooted(c); }

// The bytes that a group must receive from the other processes.
double bytes_into(const bounded& x, const part& group) {
  const double m = x.m, others = x.p - group.size;
  const collective c = x.of;
  const collective_traits& t = traits(c);
  if (t.shifts || t.receives.what == holding::nothing) return 0;
  if (is_rooted(c) && !combines(c)) {
    if (t.receives.at == holder::root) return group.has_root ? m - group.blocks : 0;  // gather
    return group.has_root ? 0 : of_vectors(c) ? m : group.blocks;                     // bcast, scatter
  }
  if (is_rooted(c)) return group.has_root ? m : 0;            // reduce
  if (is_personal(c)) return group.blocks * others;           // alltoall: m is what one process sends
  if (!combines(c)) return m - group.blocks;                  // allgather
  if (!of_vectors(c)) return group.blocks;                    // reduce_scatter
  return t.op == combining::all || !group.has_first ? m : 0;  // allreduce; scan and exscan
}

part rest_of(const bounded& x, const part& group) {
  return {x.p - group.size, x.m - group.blocks, !group.has_root, !group.has_first};
}

// The bytes that cross the border of a group in one direction, whichever needs more.
double bytes_across(const bounded& x, const part& group) {
  return std::max(bytes_into(x, group), bytes_into(x, rest_of(x, group)));
}

// The bytes that the processes of a group must send, or receive, whichever is more: from each other and from
// others.
double bytes_of_all_in(const bounded& x, const part& group) {
  const double m = x.m;
  const collective c = x.of;
  const collective_traits& t = traits(c);
  if (t.shifts || t.receives.what == holding::nothing) return 0;
  if (is_rooted(c) && of_vectors(c)) return m * (group.size - (group.has_root ? 1 : 0));  // bcast, reduce
  if (is_rooted(c)) return group.has_root ? m - x.block(x.root) : group.blocks;           // gather, scatter
  if (is_personal(c)) return group.size * m * (x.p - 1) / x.p;
  if (!of_vectors(c)) return m * group.size - group.blocks;  // allgather receives, reduce_scatter sends
  // An element takes p - 1 messages until the first process has its result, and one to each other process.
  if (gives_all_sums(c)) return group.size == x.p ? 2 * m * (x.p - 1) : m * group.size;
  return m * (group.size - (group.has_first ? 1 : 0));  // scan and exscan
}

// The bytes that cross a cut into halves in one direction. Which half has the root is not known.
double across_halves(const bounded& x) {
  const int small = x.p / 2;
  double least = 1e300;
  for (const bool root : {false, true})
    for (const bool first : {false, true})
      least = std::min(least, bytes_across(x, {small, x.m / x.p * small, root, first}));
  return least;
}

// Groups of processes whose messages to others share a link: its capacity is that of the first link that
// leaves the group.
struct border {
  std::vector<int> group_of;  // by rank
  double capacity = 0;
};

std::vector<part> parts_of(const bounded& x, const std::vector<int>& group_of) {
  std::map<int, part> groups;
  for (int r = 0; r < x.p; ++r) {
    part& g = groups[group_of[static_cast<std::size_t>(r)]];
    ++g.size;
    g.blocks += x.block(r);
    g.has_root = g.has_root || r == x.root;
    g.has_first = g.has_first || r == 0;
  }
  std::vector<part> all;
  for (const auto& [name, group] : groups) all.push_back(group);
  return all;
}

// The largest time that the link of one group needs.
double through_borders(const bounded& x, double beta, const border& by) {
  const std::vector<part> groups = parts_of(x, by.group_of);
  const auto n = static_cast<double>(groups.size());
  if (n < 2 || by.capacity <= 0) return 0;
  double most = 0;
  for (const part& group : groups) most = std::max(most, bytes_across(x, group));
  if (gives_all_sums(x.of)) most = std::max(most, 2 * x.m * (n - 1) / n);
  return beta * most / by.capacity;
}

// The largest time in which the memory of a node, and its link if there are other nodes, carry what its
// processes must send or receive. Messages between nodes do not go through the memory.
double through_memories(const bounded& x, const least_costs& least, double memory, const border& nodes) {
  double most = 0;
  for (const part& node : parts_of(x, nodes.group_of)) {
    const bool alone = node.size == x.p;
    // bytes a second; infinitely many without a beta
    const double speed = memory / least.beta + (alone ? 0 : nodes.capacity / least.between_nodes);
    most = std::max(most, bytes_of_all_in(x, node) / speed);
  }
  return most;
}

border nodes_as_borders(const network& on, const std::vector<int>& node_of) {
  border nodes{node_of};
  for (std::size_t r = 1; r < node_of.size() && nodes.capacity == 0; ++r)
    if (node_of[r] != node_of[0]) {
      std::vector<int> route;
      on.links->route(on.place_of(0), on.place_of(static_cast<int>(r)), route);
      if (!route.empty()) nodes.capacity = on.links->capacity(route.front());
    }
  return nodes;
}

border leaves_as_borders(const network& on, int p) {
  const leaf_switches leaves = on.links->leaves();
  border all{{}, leaves.uplinks};
  for (int r = 0; r < p; ++r)
    all.group_of.push_back(on.place_of(r) / on.links->places_per_node() / leaves.nodes);
  return all;
}

// The number of links that data must cross, to or from the root, or between any two processes. Of many
// processes, only the distances from process 0 are looked at.
int farthest(const bounded& x, const network& on) {
  constexpr int all_pairs = 256;
  const collective_traits& t = traits(x.of);
  const bool rooted = is_rooted(x.of), to_root = t.receives.at == holder::root;
  const bool upwards = t.op == combining::up_to || t.op == combining::before;
  int most = 0;
  for (int a = 0; a < (rooted || x.p > all_pairs ? 1 : x.p); ++a)
    for (int b = upwards ? a : 0; b < x.p; ++b) {
      const int one = rooted ? x.root : a;
      if (one == b || (!x.lengths.empty() && x.block(b) == 0)) continue;
      most = std::max(most, to_root ? on.hops(b, one) : on.hops(one, b));
    }
  return most;
}

// The largest number of bytes that one process must send or receive.
double bytes_of_one(const bounded& x) {
  if (!x.lengths.empty()) return x.m - x.block(x.root);
  // One port and no start-up: the time of the bytes.
  return lower_bound(x.of, x.p, x.m, {.alpha = 0, .beta = 1, .gamma = 0});
}

// The number of processes that must have data of one process, or of which one process must have data.
int reached(const bounded& x) {
  int n = x.p;
  for (int r = 0; !x.lengths.empty() && r < x.p; ++r) n -= r != x.root && x.block(r) == 0;
  return n;
}

}  // namespace

const stated_bound* binding(std::span<const stated_bound> all) {
  const auto most = std::ranges::max_element(all, {}, &stated_bound::seconds);
  return most == all.end() ? nullptr : &*most;
}

std::string why_without_bounds(const network& on) {
  if (on.has_protocols()) return "where a start-up keeps its ends busy for a part of its time (overhead)";
  if (on.model->overheads()) return "under LogP and LogGP";
  if (on.model->places() != 1 && !affine_between(*on.model, 0, 1))
    return "where the time of a message is not alpha + beta n";
  return "";
}

namespace {

void require(int p, int root, const network& on) {
  on.check(p);
  if (root < 0 || root >= p)
    throw std::invalid_argument("the root must be one of the " + counted(p, "process"));
}

// All bounds for several processes with data, on networks where messages take alpha + beta n.
std::vector<stated_bound> bounds_of(const bounded& x, const network& on) {
  std::vector<stated_bound> all;
  const std::vector<int> node_of = nodes_on(on, x.p);
  const std::optional<least_costs> least = least_costs_on(on, x.p, node_of);
  if (!least) return all;

  const collective_traits& t = traits(x.of);
  const double k = on.ports, alpha = least->alpha, beta = least->beta;
  const auto state = [&all](std::string_view name, double seconds, std::string_view source) {
    if (seconds > 0) all.push_back({name, seconds, source});
  };
  const bool whole = is_rooted(x.of) && of_vectors(x.of);  // bcast and reduce
  if (!t.shifts)
    state("rounds", alpha * lecture::broadcast_rounds(reached(x), on.ports) + (whole ? beta * x.m / k : 0),
          whole ? "Traeff, HPC lecture, lower bounds" : "Bruck, Ho, Kipnis, Upfal, Weathersby 1997");
  if (const double volume = bytes_of_one(x); volume > 0)
    state("volume", alpha + beta * volume / k,
          gives_all_sums(x.of) ? "Patarasuk, Yuan 2009" : "Traeff, HPC lecture, lower bounds");
  if (on.links) {
    if (least->hop > 0 && !t.shifts)
      state("distance", alpha + (farthest(x, on) - 1) * std::min(alpha, least->hop),
            "Traeff, HPC lecture, lower bounds (diameter)");
    const double width = on.links->bisection_width();
    const bool halves = on.links->places() == x.p && !on.links->is_cluster() && x.lengths.empty() &&
                        (on.links->places_per_node() == 1 || x.p / on.links->places_per_node() % 2 == 0);
    if (const double b = across_halves(x); b > 0 && width > 0 && halves)
      state("bisection", alpha + beta * b / width, "Traeff, HPC lecture, lower bounds (bisection)");
    const auto share = [&](std::string_view name, double seconds) {
      if (seconds > 0)
        state(name, alpha + seconds, "Traeff, HPC lecture, hierarchical communication systems");
    };
    if (on.links->is_cluster() && !node_of.empty()) {
      const border nodes = nodes_as_borders(on, node_of);
      share("node", through_borders(x, least->between_nodes, nodes));
      if (const double memory = on.links->memory_lanes(); memory > 0)
        share("memory", through_memories(x, *least, memory, nodes));
    }
    if (on.links->is_cluster() && on.links->leaves().nodes > 0)
      share("leaf", through_borders(x, least->between_nodes, leaves_as_borders(on, x.p)));
  }
  if (combines(x.of) && on.gamma > 0)
    state("combining", alpha + on.gamma * x.m * (x.p - 1) / x.p,
          "each element of a result combines p operands");
  return all;
}

}  // namespace

std::vector<stated_bound> lower_bounds(collective c, int p, double bytes, const network& on, int root) {
  require(p, root, on);
  const bool without_data = traits(c).receives.what == holding::nothing;
  if (p == 1 || is_neighbourhood(c) || (bytes <= 0 && !without_data)) return {};
  if (!why_without_bounds(on).empty()) return {};
  return bounds_of({c, p, without_data ? 0 : bytes, {}, root}, on);
}

// Nothing is added to the bytes of a process, since start-ups may pass at the same time. In the memory of a
// node, the bytes of a short message keep each of its ends busy for half of their time only.
double least_time_with_overheads(collective c, int p, double bytes, const network& on, int root) {
  require(p, root, on);
  if (p == 1 || is_neighbourhood(c) || !(on.has_protocols() || on.model->overheads())) return 0;
  double alpha = 0, beta = 0;
  if (const loggp* const l = on.model->overheads()) {
    alpha = l->L + 2 * l->o, beta = l->G;
  } else {
    const std::vector<int> node_of = nodes_on(on, p);
    const std::optional<least_costs> least = least_costs_on(on, p, node_of);
    if (!least) return 0;
    // Data for several processes of a node are written once.
    alpha = std::max(0.0, least->alpha - on.overhead);
    beta = on.links ? least->beta / 2 : least->beta;
  }
  const bool moves = traits(c).receives.what != holding::nothing && bytes > 0;
  return std::max(alpha, moves ? beta * bytes_of_one({c, p, bytes, {}, root}) : 0);
}

std::vector<stated_bound> lower_bounds(collective c, std::span<const int> lengths, const network& on,
                                       int root) {
  if (c != collective::gatherv && c != collective::scatterv)
    throw std::invalid_argument("no lower bounds are known for unequal blocks of " + std::string(name_of(c)));
  const int p = static_cast<int>(lengths.size());
  require(p, root, on);
  const bounded x{c, p, std::accumulate(lengths.begin(), lengths.end(), 0.0), lengths, root};
  if (reached(x) == 1 || !why_without_bounds(on).empty()) return {};
  return bounds_of(x, on);
}

std::vector<trade_off> trade_offs(collective c, int p, double bytes, const network& on, int pieces) {
  on.check(p);
  std::vector<trade_off> all;
  if (p == 1 || bytes <= 0 || !why_without_bounds(on).empty()) return all;
  const std::optional<least_costs> least = least_costs_on(on, p, nodes_on(on, p));
  if (!least) return all;
  const int k = on.ports;
  if (c == collective::bcast && pieces > 0 && k == 1) {
    const int rounds = lecture::pipelined_broadcast_rounds(p, pieces);
    all.push_back({"in " + counted(pieces, "block"), rounds, bytes,
                   rounds * (least->alpha + least->beta * bytes / pieces),
                   "Traeff, HPC lecture, pipelining lower bound"});
  }
  if (c == collective::alltoall) {
    const auto state = [&](const char* condition, int rounds, double over_each_port, const char* source) {
      all.push_back({condition, rounds, over_each_port * k,
                     least->alpha * rounds + least->beta * over_each_port, source});
    };
    const int fewest = lecture::exchange_rounds(p, k);
    const char* const source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997";
    long long reached = 1;
    for (int w = 0; w < fewest; ++w) reached *= k + 1LL;
    if (reached == p)
      state("in the fewest rounds", fewest, lecture::alltoall_volume_of_fewest_rounds(p, bytes, k), source);
    else
      all.push_back({"in the fewest rounds", fewest, std::nullopt, std::nullopt, source});
    state("with the least bytes", lecture::alltoall_direct_rounds(p, k), bytes * (p - 1) / p / k,
          "Traeff, HPC lecture, trade-offs for alltoall");
  }
  return all;
}

}  // namespace tutti
