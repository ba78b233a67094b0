#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// Pairs processes such that each two nodes exchange once: the process at place b mod n_a of node a exchanges
/// with the process at place a mod n_b of node b. Calls each(b, rank) for every other node b with which this
/// process exchanges, and its partner there.
///
///     N = 5, n = 2:   node 3's place 0 exchanges with nodes 0 2 4, its place 1 with node 1
template <class Each>
void each_pair(const hierarchy& h, Each each) {
  const int own = h.node(), n = h.members(own);
  for (int b = h.place(); b < h.nodes(); b += n)
    if (b != own) each(b, h.rank_at(b, own % h.members(b)));
}

/// The largest number of nodes with which one process exchanges.
inline int most_pairs(const shape& s) noexcept {
  const int many = s.node_count();
  if (many == 1) return 0;
  return s.per_node == 1 ? many - 1 : (many + s.per_node - 1) / s.per_node;
}

/// The largest number of rounds: a message waits for the other messages of its two ends.
inline double rounds_of_pairs(const shape& s) noexcept {
  const int k = s.equal_nodes() ? most_pairs(s) : s.node_count() - 1;
  return k > 1 ? 2.0 * k - 1 : k;
}

/// The price of an exchange of at most `bytes` each way between each two nodes. The messages of a node for
/// all others cross its link.
inline cost price_of_pairs(const shape& s, double bytes) noexcept {
  const double k = rounds_of_pairs(s);
  return {.rounds = k, .bytes = k * bytes, .link_bytes = (s.node_count() - 1) * bytes};
}

/// The i-th of the other nodes, counted from 0 after the root's, is served by the process at place i mod n of
/// the root's node. Calls each(b, rank of b's leader) for each node b that this process, on the root's node,
/// serves.
template <class Each>
void each_served(const hierarchy& h, int root, Each each) {
  const int own = h.node_of(root), n = h.members(own);
  for (int i = h.place(); i + 1 < h.nodes(); i += n) {
    const int b = ring(own, i + 1, h.nodes());
    each(b, h.rank_at(b, 0));
  }
}

/// The rank on the root's node that serves another node.
inline int server_of(const hierarchy& h, int node, int root) noexcept {
  const int own = h.node_of(root), i = relative_rank(node, own, h.nodes()) - 1;
  return h.rank_at(own, i % h.members(own));
}

/// The most nodes that one process of the root's node serves.
inline double most_served(const shape& s) noexcept {
  const int others = s.node_count() - 1;
  return s.equal_nodes() ? (others + s.per_node - 1) / s.per_node : others;
}

/// The price of the messages from the root's node to the nodes that it serves, or back. All of them cross its
/// link.
inline cost price_of_served(const shape& s, double bytes) noexcept {
  const double k = most_served(s);
  return {.rounds = k, .bytes = k * bytes, .link_bytes = (s.node_count() - 1) * bytes};
}

}  // namespace tutti
