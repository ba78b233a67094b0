#pragma once

#include <algorithm>

#include "algorithms/alltoall/agreement.hpp"
#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/alltoall/rounds.hpp"
#include "algorithms/composed_price.hpp"

namespace tutti {

// The costs by which alltoallv_on_lanes() chooses, and its price.

/// The way of blocks on lanes and on nodes, unless they go straight.
struct way {
  combination lanes, node;
  bool straight;
};

/// The fastest way for N = `many` nodes of n processes. On the link that the processes of a node share, n
/// times fewer bytes travel during a start-up. Blocks that go straight are neither padded nor empty. As many
/// of them as there are processes on other nodes are taken to go there, and out of step: if start-ups do not
/// overlap, half of the shorter of start-ups and data passes during those of others. `s(k)` returns the
/// start-ups if k processes share a link.
template <class Startups>
way fastest_way(int many, int n, const agreed_lengths& agreed, Startups s) {
  const startups alone = s(1);
  const combination lanes = best_combination(many, n * agreed.longest, s(n)),
                    node = best_combination(n, many * agreed.longest, alone);
  const double far = std::min(agreed.blocks, n * (many - 1.0)), near = agreed.blocks - far,
               block = agreed.most / std::max(1.0, agreed.blocks),
               hidden = n > 1 && !alone.overlap() ? std::min(far * alone.alone, far * n * block) / 2 : 0;
  const double straight = alone.with(far + near, far * n * block + near * block) - hidden;
  return {lanes, node, straight <= n * lanes.bytes + node.bytes};
}

/// The price of rounds of agreement.
inline cost price_of_agreement(double rounds) noexcept {
  return {.rounds = rounds, .bytes = rounds * sizeof(extremes)};
}

/// The price of combined blocks on one lane or on one node of p processes.
inline cost price_of_combined(const combination& by, int p, double block) {
  if (by.radix < p) return price_by_digits({.p = p, .bytes = block * p}, by.radix);
  return price_of_batches(p - 1.0, (p - 1) * block);
}

/// The price of alltoallv_on_lanes(). `agreed`: the price of the agreement on equal nodes.
inline cost price_on_lanes(const shape& s, const cost& agreed) {
  if (!s.equal_nodes()) return alltoallv_agreed_entry.price(s);
  const int many = s.node_count(), n = s.per_node;
  const double block = s.longest_block();
  const way by = fastest_way(many, n, agreed_lengths(s.p, block),
                             [&s](int sharing) { return startups(s.straight_beyond, s.busy, sharing); });
  cost far = price_of_batches(n * (many - 1.0), n * (many - 1) * block),
       near = price_of_batches(n - 1.0, (n - 1) * block);
  if (!by.straight) {
    far = price_of_combined(by.lanes, many, n * block);
    near = price_of_combined(by.node, n, many * block);
  }
  return agreed + far_cost(far, n) + near_cost(near, n);
}

}  // namespace tutti
