#pragma once

#include "algorithms/composed_price.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

// Pipelined node pairs: as node pairs, but the data of one step are shared out (combined) on the node while
// those of the next step are on their way between the nodes, so that links and memory are busy at once. For
// long vectors. A process at place i of n exchanges with the nodes at distance i, n + i, 2n + i, ... along
// the ring of N nodes, one a step:
//
//     N = 7, n = 3, node j:       place 0     place 1     place 2
//         step 0                     -        to j + 1    to j + 2
//         step 1                  to j + 3    to j + 4    to j + 5
//         step 2                  to j + 6       -           -
//
// Nodes of different sizes have no lanes: there the collective of the same name by leaders runs. Buffers and
// blocks are as in the collectives of the same name; without a map every process is a node.
task allgather_pipelined_node_pairs(process& self, const_buffer in, blocks recv, int pieces,
                                    const node_map* nodes);
/// For commutative operators.
task reduce_scatter_block_pipelined_node_pairs(process& self, const_blocks send, buffer out, operation op,
                                               const node_map* nodes);

/// The distance that a place of n serves in a step among `many` nodes; 0 if there is none.
constexpr int lane_distance(int step, int place, int n, int many) noexcept {
  const int d = step * n + place;
  return step >= 0 && d < many ? d : 0;
}
constexpr int lane_steps(int n, int many) noexcept { return (many + n - 1) / n; }

/// An upper bound: in each step one message between the nodes and one with each other process of the node,
/// all as long as a node's blocks.
inline cost price_of_lane_steps(const shape& s) noexcept {
  const double steps = lane_steps(s.per_node, s.node_count()), node = s.bytes / s.node_count();
  const double across = s.node_count() > 1 ? (s.per_node > 1 ? steps : steps - 1) : 0;
  const double within = s.node_count() > 1 ? steps * (s.per_node - 1) : 0;
  const cost far{.rounds = across, .bytes = across * node, .link_bytes = (s.node_count() - 1) * node};
  return far + near_cost({.rounds = within, .bytes = within * node}, s.per_node);
}

}  // namespace tutti
