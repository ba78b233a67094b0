// Alltoall of blocks of any lengths on lanes. The longest block is agreed on by node; then everybody knows whether blocks are
// small, and they travel padded to it, combined on all lanes and then on each node, as in alltoall.full_lane; or large, and they go
// straight.
//
//   to agree           full_lane: on each node, on all lanes;  node_pairs: on each node, between each two nodes, on each node
//   to send on a lane  for node 0, 1, ...:  for place 0, 1, ...      that is, in node order
//   and on the node    for place 0, 1, ...:  from node 0, 1, ...     that is, in lane order
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020; agreement and padding as in
// alltoallv.agreed: Fan et al. 2022, Traeff 2018.
// Cost: N nodes of n processes: to agree ceil(log2 n) and ceil(log2 N) rounds of a word, or 2 ceil(log2 n) and at most
// 2 ceil(N / n) - 1, between fast nodes of many processes less.
// For p blocks of m/p bytes then, by the digits of distances, at best ceil(log2 N) + ceil(log2 n) rounds and
// beta m/2 (log2 N + log2 n), or (p - 1) alpha + beta m. Any p, any layout; unequal nodes: alltoallv.agreed.

#include <algorithm>

#include "algorithms/alltoall/agreement.hpp"
#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/alltoall/rounds.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/full_lane/lanes.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"

namespace tutti {
namespace {

enum class agreement : bool { on_lanes, in_pairs };

task greatest_by_node(process& self, const hierarchy* h, agreement how, extremes& mine) {
  const auto message = [](extremes& e) {
    return buffer(reinterpret_cast<std::byte*>(&e), sizeof e, byte_type);
  };
  group node = h->own_node();
  co_await greatest_of_all(node, mine);
  if (how == agreement::on_lanes) {
    group lane = h->lane();
    co_await greatest_of_all(lane, mine);
    co_return;
  }
  const workspace<extremes> others(static_cast<std::size_t>(h->nodes()));
  const workspace<transfer> pairs(static_cast<std::size_t>(h->nodes()));
  extremes own = mine;
  std::size_t k = 0;
  each_pair(*h, [&](int, int rank) {
    pairs[k] = {message(own), rank, message(others[k]), rank};
    ++k;
  });
  const std::span<transfer> now = pairs.first(k);
  if (k > 0) co_await self.together(now);
  for (const extremes& other : others.first(k))
    mine = {std::max(mine.longest, other.longest), std::max(mine.most, other.most)};
  co_await greatest_of_all(node, mine);
}

/// How blocks travel on lanes and on nodes, if not straight.
struct way {
  combination lanes, node;
  bool straight;
};
// On the link that the processes of a node share, n times fewer bytes travel during a start-up. What goes straight is not padded,
// and does so out of step: half of the shorter of start-up and data passes during those of others.
way best_way(int many, int n, double longest, double most, double startup) {
  const combination lanes = best_combination(many, n * longest, startup / n),
                    node = best_combination(n, many * longest, startup);
  const double block = most / std::max(1, many * n - 1),
               hidden = n > 1 ? std::min(startup, n * block) / 2 : 0;
  const double straight = n * (many - 1.0) * (startup + n * block - hidden) + (n - 1) * (startup + block);
  return {lanes, node, straight <= n * lanes.bytes + node.bytes};
}

task by_digits(process& self, const_blocks send, blocks recv, int radix) {
  return radix >= self.size() ? alltoall_batched(self, send, recv)
                              : alltoall_bruck_radix(self, send, recv, radix);
}

task combined(process& self, const_blocks send, blocks recv, const hierarchy* h, std::size_t block, way by) {
  group node = h->own_node(), lane = h->lane();
  const int n = node.size(), many = h->nodes(), p = self.size(), rank = self.rank();
  const scratch sorted(self, static_cast<std::size_t>(p) * block),
      come(self, static_cast<std::size_t>(p) * block);
  const auto at = [block](const scratch& in, int i, std::size_t bytes) {
    return in.slice(static_cast<std::size_t>(i) * block, bytes);
  };
  const auto parts = [block](const scratch& in, int each, int number) {
    return blocks::regular(in.all().data, static_cast<std::size_t>(each) * block, byte_type, number);
  };
  for (int k = 0; k < p; ++k)
    if (const int to = h->rank_at(k); to != rank) self.copy(send[to], at(sorted, k, send[to].bytes()));
  co_await by_digits(lane, parts(sorted, n, many), parts(come, n, many), by.lanes.radix);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < many; ++j) self.copy(at(come, j * n + i, block), at(sorted, i * many + j, block));
  co_await by_digits(node, parts(sorted, many, n), parts(come, many, n), by.node.radix);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < many; ++j)
      if (const int from = h->rank_at(j, i); from != rank)
        self.copy(at(come, i * many + j, recv[from].bytes()), recv[from]);
}

double startup_bytes(double direct) { return direct / straight_startups; }

cost price_of_phase(const combination& by, int p, double block) {
  if (by.radix < p) return price_by_digits({.p = p, .bytes = block * p}, by.radix);
  return {.rounds = p - 1.0, .bytes = (p - 1) * block};
}

