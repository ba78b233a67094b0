// Hierarchical irregular gather: on each node to its leader, then among the leaders to the root, which is the
// leader of its node; on both along trees built from the lengths. Data of more than call::straight_beyond go
// straight to the root: a single block, or the data that a leader would otherwise pass on.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, which names it; hierarchies: Traeff, HPC lecture "Collectives".
// Cost: gatherv.linear_time on the processes of a node and then on the nodes, with at most one more start-up
// for each neighbour of a leader on its node, which sends its length. Any p, any root, nodes of any sizes
// and ranks.
// Requires: call::nodes, with several processes on some nodes. The root receives each block in its place, in
// whatever order nodes have them.

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/linear_time.hpp"
#include "algorithms/nodes/leaders/by_node.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"

namespace tutti {
namespace {

task receive_from_nodes(process& self, const_buffer in, blocks recv, int root, const hierarchy* h,
                        const node_map* nodes, std::size_t direct) {
  const group node = h->own_node(), leaders = h->leaders();
  const blocks_by_node<std::byte> by(recv, *h, nodes, direct);
  root_plan on_node(node.size(), h->leader(), within_node, by.bytes_of_own());
  root_plan across(leaders.size(), h->node(), rule_of_lemma_4(direct), by.bytes_of_nodes());
  root_messages<std::byte> near(on_node, by.own()), far(across, by.all());
  const int straight = by.straight(root);
  const workspace<transfer> all(on_node.items().size() + across.items().size() +
                                static_cast<std::size_t>(straight));
  std::size_t n = 0;
  const auto receive = [&](buffer where, int from) { all[n++] = {const_buffer{}, nobody, where, from}; };
  for (const auto& item : on_node.items()) receive(near.of(item), node.outer(item.partner));
  for (const auto& item : across.items()) receive(far.of(item), leaders.outer(item.partner));
  for (int r = 0; straight > 0 && r < self.size(); ++r)
    if (r != root && recv[r].bytes() > direct) receive(recv[r], r);
  self.copy(in, recv[root]);
  if (n > 0) co_await self.together(all);
}

}  // namespace

task gatherv_leaders(process& self, const_buffer in, blocks recv, int root, const node_map* nodes,
                     std::size_t direct) {
  const hierarchy h(self, nodes, root);
  if (self.rank() == root) {
    co_await receive_from_nodes(self, in, recv, root, &h, nodes, direct);
    co_return;
  }
  const bool straight = in.bytes() > direct;
  const const_buffer own = straight ? const_buffer{} : in;
  group node = h.own_node();
  if (h.leads()) {
    inbox received(node);
    co_await gather_at_root_without_lengths(node, &received);
    const_bundle of_node(received.parts_with(own));
    received.in_rank_order(own, of_node);
    group leaders = h.leaders();
    const gather_tree among_leaders{h.node_of(root), rule_of_lemma_4(direct)};
    co_await gather_to_root(leaders, of_node, among_leaders);
  } else {
    const bool knows = h.node() == h.node_of(root);
    const gather_tree on_node{h.leader(), within_node,
                              knows ? lengths_known_to::root : lengths_known_to::owners};
    co_await gather_to_root(node, own, on_node);
  }
  if (straight) co_await self.send(in, root);
}

extern const algorithm gatherv_leaders_entry{
    .of = collective::gatherv,
    .name = "leaders",
    .summary = "on each node, then between them: irregular trees built from the lengths",
    .source = "Traeff 2018; Traeff, HPC lecture",
    .needs = {.straight = true, .nodes = true},
    .run =
        [](process& self, const call& c) {
          return gatherv_leaders(self, c.in, c.recv, c.root, c.nodes, c.straight_beyond);
        },
    .price = bound_by_node,
    .traits = {.on_network = traffic::by_node, .bound = true},
};

}  // namespace tutti
