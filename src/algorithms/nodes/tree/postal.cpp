// Broadcast and reduction of short vectors on postal trees: one of the nodes, one on each node, for processes that send their
// next message before the last has arrived. The reduction is the broadcast backwards.
// Source: Bar-Noy, Kipnis, "Designing broadcasting algorithms in the postal model for message-passing systems", 1994; Traeff,
// HPC lecture "Collectives", "Hierarchical collectives".
// Cost: with one port, N nodes of n processes: at most (R(N) + R(n)) (alpha + beta m), R = postal_tree::rounds(). Where a
// process is busy with a message for o, about 4 o T(N) + 2 o T(n), T = postal_tree::time(). Any p, any root, any nodes.
// Requires: for the reduction, an operator that commutes.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/nodes/tree/postal_tree.hpp"
#include "algorithms/nodes/tree/tree.hpp"
#include "algorithms/reduce/reduce.hpp"

namespace tutti {
namespace {

/// Parent and children of a process, the children in the order in which they are sent to.
class postal_place {
 public:
  postal_place(const hierarchy& h, int root) {
    if (h.leads()) {
      const int many = h.nodes(), first = h.node_of(root);
      const auto leader = [&](int v) {
        const int node = absolute_rank(v, first, many);
        return node == first ? root : h.rank_at(node, 0);
      };
      const int up =
          between_nodes.place(relative_rank(h.node(), first, many), many, [&](int v) { add(leader(v)); });
      if (up != postal_tree::nobody_here) parent = leader(up);
    }
    const int n = h.members(h.node()), top = h.leader();
    const auto rank = [&](int v) { return h.rank_at(h.node(), absolute_rank(v, top, n)); };
    const int up = on_a_node.place(relative_rank(h.place(), top, n), n, [&](int v) { add(rank(v)); });
    if (!h.leads()) parent = rank(up);
  }
  int parent = nobody;
  [[nodiscard]] std::span<const int> children() const noexcept {
    return std::span(child_).first(static_cast<std::size_t>(n_));
  }

 private:
  void add(int rank) noexcept { child_[static_cast<std::size_t>(n_++)] = rank; }
  std::array<int, std::size_t{2} * postal_tree::most_children> child_;
  int n_ = 0;
};

cost price(const shape& s) {
  const double near = s.per_node > 1 ? on_a_node.rounds(s.per_node) : 0;
  // A leader serves the other nodes before its own.
  const double waiting = s.node_count() > 1 && s.per_node > 1 ? between_nodes.time(s.node_count()) : 0;
  const double far = between_nodes.rounds(s.node_count()) + waiting;
  return {.rounds = far + near,
          .bytes = (far + near) * s.bytes,
          .near_rounds = near,
          .near_bytes = near * s.bytes,
          .link_bytes = far * s.bytes,
          .memory_bytes = (s.per_node - 1) * s.bytes};
}

}  // namespace

task bcast_postal(process& self, buffer data, int root, const node_map* nodes) {
  const hierarchy h(self, nodes, root);
  const postal_place at(h, root);
  if (at.parent != nobody) co_await self.recv(data, at.parent);
  for (const int child : at.children()) co_await self.send(data, child);
}

task reduce_postal(process& self, const_buffer in, buffer out, operation op, int root,
                   const node_map* nodes) {
  const hierarchy h(self, nodes, root);
  const postal_place at(h, root);
  const auto children = at.children();
  const bool is_root = at.parent == nobody, is_leaf = children.empty();
  const std::size_t needed = is_leaf ? 0 : in.count;
  const scratch mine(self, is_root ? 0 : needed, *in.type), come(self, needed, *in.type);
  const buffer sum = is_root ? out : mine.all();
  if (is_root || !is_leaf) self.copy(in, sum);
  for (std::size_t c = children.size(); c-- > 0;) {
    co_await self.recv(come, children[c]);
    self.reduce(op, come, sum);
  }
  const const_buffer result = is_leaf ? in : sum;
  if (!is_root) co_await self.send(result, at.parent);
}

extern const algorithm bcast_postal_entry{
    .of = collective::bcast,
    .name = "postal",
    .summary = "postal trees of the nodes and on each node: sends on before the last message has arrived",
    .source = "Bar-Noy, Kipnis 1994",
    .needs = {.nodes = true},
    .run = [](process& self, const call& c) { return bcast_postal(self, c.out, c.root, c.nodes); },
    .price = price,
    // A bound: nodes may be unequal, and the last leader to be served is not the last to serve.
    .traits = {.on_network = traffic::by_node, .bound = true},
};

extern const algorithm reduce_postal_entry{
    .of = collective::reduce,
    .name = "postal",
    .summary = "postal trees on each node and of the nodes, upwards",
    .source = "Bar-Noy, Kipnis 1994",
    .needs = {.commutative = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return reduce_postal(self, c.in, c.out, c.op, c.root, c.nodes); },
    .price =
        [](const shape& s) {
          const cost up = price(s);
          return up + cost{.reduced = up.bytes};
        },
    .traits = {.on_network = traffic::by_node, .bound = true},  // as that of bcast_postal
};

}  // namespace tutti
