// Hierarchical scan and exscan: reduction on each node to its first process, exscan among these, and a scan on each
// node, to which the first process brings its vector with that of all nodes before added on the left.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives".
// Cost: N nodes of n processes: 2 ceil(log2 n) rounds on the nodes, between them those of exscan.doubling_123 on N, each
// of alpha + (beta + gamma) m, and one reduction more. Any p, any nodes; the vector is never cut.
// Requires: consecutive ranks on the nodes.

#include "algorithms/scan/scan.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {
namespace {

// On the leader of a node that is not the first: `before` = the vectors of all nodes before, and `own` with them.
task add_nodes_before(process& self, const hierarchy& h, const_buffer in, buffer before, buffer own,
                      operation op) {
  group node = h.own_node();
  co_await reduce_binomial(node, in, own, op, 0);
  if (!h.leads()) co_return;
  group leaders = h.leaders();
  co_await exscan_doubling_123(leaders, own, before, op);
  if (h.node() == 0) co_return;
  self.reduce_into(op, before, in, own);
}

cost price_before(const shape& s) {
  const double once = s.node_count() > 1 ? s.bytes : 0;
  return price_on_node(reduce_binomial_entry, s, s.bytes) +
         price_of_leaders(exscan_doubling_123_entry, s, s.bytes) + cost{.reduced = once};
}

}  // namespace

task scan_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t needed = h.leads() ? in.count : 0;
  const scratch before(self, needed, *in.type), own(self, needed, *in.type);
  co_await add_nodes_before(self, h, in, before, own, op);
  const const_buffer mine = h.leads() && h.node() > 0 ? const_buffer(own) : in;
  group node = h.own_node();
  co_await scan_hillis_steele(node, mine, out, op);
}

task exscan_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const std::size_t needed = h.leads() ? in.count : 0;
  const scratch before(self, needed, *in.type), own(self, needed, *in.type);
  co_await add_nodes_before(self, h, in, before, own, op);
  const bool follows = h.leads() && h.node() > 0;
  const const_buffer mine = follows ? const_buffer(own) : in;
  group node = h.own_node();
  co_await exscan_doubling_123(node, mine, out, op);
  if (follows) self.copy(before, out);
}

extern const algorithm scan_leaders_entry{
    .of = collective::scan,
    .name = "leaders",
    .summary = "reduce on each node, exscan between them, scan on each",
    .source = "Traeff, HPC lecture",
    .needs = {.nodes = true, .consecutive = true},
    .run = [](process& self, const call& c) { return scan_leaders(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          return price_before(s) + price_on_whole_node(scan_hillis_steele_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node, .bound = true},  // which leader reduces once more depends on N
};

extern const algorithm exscan_leaders_entry{
    .of = collective::exscan,
    .name = "leaders",
    .summary = "reduce on each node, exscan between them, exscan on each",
    .source = "Traeff, HPC lecture",
    .needs = {.nodes = true, .consecutive = true},
    .run = [](process& self, const call& c) { return exscan_leaders(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) {
          return price_before(s) + price_on_whole_node(exscan_doubling_123_entry, s, s.bytes);
        },
    .traits = {.on_network = traffic::by_node, .bound = true},  // which leader reduces once more depends on N
};

}  // namespace tutti
