// Hierarchical scan and exscan of long vectors: as scan.leaders, each of its parts pipelined with M blocks: reduction up
// a binary tree on each node, exscan on a binary tree of their first processes, and a scan along a chain on each node, to
// which the first process brings its vector with that of all nodes before added on the left.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives"; Sanders, Traeff, "Parallel prefix (scan) algorithms
// for MPI", 2006.
// Cost: N nodes of n processes: that of reduce.binary_tree on n, exscan.binary_tree on N, scan.chain on n, and m reduced
// once more. Any p, any nodes.
// Requires: consecutive ranks on the nodes.

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce/reduce.hpp"
#include "algorithms/scan/scan.hpp"

namespace tutti {
namespace {

// On the leader of a node that is not the first: `before` = the vectors of all nodes before, and `own` with them.
task add_nodes_before(process& self, const hierarchy& h, const_buffer in, buffer before, buffer own,
                      operation op, int pieces) {
  group node = h.own_node();
  co_await reduce_binary_tree(node, in, own, op, 0, pieces);
  if (!h.leads()) co_return;
  group leaders = h.leaders();
  co_await exscan_binary_tree(leaders, own, before, op, pieces);
  if (h.node() == 0) co_return;
  self.reduce_into(op, before, in, own);
}

using scan_on_node = task (*)(process& self, const_buffer in, buffer out, operation op, int pieces);

task scan_with(process& self, const_buffer in, buffer out, operation op, int pieces, const node_map* nodes,
               scan_on_node scan, bool exclusive) {
  const hierarchy h(self, nodes);
  const std::size_t needed = h.leads() ? in.count : 0;
  const scratch before(self, needed, *in.type), own(self, needed, *in.type);
  co_await add_nodes_before(self, h, in, before, own, op, pieces);
  const bool follows = h.leads() && h.node() > 0;
  const const_buffer mine = follows ? const_buffer(own) : in;
  group node = h.own_node();
  co_await scan(node, mine, out, op, pieces);
  if (exclusive && follows) self.copy(before, out);
}

cost price_with(const algorithm& on_node, const shape& s) {
  const double once = s.node_count() > 1 ? s.bytes : 0;
  return price_on_node(reduce_binary_tree_entry, s, s.bytes, s.pieces) +
         price_of_leaders(exscan_binary_tree_entry, s, s.bytes, s.pieces) +
         price_on_whole_node(on_node, s, s.bytes, s.pieces) + cost{.reduced = once};
}

pipeline stages_of_scan(int p) { return {.fill = 6.0 * ceil_log2(p), .interval = 6}; }

}  // namespace

task scan_pipelined_leaders(process& self, const_buffer in, buffer out, operation op, int pieces,
                            const node_map* nodes) {
  return scan_with(self, in, out, op, pieces, nodes, scan_chain, false);
}
task exscan_pipelined_leaders(process& self, const_buffer in, buffer out, operation op, int pieces,
                              const node_map* nodes) {
  return scan_with(self, in, out, op, pieces, nodes, exscan_chain, true);
}

extern const algorithm scan_pipelined_leaders_entry{
    .of = collective::scan,
    .name = "pipelined_leaders",
    .summary = "tree on each node, tree between them, chain on each, pipelined each",
    .source = "Traeff, HPC lecture; Sanders, Traeff 2006",
    .needs = {.nodes = true, .consecutive = true},
    .run = [](process& self,
              const call& c) { return scan_pipelined_leaders(self, c.in, c.out, c.op, c.pieces, c.nodes); },
    .price = [](const shape& s) { return price_with(scan_chain_entry, s); },
    .stages = stages_of_scan,
    .traits = {.on_network = traffic::by_node, .bound = true},  // as that of the parts
};

extern const algorithm exscan_pipelined_leaders_entry{
    .of = collective::exscan,
    .name = "pipelined_leaders",
    .summary = "tree on each node, tree between them, chain on each, pipelined each",
    .source = "Traeff, HPC lecture; Sanders, Traeff 2006",
    .needs = {.nodes = true, .consecutive = true},
    .run = [](process& self,
              const call& c) { return exscan_pipelined_leaders(self, c.in, c.out, c.op, c.pieces, c.nodes); },
    .price = [](const shape& s) { return price_with(exscan_chain_entry, s); },
    .stages = stages_of_scan,
    .traits = {.on_network = traffic::by_node, .bound = true},  // as that of the parts
};

}  // namespace tutti