cost price(const shape& s, agreement how) {
  if (!s.equal_nodes()) return alltoallv_agreed_entry.price(s);
  const int many = s.node_count(), n = s.per_node;
  const double block = s.longest_block();
  const auto words = [](double rounds) { return cost{.rounds = rounds, .bytes = rounds * sizeof(extremes)}; };
  const cost agreed = how == agreement::on_lanes
                          ? near_cost(words(ceil_log2(n))) + words(ceil_log2(many))
                          : near_cost(words(2 * ceil_log2(n))) + words(rounds_of_pairs(s));
  const way by = best_way(many, n, block, (s.p - 1) * block, startup_bytes(s.straight_beyond));
  cost far{.rounds = n * (many - 1.0), .bytes = n * (many - 1) * block},
      near{.rounds = n - 1.0, .bytes = (n - 1) * block};
  if (!by.straight)
    far = price_of_phase(by.lanes, many, n * block), near = price_of_phase(by.node, n, many * block);
  far.bytes *= s.sharing;
  near.bytes *= s.memory_sharing;
  return agreed + far + near_cost(near);
}

// Where start-ups overlap it has not been measured: no better than alltoallv.agreed, which stands before it.
double estimate(const shape& s, const message_costs& on, agreement how) {
  const auto message = [](const cost& c) { return c.rounds > 0 ? c.bytes / c.rounds : 0; };
  if (on.at(s.bytes).overlaps()) return alltoallv_agreed_entry.estimate(s, on);
  cost far = price(s, how);
  if (how == agreement::in_pairs && s.equal_nodes()) far.rounds += most_pairs(s) - rounds_of_pairs(s);
  const cost near{.rounds = far.near_rounds, .bytes = far.near_bytes};
  far.rounds -= near.rounds;
  far.bytes -= near.bytes;
  return far.seconds(on.at(message(far)).between) + near.seconds(on.at(message(near)).within);
}

task run(process& self, call c, agreement how) {
  const hierarchy h(self, c.nodes);
  const double startup = startup_bytes(static_cast<double>(c.straight_beyond));
  const int p = self.size(), rank = self.rank(), n = h.members(h.node());
  if (!h.regular()) {
    co_await alltoall_agreed(self, c.send, c.recv, startup / c.nodes->per_node());
    co_return;
  }
  extremes all;
  std::size_t sent = 0, received = 0;
  for (int i = 0; i < p; ++i) {
    if (i == rank) continue;
    all.longest = std::max(all.longest, c.send[i].bytes());
    sent += c.send[i].bytes(), received += c.recv[i].bytes();
  }
  all.most = std::max(sent, received);
  co_await greatest_by_node(self, &h, how, all);
  const way by =
      best_way(h.nodes(), n, static_cast<double>(all.longest), static_cast<double>(all.most), startup);
  if (by.straight) {
    co_await alltoall_batched(self, c.send, c.recv);
    co_return;
  }
  self.copy(c.send[rank], c.recv[rank]);
  if (all.longest > 0) co_await combined(self, c.send, c.recv, &h, all.longest, by);
}

}  // namespace

constexpr algorithm full_lane_entry{
    .of = collective::alltoallv,
    .name = "full_lane",
    .summary = "agree on each node and on all lanes; small blocks combined likewise, large ones straight",
    .source = "Traeff, Hunold 2020; Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022",
    .needs = {.straight = true, .nodes = true},
    .run = [](process& self, const call& c) { return run(self, c, agreement::on_lanes); },
    .price = [](const shape& s) { return price(s, agreement::on_lanes); },
    .bound = true,
    .exact_if_equal = true,
    .surplus = true,
    .worst = 2,  // as with batched, where some blocks are empty
    .on_network = traffic::by_node,
    .estimate = [](const shape& s, const message_costs& on) { return estimate(s, on, agreement::on_lanes); },
};
constexpr algorithm node_pairs_entry{
    .of = collective::alltoallv,
    .name = "node_pairs",
    .summary = "as full_lane, but each two nodes agree directly",
    .source = "after Traeff, Hunold 2020; Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022",
    .needs = {.straight = true, .nodes = true},
    .run = [](process& self, const call& c) { return run(self, c, agreement::in_pairs); },
    .price = [](const shape& s) { return price(s, agreement::in_pairs); },
    .bound = true,
    .surplus = true,
    .worst = 2,
    .on_network = traffic::by_node,
    .estimate = [](const shape& s, const message_costs& on) { return estimate(s, on, agreement::in_pairs); },
};

constexpr algorithm for_any_types(algorithm a) {
  a.of = collective::alltoallw;
  return a;
}
extern const algorithm alltoallv_full_lane_entry = full_lane_entry;
extern const algorithm alltoallw_full_lane_entry = for_any_types(full_lane_entry);
extern const algorithm alltoallv_node_pairs_entry = node_pairs_entry;
extern const algorithm alltoallw_node_pairs_entry = for_any_types(node_pairs_entry);

}  // namespace tutti
