#pragma once

#include <algorithm>

#include "algorithms/alltoall/agreement.hpp"
#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/composed_price.hpp"

namespace tutti {

// By which costs alltoallv_on_lanes() chooses, and what it then costs.

/// The bytes that travel during a start-up, as call::straight_beyond tells them.
inline double startup_bytes(double straight_beyond) noexcept { return straight_beyond / straight_startups; }

/// How blocks travel on lanes and on nodes, if not straight.
struct way {
  combination lanes, node;
  bool straight;
};

/// For N = `many` nodes of n processes, blocks of at most `longest` bytes of which no process sends or receives more than `most`.
/// On the link that the processes of a node share, n times fewer bytes travel during a start-up. What goes straight is not padded,
/// and does so out of step: half of the shorter of start-up and data passes during those of others.
inline way fastest_way(int many, int n, double longest, double most, double startup) {
  const combination lanes = best_combination(many, n * longest, startup / n),
                    node = best_combination(n, many * longest, startup);
  const double block = most / std::max(1, many * n - 1),
               hidden = n > 1 ? std::min(startup, n * block) / 2 : 0;
  const double straight = n * (many - 1.0) * (startup + n * block - hidden) + (n - 1) * (startup + block);
  return {lanes, node, straight <= n * lanes.bytes + node.bytes};
}

/// Rounds of agreement.
inline cost price_of_agreement(double rounds) noexcept {
  return {.rounds = rounds, .bytes = rounds * sizeof(extremes)};
}

/// Of what is combined on one lane or on one node of p processes.
inline cost price_of_combined(const combination& by, int p, double block) {
  if (by.radix < p) return price_by_digits({.p = p, .bytes = block * p}, by.radix);
  return {.rounds = p - 1.0, .bytes = (p - 1) * block};
}

/// `agreed`: what it costs to agree, where nodes are equal.
inline cost price_on_lanes(const shape& s, const cost& agreed) {
  if (!s.equal_nodes()) return alltoallv_agreed_entry.price(s);
  const int many = s.node_count(), n = s.per_node;
  const double block = s.longest_block();
  const way by = fastest_way(many, n, block, (s.p - 1) * block, startup_bytes(s.straight_beyond));
  cost far{.rounds = n * (many - 1.0), .bytes = n * (many - 1) * block},
      near{.rounds = n - 1.0, .bytes = (n - 1) * block};
  if (!by.straight) {
    far = price_of_combined(by.lanes, many, n * block);
    near = price_of_combined(by.node, n, many * block);
  }
  return agreed + far_cost(far, n) + near_cost(near, n);
}

}  // namespace tutti
