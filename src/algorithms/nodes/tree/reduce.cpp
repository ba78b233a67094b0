// Reduction up a binary tree on each node and a binary tree of nodes, pipelined with M blocks through both at
// once.
// Source: Traeff, HPC lecture "Collectives", "Pipelined binary tree" and "Hierarchical collectives".
// Cost: as bcast.node_tree, and at most twice the bytes reduced. At worst the pipeline runs empty at each of
// the words that a parent sends after every 8th block: fill(N) + fill(n) + 6 rounds more for each. Any p, any
// root, any nodes.
// Requires: consecutive ranks on the nodes, or an operator that commutes.

#include "algorithms/reduce/reduce.hpp"

#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/tree/costs.hpp"
#include "algorithms/nodes/tree/place.hpp"
#include "algorithms/nodes/tree/tree.hpp"
#include "algorithms/shapes/block_scratch.hpp"

namespace tutti {
namespace {

// Leaves have all their blocks at once. If they sent them at once, these would share the node's memory and
// links with blocks that are needed now, and pile up as unexpected messages. So the parent sends a word after
// every `ahead` blocks, without which no child continues. The more blocks, the less processes wait for words;
// on lab/simulated 8 is faster than 4 and than no words.
constexpr int ahead = 8;
constexpr bool word_with(int block, int pieces) {
  return block > 0 && block % ahead == 0 && block + 1 < pieces;
}
int words(int pieces) { return pieces > 2 ? (pieces - 2) / ahead : 0; }

}  // namespace

task reduce_below(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                  const node_map* nodes, leaders_are connected) {
  const node_tree_place at(hierarchy(self, nodes, root), root, connected);
  const auto children = at.children();
  const bool is_root = at.parent == nobody, is_leaf = children.empty();
  const std::size_t k = children.size();
  // A block is sent up while those of all children are received at once, each in a place of its own; then the
  // next one is reduced.
  const block_scratch sums(self, in, pieces, !is_leaf && !is_root);
  const block_scratch received[] = {{self, in, pieces, k > 0},
                                    {self, in, pieces, k > 1},
                                    {self, in, pieces, k > 2},
                                    {self, in, pieces, k > 3}};
  const_buffer before;  // the block before
  for (int i = 0; i < pieces; ++i) {
    const const_buffer own = in.part(i, pieces);
    std::array<transfer, node_tree_place::most_children + 1> all;
    std::size_t n = 0;
    const bool goes_up = !is_root && i > 0;
    const transfer up = {before, at.parent, buffer{},
                         goes_up && word_with(i - 1, pieces) ? at.parent : nobody};
    // If words wait for a block to be sent up, the pipeline runs empty over its whole length. In trees it is
    // short.
    const bool words_first = connected == leaders_are::chain;
    if (goes_up && !words_first) all[n++] = up;
    for (std::size_t c = 0; c < k; ++c)
      all[n++] = {const_buffer{}, word_with(i, pieces) ? children[c].rank : nobody, received[c].room(own),
                  children[c].rank};
    if (goes_up && words_first) all[n++] = up;
    const std::span<transfer> now = std::span(all).first(n);
    if (n > 0) co_await self.together(now);
    before = own;
    if (is_leaf && !is_root) continue;
    // The node's own processes first: only then is the partial result adjacent to the ranks of other nodes.
    buffer sum = is_root ? out.part(i, pieces) : sums.room(own);
    self.copy(own, sum);
    for (std::size_t c = k; c-- > 0;) {
      const buffer part = received[c].room(own);
      if (!children[c].higher || op.commutative) {
        self.reduce(op, part, sum);
      } else {  // right = left op right: the result is in the place of the part
        self.reduce(op, sum, part);
        self.copy(part, sum);
      }
    }
    before = sum;
  }
  if (!is_root) co_await self.send(before, at.parent);
}

task reduce_node_tree(process& self, const_buffer in, buffer out, operation op, int root, int pieces,
                      const node_map* nodes) {
  return reduce_below(self, in, out, op, root, pieces, nodes, leaders_are::tree);
}

cost price_of_reduce_below(const shape& s, leaders_are connected) {
  const pipeline line = stages_of_node_tree(s, connected);
  const int n = words(s.pieces);
  // At worst the pipeline runs empty at every word. Along a chain it does so once, from end to end, in a step
  // for each block and word of a process's children; the later words follow each other.
  const double empty = connected == leaders_are::tree ? n * (line.fill + line.interval)
                       : n > 0 ? line.interval * line.fill + n * (2 * line.interval + 1)
                               : 0;
  cost up =
      price_of_node_tree(s, connected) + far_cost({.rounds = empty, .bytes = empty * s.bytes / s.pieces});
  up.reduced = 2 * up.bytes;  // up to four parts at once, received in at most as many rounds
  return up;
}

extern const algorithm reduce_node_tree_entry{
    .of = collective::reduce,
    .name = "node_tree",
    .summary = "a binary tree on each node, a binary tree of nodes, pipelined through both",
    .source = "Traeff, HPC lecture",
    .needs = {.nodes = true, .node_order = true},
    .run = [](process& self,
              const call& c) { return reduce_node_tree(self, c.in, c.out, c.op, c.root, c.pieces, c.nodes); },
    .price = [](const shape& s) { return price_of_reduce_below(s, leaders_are::tree); },
    .stages = [](int p) { return stages_of_node_tree({.p = p}); },
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // for the worst root: how deep the trees are depends on it
};

}  // namespace tutti
