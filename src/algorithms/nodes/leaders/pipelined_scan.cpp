// Hierarchical scan and exscan of long vectors: as scan.leaders, each of its parts pipelined with M blocks:
// reduction up a binary tree on each node, exscan on a binary tree of their first processes, and a scan along
// a chain on each node, to which the first process contributes its vector with the sum of all nodes before
// added on the left.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives"; Sanders, Traeff, "Parallel prefix
// (scan) algorithms for MPI", 2006.
// Cost: N nodes of n processes: that of reduce.binary_tree on n, exscan.binary_tree on N, scan.chain on n,
// and m reduced once more. Any p, any nodes.
// Requires: consecutive ranks on the nodes.

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce/reduce.hpp"
#include "algorithms/scan/scan.hpp"

namespace tutti {
namespace {

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
  return scan_of_parts(self, in, out, op, pieces, nodes,
                       {reduce_binary_tree, exscan_binary_tree, scan_chain, false});
}
task exscan_pipelined_leaders(process& self, const_buffer in, buffer out, operation op, int pieces,
                              const node_map* nodes) {
  return scan_of_parts(self, in, out, op, pieces, nodes,
                       {reduce_binary_tree, exscan_binary_tree, exscan_chain, true});
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
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // as that of the parts
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
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // as that of the parts
};

}  // namespace tutti
