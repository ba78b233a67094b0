// Full-lane scan and exscan: reduce-scatter on each node, an exscan of each part on its lane, allgather on
// each node, which then knows the sum of all nodes before; the scan on the node is added to that.
// Source: Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication", 2020.
// Cost: N nodes of n processes: 2 (ceil(log2 n) alpha + (n - 1)/n beta m) and a scan or exscan of m on the
// nodes, between them exscan.doubling_123 on N of m / n, which takes R(N) rounds. At most
// (n - 1)/n m + R(N) m/n + m is reduced, and what the scan on the node reduces. Any p; unequal nodes:
// scan.leaders.
// Requires: a commutative operator, and consecutive ranks on the nodes.

#include "algorithms/scan/scan.hpp"

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/full_lane/full_lane.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"

namespace tutti {
namespace {

// before = the sum of all nodes before this one, on all nodes but the first.
task all_nodes_before(process& self, const hierarchy& h, const_buffer in, buffer before, operation op) {
  group node = h.own_node(), lane = h.lane();
  const node_parts parts(in, node.size());
  const scratch part(self, in.part(node.rank(), node.size())), part_before(self, part);
  co_await reduce_scatter_circulant(node, parts.of(in), part, op);
  co_await exscan_doubling_123(lane, part, part_before, op);
  if (h.node() > 0) co_await allgather_bruck(node, part_before, parts.of(before));
}

task prefix_on_lanes(process& self, const_buffer in, buffer out, operation op, const node_map* nodes,
                     bool inclusive) {
  const hierarchy h(self, nodes);
  const bool follows = h.node() > 0;
  const scratch before(self, follows ? in.count : 0, *in.type);
  co_await all_nodes_before(self, h, in, before, op);
  group node = h.own_node();
  if (inclusive)
    co_await scan_hillis_steele(node, in, out, op);
  else
    co_await exscan_doubling_123(node, in, out, op);
  if (!follows) co_return;
  if (inclusive || h.place() > 0)
    self.reduce(op, before, out);
  else
    self.copy(before, out);
}

cost price_before(const shape& s) {
  const double once = s.node_count() > 1 ? s.bytes : 0;
  return price_on_whole_node(reduce_scatter_block_circulant_entry, s, s.bytes) +
         price_of_lanes(exscan_doubling_123_entry, s, s.bytes / s.per_node) +
         price_on_whole_node(allgather_bruck_entry, s, s.bytes) + cost{.reduced = once};
}

}  // namespace

task scan_full_lane(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  return has_lanes(nodes) ? prefix_on_lanes(self, in, out, op, nodes, true)
                          : scan_leaders(self, in, out, op, nodes);
}

task exscan_full_lane(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  return has_lanes(nodes) ? prefix_on_lanes(self, in, out, op, nodes, false)
                          : exscan_leaders(self, in, out, op, nodes);
}

extern const algorithm scan_full_lane_entry{
    .of = collective::scan,
    .name = "full_lane",
    .summary = "reduce-scatter on each node, exscan on all lanes, allgather and scan on each node",
    .source = "Traeff, Hunold 2020",
    .needs = {.commutative = true, .nodes = true, .consecutive = true},
    .run = [](process& self, const call& c) { return scan_full_lane(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return scan_leaders_entry.price(s);
          return price_before(s) + price_on_whole_node(scan_hillis_steele_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true},  // the first node has nothing to gather, the last nothing to send
};

extern const algorithm exscan_full_lane_entry{
    .of = collective::exscan,
    .name = "full_lane",
    .summary = "reduce-scatter on each node, exscan on all lanes, allgather and exscan on each node",
    .source = "Traeff, Hunold 2020",
    .needs = {.commutative = true, .nodes = true, .consecutive = true},
    .run = [](process& self, const call& c) { return exscan_full_lane(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          if (!s.equal_nodes()) return exscan_leaders_entry.price(s);
          return price_before(s) + price_on_whole_node(exscan_doubling_123_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true},  // the first node has nothing to gather, the last nothing to send
};

}  // namespace tutti
