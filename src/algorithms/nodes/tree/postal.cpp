// Broadcast and reduction of short vectors on postal trees: one of the nodes, one on each node, for processes
// that send their next message before the last has arrived. The reduction is the broadcast backwards.
// Source: Bar-Noy, Kipnis, "Designing broadcasting algorithms in the postal model for message-passing
// systems", 1994; Traeff, HPC lecture "Collectives", "Hierarchical collectives".
// Cost: with one port, N nodes of n processes: at most R(N) + R(n) rounds of nodes and on them,
// R = postal_tree::rounds(). On LogGP machines as bcast.logp_tree, between nodes and then within them. Any p,
// any root, any nodes.
// Requires: for the reduction, an operator that commutes.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/nodes/tree/tree.hpp"
#include "algorithms/reduce/reduce.hpp"
#include "algorithms/shapes/postal_tree.hpp"

namespace tutti {
namespace {

/// The tree of nodes, and the tree of the processes of one node, for messages of `bytes` bytes.
struct postal_trees {
  postal_trees(const loggp_levels& on, double bytes, int nodes, int members)
      : of_nodes(nodes, postal_times_of(on, on.between, bytes, nodes)),
        on_node(members, postal_times_of(on, on.within, bytes, members)) {}
  postal_tree of_nodes, on_node;
};

/// Parent and children of a process, the children in the order in which they are sent to.
class postal_place {
 public:
  postal_place(const hierarchy& h, int root, const loggp_levels& on, std::size_t bytes)
      : postal_place(h, root, {on, static_cast<double>(bytes), h.nodes(), h.members(h.node())}) {}
  int parent = nobody;
  [[nodiscard]] std::span<const int> children() const noexcept { return child_.first(n_); }

 private:
  postal_place(const hierarchy& h, int root, const postal_trees& trees)
      : child_(static_cast<std::size_t>(trees.of_nodes.rounds() + trees.on_node.rounds())) {
    if (h.leads()) {
      const int many = h.nodes(), first = h.node_of(root);
      const auto leader = [&](int v) {
        const int node = absolute_rank(v, first, many);
        return node == first ? root : h.rank_at(node, 0);
      };
      const int up =
          trees.of_nodes.place(relative_rank(h.node(), first, many), [&](int v) { add(leader(v)); });
      if (up >= 0) parent = leader(up);
    }
    const int n = h.members(h.node()), top = h.leader();
    const auto rank = [&](int v) { return h.rank_at(h.node(), absolute_rank(v, top, n)); };
    const int up = trees.on_node.place(relative_rank(h.place(), top, n), [&](int v) { add(rank(v)); });
    if (up >= 0) parent = rank(up);
  }
  void add(int rank) noexcept { child_[n_++] = rank; }
  workspace<int> child_;
  std::size_t n_ = 0;
};

cost price(const shape& s) {
  const postal_trees trees(given_or_usual(s.logp), s.bytes, s.node_count(), s.per_node);
  const double far = trees.of_nodes.rounds(), near = trees.on_node.rounds();
  const double far_behind = trees.of_nodes.behind(), near_behind = trees.on_node.behind();
  return {.rounds = far + near,
          .bytes = (far + near) * s.bytes,
          .near_rounds = near,
          .near_bytes = near * s.bytes,
          .behind = far_behind + near_behind,
          .near_behind = near_behind,
          .link_bytes = far * s.bytes,
          .memory_bytes = (s.per_node - 1) * s.bytes};
}

}  // namespace

task bcast_postal(process& self, buffer data, int root, const node_map* nodes, const loggp_levels& on) {
  const hierarchy h(self, nodes, root);
  const postal_place at(h, root, on, data.bytes());
  if (at.parent != nobody) co_await self.recv(data, at.parent);
  for (const int child : at.children()) co_await self.send(data, child);
}

task reduce_postal(process& self, const_buffer in, buffer out, operation op, int root, const node_map* nodes,
                   const loggp_levels& on) {
  const hierarchy h(self, nodes, root);
  const postal_place at(h, root, on, in.bytes());
  const auto children = at.children();
  const bool is_root = at.parent == nobody, is_leaf = children.empty();
  const std::size_t needed = is_leaf ? 0 : in.count;
  const scratch mine(self, is_root ? 0 : needed, *in.type), received(self, needed, *in.type);
  const buffer sum = is_root ? out : mine.all();
  if (is_root || !is_leaf) self.copy(in, sum);
  for (std::size_t c = children.size(); c-- > 0;) {
    co_await self.recv(received, children[c]);
    self.reduce(op, received, sum);
  }
  const const_buffer result = is_leaf ? in : sum;
  if (!is_root) co_await self.send(result, at.parent);
}

extern const algorithm bcast_postal_entry{
    .of = collective::bcast,
    .name = "postal",
    .summary = "the machine's optimal trees (LogGP) of the nodes and on each node",
    .source = "Bar-Noy, Kipnis 1994",
    .needs = {.nodes = true},
    .run = [](process& self,
              const call& c) { return bcast_postal(self, c.out, c.root, c.nodes, given_or_usual(c.logp)); },
    .price = price,
    // A bound: nodes may be unequal, and the last leader to be served is not the last to serve.
    .traits = {.on_network = traffic::by_node, .bound = true},
};

extern const algorithm reduce_postal_entry{
    .of = collective::reduce,
    .name = "postal",
    .summary = "the machine's optimal trees (LogGP) on each node and of the nodes, upwards",
    .source = "Bar-Noy, Kipnis 1994",
    .needs = {.commutative = true, .nodes = true},
    .run =
        [](process& self, const call& c) {
          return reduce_postal(self, c.in, c.out, c.op, c.root, c.nodes, given_or_usual(c.logp));
        },
    .price =
        [](const shape& s) {
          const cost up = price(s);
          return up + cost{.reduced = up.bytes};
        },
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // as that of bcast_postal
};

}  // namespace tutti
