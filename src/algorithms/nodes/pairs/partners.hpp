#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// Who exchanges with whom, so that each two nodes do once: for node a, its process at place b mod n_a speaks
/// with node b, and for b its process at place a mod n_b. Calls each(b, rank) for every other node b that the
/// own process speaks with.
///
///     N = 5, n = 2:   node 3's place 0 speaks with nodes 0 2 4, its place 1 with node 1
template <class Each>
void each_pair(const hierarchy& h, Each each) {
  const int own = h.node(), n = h.members(own);
  for (int b = h.place(); b < h.nodes(); b += n)
    if (b != own) each(b, h.rank_at(b, own % h.members(b)));
}

/// The most nodes that one process speaks with.
inline int most_pairs(const shape& s) noexcept {
  const int many = s.node_count();
  if (many == 1) return 0;
  return s.per_node == 1 ? many - 1 : (many + s.per_node - 1) / s.per_node;
}

/// At most this many rounds: a message waits for those that its two ends have besides it.
inline double rounds_of_pairs(const shape& s) noexcept {
  const int k = s.equal_nodes() ? most_pairs(s) : s.node_count() - 1;
  return k > 1 ? 2.0 * k - 1 : k;
}

/// What each two nodes exchange, at most `bytes` each way. A node's link is crossed by what it has for all
/// others.
inline cost price_of_pairs(const shape& s, double bytes) noexcept {
  const double k = rounds_of_pairs(s);
  return {.rounds = k, .bytes = k * bytes, .link_bytes = (s.node_count() - 1) * bytes};
}

/// Of the other nodes, counted from the root's on, the i-th is served by the root's node's process at place i
/// mod n. Calls each(b, rank of its leader) for each node that the own process of the root's node serves.
template <class Each>
void each_served(const hierarchy& h, int root, Each each) {
  const int own = h.node_of(root), n = h.members(own);
  for (int i = h.place(); i + 1 < h.nodes(); i += n) {
    const int b = ring(own, i + 1, h.nodes());
    each(b, h.rank_at(b, 0));
  }
}

/// The rank in the root's node that serves another node.
inline int server_of(const hierarchy& h, int node, int root) noexcept {
  const int own = h.node_of(root), i = relative_rank(node, own, h.nodes()) - 1;
  return h.rank_at(own, i % h.members(own));
}

/// The most nodes that one process of the root's node serves.
inline double most_served(const shape& s) noexcept {
  const int others = s.node_count() - 1;
  return s.equal_nodes() ? (others + s.per_node - 1) / s.per_node : others;
}

/// What the processes of the root's node send to those that they serve, or receive from them.
/// Its link is crossed by all.
inline cost price_of_served(const shape& s, double bytes) noexcept {
  const double k = most_served(s);
  return {.rounds = k, .bytes = k * bytes, .link_bytes = (s.node_count() - 1) * bytes};
}

}  // namespace tutti
