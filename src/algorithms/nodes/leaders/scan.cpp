// Hierarchical scan and exscan: reduction on each node to its first process, exscan among these, and a scan
// on each node, to which the first process contributes its vector with the sum of all nodes before added on
// the left.
// Source: Traeff, HPC lecture "Collectives", "Hierarchical collectives".
// Cost: N nodes of n processes: ceil(log2 n) rounds on the nodes, those of exscan.doubling_123 on N between
// them, and on the nodes those of scan.hillis_steele, for an exscan of exscan.doubling_123, on n; each of
// alpha + (beta + gamma) m, and one reduction more. Any p, any nodes; the vector is never cut.
// Requires: consecutive ranks on the nodes.

#include "algorithms/scan/scan.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {
namespace {

// None of these is pipelined.
task reduce_on_node(process& self, const_buffer in, buffer out, operation op, int root, int /*pieces*/) {
  return reduce_binomial(self, in, out, op, root);
}
task exscan_whole(process& self, const_buffer in, buffer out, operation op, int /*pieces*/) {
  return exscan_doubling_123(self, in, out, op);
}
task scan_whole(process& self, const_buffer in, buffer out, operation op, int /*pieces*/) {
  return scan_hillis_steele(self, in, out, op);
}

cost price_before(const shape& s) {
  const double once = s.node_count() > 1 ? s.bytes : 0;
  return price_on_node(reduce_binomial_entry, s, s.bytes) +
         price_of_leaders(exscan_doubling_123_entry, s, s.bytes) + cost{.reduced = once};
}

}  // namespace

task scan_of_parts(process& self, const_buffer in, buffer out, operation op, int pieces,
                   const node_map* nodes, scan_parts parts) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  const bool follows = h.leads() && h.node() > 0;
  // On a leader: the sum of all nodes before; the sum of this node, then `before` with the leader's vector
  // added.
  const std::size_t needed = h.leads() ? in.count : 0;
  const scratch before(self, needed, *in.type), own(self, needed, *in.type);
  co_await parts.reduce(node, in, own, op, 0, pieces);
  if (h.leads()) {
    group leaders = h.leaders();
    co_await parts.exscan_between(leaders, own, before, op, pieces);
    if (follows) self.reduce_into(op, before, in, own);
  }
  const const_buffer mine = follows ? const_buffer(own) : in;
  co_await parts.scan(node, mine, out, op, pieces);
  if (parts.exclusive && follows) self.copy(before, out);
}

task scan_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  return scan_of_parts(self, in, out, op, 1, nodes, {reduce_on_node, exscan_whole, scan_whole, false});
}

task exscan_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  return scan_of_parts(self, in, out, op, 1, nodes, {reduce_on_node, exscan_whole, exscan_whole, true});
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
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // which leader reduces once more depends on N
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
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // which leader reduces once more depends on N
};

}  // namespace tutti
