// Full-lane alltoall: on its lane each process sends to every node all blocks for that node, then on its node
// to each process the blocks for that process.
//
//   to send on the lane   for node 0, 1, ...:  for place 0, 1, ...      that is, in node order
//   to send on the node   for place 0, 1, ...:  from node 0, 1, ...     that is, in lane order
//
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020;
// Traeff, HPC lecture "Collectives", "Hierarchical, full-lane collectives".
// Cost: N nodes of n processes: (N + n - 2) alpha + (2 - 1/N - 1/n) beta m; less if messages may be under way
// while others are sent. With two digits on the nodes, for short blocks: 2 ceil(sqrt n) - 2 start-ups there
// in place of n - 1, and no more between nodes. Any p; unequal nodes: alltoall.leaders.

#include "algorithms/alltoall/alltoall.hpp"

#include "algorithms/alltoall/digits.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/alltoallv.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {
namespace {

enum class on_node { straight, by_two_digits };

task on_lanes(process& self, const_blocks send, blocks recv, const node_map* nodes, on_node then) {
  const hierarchy h(self, nodes);
  const std::size_t block = send[0].bytes();
  if (block == 0) co_return;
  const int p = self.size(), many = h.nodes(), n = p / many;
  const std::size_t bytes = static_cast<std::size_t>(p) * block;
  const scratch here(self, bytes), there(self, bytes);
  const blocks sorted = blocks::regular(here.all().data, block, byte_type, p),
               received = blocks::regular(there.all().data, block, byte_type, p);
  const_blocks by_node = combined(sorted, many);
  if (h.consecutive()) {
    const const_buffer all = send.all();
    by_node = const_blocks::regular(all.data, all.count / static_cast<std::size_t>(many), *all.type, many);
  } else {
    for (int k = 0; k < p; ++k) self.copy(send[h.rank_at(k)], sorted[k]);
  }
  co_await combined_on_lanes(self, h, by_node, sorted, received, many,
                             then == on_node::straight ? n : root_radix(n, 2));
  for (int k = 0; k < p; ++k) self.copy(received[k], recv[h.rank_at(k % many, k / many)]);
}

task full_lane(process& self, const_blocks send, blocks recv, const node_map* nodes, on_node then) {
  return has_lanes(nodes) ? on_lanes(self, send, recv, nodes, then)
                          : alltoall_leaders(self, send, recv, nodes);
}

cost price(const shape& s, const algorithm& on_node) {
  if (!s.equal_nodes()) return alltoall_leaders_entry.price(s);
  return price_of_lanes(alltoall_batched_entry, s, s.bytes) + price_on_whole_node(on_node, s, s.bytes);
}

}  // namespace

task alltoall_full_lane(process& self, const_blocks send, blocks recv, const node_map* nodes) {
  return full_lane(self, send, recv, nodes, on_node::straight);
}

extern const algorithm alltoall_full_lane_entry{
    .of = collective::alltoall,
    .name = "full_lane",
    .summary = "combined messages on all lanes, then on each node",
    .source = "Traeff, Hunold 2020; Traeff, HPC lecture",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self, const call& c) { return alltoall_full_lane(self, c.send, c.recv, c.nodes); },
    .price = [](const shape& s) { return price(s, alltoall_batched_entry); },
    .traits = {.on_network = traffic::by_node},
};

extern const algorithm alltoall_full_lane_two_digits_entry{
    .of = collective::alltoall,
    .name = "full_lane_two_digits",
    .summary = "combined messages on all lanes, then on each node by bruck_two_digits",
    .source = "Traeff, Hunold 2020; Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
    .needs = {.side_by_side = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return full_lane(self, c.send, c.recv, c.nodes, on_node::by_two_digits); },
    .price = [](const shape& s) { return price(s, alltoall_bruck_two_digits_entry); },
    .traits = {.on_network = traffic::by_node},
};

}  // namespace tutti
