// Irregular scatter in linear time: the tree of gatherv.linear_time, built from the leaves on, then traversed
// from the root, the largest cubes first.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and
// scatter collectives", 2018.
// Cost: a construction of at most 2 ceil(log2 p) - 3 dependent start-ups, then as gatherv.linear_time. Any p,
// any root, any lengths; in rank order.
// Requires: nothing. A process receives its own block in place; the root sends each block in place.

#include "algorithms/gather/linear_time.hpp"

#include <ranges>
#include <utility>

#include "algorithms/scatter/scatter.hpp"
#include "tutti/when_both.hpp"

namespace tutti {
namespace {

// After the construction: receives all from the parent, then sends to the children, the furthest first.
task scatter_data(process& self, buffer out, const cube_tree_place* place) {
  if (place->parent() == nobody) co_return;
  const scratch left(self, place->bytes_left()),
      right(self, place->bytes() - place->bytes_left() - out.bytes());
  bundle all(2 + count_parts(out));
  all.add(left);
  all.add(out);
  all.add(right);
  co_await self.recv(all, place->parent());
  std::size_t first = 0, end = right.all().count;  // the data not yet passed on
  for (const auto& child : place->children() | std::views::reverse) {
    if (!child.left) end -= child.bytes;
    const buffer part = child.left ? left.slice(first, child.bytes) : right.slice(end, child.bytes);
    if (child.left) first += child.bytes;
    co_await self.send(part, child.rank);
  }
}

// Receives a block that is too long for the tree, in which its process takes part as if it had no block.
task scatter_straight(process& self, buffer out, int root, cube_tree_place* place) {
  co_await place->needed_no_longer();
  co_await self.recv(out, root);
}

}  // namespace

task scatter_at_root(process& self, root_blocks<const std::byte> send, buffer out, const gather_tree& tree) {
  const int root = self.rank();
  root_plan plan(self.size(), root, tree.rule, [&send](int i) { return send.bytes(i); });
  const auto items = plan.items();
  root_messages<const std::byte> messages(plan, send);
  send.each(root, [&](const const_buffer& own) { self.copy(own, out); });
  // The largest cubes first, as the bound of the theorem requires.
  if (tree.rule.straight_beyond == SIZE_MAX) {
    std::ranges::reverse(items);
    for (const auto& item : items) {
      const const_buffer message = messages.of(item);
      co_await self.send(message, item.partner);
    }
    co_return;
  }
  // All at once, so that long messages need not wait for each other's rendezvous.
  plan.order_for_scatter(tree.known != lengths_known_to::all);
  const workspace<transfer> all(items.size());
  for (std::size_t k = 0; k < items.size(); ++k)
    all[k] = {messages.of(items[k]), items[k].partner, buffer{}, nobody};
  if (!all.empty()) co_await self.together(all);
}

task scatter_from_root(process& self, buffer out, gather_tree tree) {
  const bool straight = out.bytes() > tree.rule.straight_beyond;
  cube_tree_place place(straight ? 0 : out.bytes());
  if (straight) {
    strands of(self);
    task data = scatter_straight(of.first, out, tree.root, &place);
    task build = build_tree_from_top(of.second, tree, &place);
    co_await when_both(&of, std::move(data), std::move(build));
  } else {
    co_await build_tree_from_top(self, tree, &place);
    co_await scatter_data(self, out, &place);
  }
}

task scatter_on_cubes(process& self, root_blocks<const std::byte> send, buffer out, gather_tree tree) {
  if (self.rank() == tree.root) {
    co_await scatter_at_root(self, send, out, tree);
  } else if (tree.rule.straight_beyond != SIZE_MAX) {
    co_await scatter_from_root(self, out, tree);
  } else {
    cube_tree_place place(out.bytes());
    co_await build_tree(self, tree, &place);
    co_await scatter_data(self, out, &place);
  }
}

extern const algorithm scatterv_linear_time_entry{
    .of = collective::scatterv,
    .name = "linear_time",
    .summary = "the tree of gatherv.linear_time, from the root on",
    .source = "Traeff 2018",
    .run = [](process& self, const call& c) { return scatter_on_cubes(self, {c.send}, c.out, {c.root}); },
    .price = bound_of_cubes,
    .traits = {.bound = true},
};

}  // namespace tutti
