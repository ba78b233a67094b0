// Lower bounds on networks. Sources are given with each bound.

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "tutti/model/bounds.hpp"
#include "tutti/model/lecture.hpp"

namespace tutti {
namespace {

// The smallest costs of a message, over all pairs of processes.
struct least_costs {
  double alpha = 1e300, beta = 1e300;
  double hop = 0;                // start-up of each further link
  double between_nodes = 1e300;  // beta of messages between nodes
};

struct affine {
  double alpha, beta, hop;
};

// The cost of a message if it is alpha + beta n for all n.
std::optional<affine> affine_between(const cost_model& model, int from, int to) {
  constexpr std::size_t n = std::size_t{1} << 20U;
  const auto none = model.of(from, to, 0, 1), one = model.of(from, to, n, 1),
             two = model.of(from, to, 2 * n, 1), farther = model.of(from, to, 0, 2);
  const double tolerance = 1e-9 * (one.startup + one.data);
  if (std::abs(one.startup - none.startup) > tolerance || std::abs(two.data - 2 * one.data) > tolerance)
    return std::nullopt;
  return affine{none.startup, one.data / static_cast<double>(n), farther.startup - none.startup};
}

// Null if the costs are not affine. Of many processes, only the pairs with process 0 are looked at, unless
// each pair has its own costs.
std::optional<least_costs> costs_of(const network& on, int p, const std::vector<int>& node_of) {
  const bool alike = on.model->uniform() || on.model->stores_and_forwards();
  const bool by_pair = on.model->places() > 0 && on.model->places_per_node() == 0;
  least_costs least;
  for (int a = 0; a < (by_pair ? p : 1); ++a)
    for (int b = 0; b < p; ++b) {
      if (a == b) continue;
      const auto one = affine_between(*on.model, on.place_of(a), on.place_of(b));
      if (!one) return std::nullopt;
      least.alpha = std::min(least.alpha, one->alpha);
      least.beta = std::min(least.beta, one->beta);
      least.hop = one->hop;
      const auto node = [&](int r) { return node_of.empty() ? r : node_of[static_cast<std::size_t>(r)]; };
      if (node(a) != node(b)) least.between_nodes = std::min(least.between_nodes, one->beta);
      if (alike && (node_of.empty() || least.between_nodes < 1e300)) return least;
    }
  return least;
}

// A group of processes, for the bytes that must enter it.
struct part {
  int size;
  bool has_root, has_first;  // the root; process 0
};

// The bytes that a group must receive from the other processes.
double bytes_into(collective c, int p, double m, const part& group) {
  const double block = m / p, own = group.size, others = p - group.size;
  const collective_traits& t = traits(c);
  if (t.shifts || t.receives.what == holding::nothing) return 0;
  if (is_rooted(c) && !combines(c)) {
    if (t.receives.at == holder::root) return group.has_root ? block * others : 0;  // gather
    return group.has_root ? 0 : of_vectors(c) ? m : block * own;                    // bcast, scatter
  }
  if (is_rooted(c)) return group.has_root ? m : 0;            // reduce
  if (is_personal(c)) return block * own * others;            // alltoall: m is what one process sends
  if (!combines(c)) return block * others;                    // allgather
  if (!of_vectors(c)) return block * own;                     // reduce_scatter
  return t.op == combining::all || !group.has_first ? m : 0;  // allreduce; scan and exscan
}

part rest_of(const part& group, int p) { return {p - group.size, !group.has_root, !group.has_first}; }

// The bytes that cross the border of a group in one direction, whichever needs more.
double bytes_across(collective c, int p, double m, const part& group) {
  return std::max(bytes_into(c, p, m, group), bytes_into(c, p, m, rest_of(group, p)));
}

// The bytes that cross a cut into halves in one direction. Which half has the root is not known.
double across_halves(collective c, int p, double m) {
  const int small = p / 2;
  double least = 1e300;
  for (const bool root : {false, true})
    for (const bool first : {false, true})
      least = std::min(least, bytes_across(c, p, m, {small, root, first}));
  return least;
}

// Groups of processes whose messages to others share a link: its capacity is that of the first link that
// leaves the group.
struct border {
  std::vector<int> group_of;  // by rank
  double capacity = 0;
};

// The largest time that the link of one group needs.
double through_borders(collective c, int p, double m, double beta, int root, const border& by) {
  std::map<int, part> groups;
  for (int r = 0; r < p; ++r) {
    part& g = groups[by.group_of[static_cast<std::size_t>(r)]];
    ++g.size;
    g.has_root = g.has_root || r == root;
    g.has_first = g.has_first || r == 0;
  }
  const auto n = static_cast<double>(groups.size());
  if (n < 2 || by.capacity <= 0) return 0;
  double most = 0;
  for (const auto& [name, group] : groups) most = std::max(most, bytes_across(c, p, m, group));
  if (traits(c).op == combining::all && of_vectors(c)) most = std::max(most, 2 * m * (n - 1) / n);
  return beta * most / by.capacity;
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
int farthest(collective c, int p, const network& on, int root) {
  constexpr int all_pairs = 256;
  const bool to_root = traits(c).receives.at == holder::root;
  const bool upwards = traits(c).op == combining::up_to || traits(c).op == combining::before;
  int most = 0;
  for (int a = 0; a < (is_rooted(c) || p > all_pairs ? 1 : p); ++a)
    for (int b = upwards ? a : 0; b < p; ++b) {
      const int one = is_rooted(c) ? root : a;
      if (one != b) most = std::max(most, to_root ? on.hops(b, one) : on.hops(one, b));
    }
  return most;
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

std::vector<stated_bound> lower_bounds(collective c, int p, double bytes, const network& on, int root) {
  on.check(p);
  if (root < 0 || root >= p)
    throw std::invalid_argument("the root must be one of the " + std::to_string(p) + " processes");
  std::vector<stated_bound> all;
  const collective_traits& t = traits(c);
  const bool without_data = t.receives.what == holding::nothing;
  if (p == 1 || is_neighbourhood(c) || (bytes <= 0 && !without_data)) return all;
  if (!why_without_bounds(on).empty()) return all;
  const std::vector<int> node_of = nodes_on(on, p);
  const std::optional<least_costs> least = costs_of(on, p, node_of);
  if (!least) return all;

  const double m = without_data ? 0 : bytes, k = on.ports, alpha = least->alpha, beta = least->beta;
  const auto state = [&all](std::string_view name, double seconds, std::string_view source) {
    if (seconds > 0) all.push_back({name, seconds, source});
  };
  const bool whole = is_rooted(c) && of_vectors(c);  // bcast and reduce
  if (!t.shifts)
    state("rounds", alpha * lecture::broadcast_rounds(p, on.ports) + (whole ? beta * m / k : 0),
          whole ? "Traeff, HPC lecture, lower bounds" : "Bruck, Ho, Kipnis, Upfal, Weathersby 1997");
  // One port and no start-up: the bytes that one process must send or receive.
  const double volume = lower_bound(c, p, m, {.alpha = 0, .beta = 1, .gamma = 0});
  if (volume > 0)
    state("volume", alpha + beta * volume / k,
          t.op == combining::all && of_vectors(c) ? "Patarasuk, Yuan 2009"
                                                  : "Traeff, HPC lecture, lower bounds");
  if (on.links) {
    if (least->hop > 0 && !t.shifts)
      state("distance", alpha + (farthest(c, p, on, root) - 1) * std::min(alpha, least->hop),
            "Traeff, HPC lecture, lower bounds (diameter)");
    const double width = on.links->bisection_width();
    const bool halves = on.links->places() == p && !on.links->is_cluster() &&
                        (on.links->places_per_node() == 1 || p / on.links->places_per_node() % 2 == 0);
    if (const double b = across_halves(c, p, m); b > 0 && width > 0 && halves)
      state("bisection", alpha + beta * b / width, "Traeff, HPC lecture, lower bounds (bisection)");
    const auto share = [&](std::string_view name, const border& by) {
      if (const double seconds = through_borders(c, p, m, least->between_nodes, root, by); seconds > 0)
        state(name, alpha + seconds, "Traeff, HPC lecture, hierarchical communication systems");
    };
    if (on.links->is_cluster() && !node_of.empty()) share("node", nodes_as_borders(on, node_of));
    if (on.links->is_cluster() && on.links->leaves().nodes > 0) share("leaf", leaves_as_borders(on, p));
  }
  if (combines(c) && on.gamma > 0)
    state("combining", alpha + on.gamma * m * (p - 1) / p, "each element of a result combines p operands");
  return all;
}

}  // namespace tutti
