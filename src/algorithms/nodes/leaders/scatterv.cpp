// Hierarchical irregular scatter: among the leaders, the root being that of its node, then on each node,
// along the trees of gatherv.leaders, which are built first. Data of more than call::straight_beyond come
// straight from the root: a single block, or the data that a leader would otherwise get from another one.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, which names it; hierarchies: Traeff, HPC lecture "Collectives".
// Cost: see gatherv.leaders. Any p, any root, nodes of any sizes and ranks.
// Requires: call::nodes, with several processes on some nodes. The root sends each block from its place.

#include <ranges>

#include "algorithms/nodes/leaders/by_node.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {
namespace {

task send_to_nodes(process& self, const_blocks send, buffer out, int root, const hierarchy* h,
                   const node_map* nodes, std::size_t direct) {
  const group node = h->own_node(), leaders = h->leaders();
  const blocks_by_node<const std::byte> by(send, *h, nodes, direct);
  root_plan on_node(node.size(), h->leader(), within_node, by.bytes_of_own());
  root_plan across(leaders.size(), h->node(), rule_of_lemma_4(direct), by.bytes_of_nodes());
  root_messages<const std::byte> near(on_node, by.own()), far(across, by.all());
  // Partners with more to pass on are first: other nodes, then neighbours on the sender's node, then
  // processes with a block of their own only. All at once, so that long messages need not wait for each
  // other's rendezvous.
  across.order_for_scatter(true);
  const workspace<transfer> all(across.items().size() + on_node.items().size() +
                                static_cast<std::size_t>(by.straight(root)));
  std::size_t n = 0;
  const auto give = [&](const_buffer message, int to) { all[n++] = {message, to, buffer{}, nobody}; };
  for (const auto& item : across.items()) give(far.of(item), leaders.outer(item.partner));
  for (const auto& item : on_node.items() | std::views::reverse)
    give(near.of(item), node.outer(item.partner));
  for (int r = 0; direct != SIZE_MAX && r < self.size(); ++r)
    if (r != root && send[r].bytes() > direct) give(send[r], r);
  self.copy(send[root], out);
  if (n > 0) co_await self.together(all);
}

// The part of a leader: receives its children on the node and their lengths, then all blocks, and sends these
// on.
task lead_scatter(process& node, process& leaders, const hierarchy* h, buffer own, int root,
                  std::size_t direct) {
  cube_tree_place place(0);
  co_await hear_of_tree(node, &place);
  inbox blocks_of(node);
  for (const auto& child : place.children()) blocks_of.add(child.bytes, child.left);
  bundle of_node(blocks_of.parts_with(own));
  blocks_of.in_rank_order(own, of_node);
  const gather_tree among_leaders{h->node_of(root), rule_of_lemma_4(direct)};
  co_await scatter_from_root(leaders, of_node, among_leaders);
  const auto children = place.children();
  const workspace<transfer> all(children.size());
  for (std::size_t k = 0, child = all.size(); child-- > 0; ++k)
    all[k] = {blocks_of[child], children[child].rank, buffer{}, nobody};
  if (!all.empty()) co_await node.together(all);
}

}  // namespace

task scatterv_leaders(process& self, const_blocks send, buffer out, int root, const node_map* nodes,
                      std::size_t direct) {
  const hierarchy h(self, nodes, root);
  if (self.rank() == root) {
    co_await send_to_nodes(self, send, out, root, &h, nodes, direct);
    co_return;
  }
  const bool straight = out.bytes() > direct;
  const buffer own = straight ? buffer{} : out;
  group node = h.own_node();
  if (h.leads()) {
    group leaders = h.leaders();
    co_await lead_scatter(node, leaders, &h, own, root, direct);
  } else {
    const bool knows = h.node() == h.node_of(root);
    const gather_tree on_node{h.leader(), within_node,
                              knows ? lengths_known_to::root : lengths_known_to::owners};
    co_await scatter_from_root(node, own, on_node);
  }
  if (straight) co_await self.recv(out, root);
}

extern const algorithm scatterv_leaders_entry{
    .of = collective::scatterv,
    .name = "leaders",
    .summary = "between the nodes, then on each: irregular trees built from the lengths",
    .source = "Traeff 2018; Traeff, HPC lecture",
    .needs = {.straight = true, .nodes = true},
    .run =
        [](process& self, const call& c) {
          return scatterv_leaders(self, c.send, c.out, c.root, c.nodes, c.straight_beyond);
        },
    .price =
        [](const shape& s) {
          return bound_by_node(s) + near_cost({.bytes = bytes_of_rows(s.per_node)}) +
                 far_cost({.bytes = bytes_of_rows(s.node_count())});
        },
    .traits = {.on_network = traffic::by_node, .bound = true},
};

}  // namespace tutti
