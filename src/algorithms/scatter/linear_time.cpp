// Irregular scatter in linear time: the tree of gatherv.linear_time, built from the leaves on, then gone down from the
// root, the largest cubes first.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter collectives", 2018.
// Cost: a construction of at most 2 ceil(log2 p) - 3 dependent start-ups, then as gatherv.linear_time. Any p, any root,
// any lengths; in rank order.
// Requires: nothing. A process receives its own block where it belongs; the root sends each block from where it is.

#include "algorithms/gather/linear_time.hpp"

#include <ranges>

#include "algorithms/scatter/scatter.hpp"

namespace tutti {
namespace {

// After the construction.
task pass_on(process& self, const cube_tree_place* place, buffer out) {
  if (place->parent == nobody) co_return;
  const scratch left(self, place->left), right(self, place->bytes - place->left - out.bytes());
  bundle all(2 + (in_parts(out) ? out.type->parts->size() : 1));
  all.add(left);
  all.add(out);
  all.add(right);
  co_await self.recv(all, place->parent);
  std::size_t first = 0, end = right.all().count;  // what has not been passed on
  for (const auto& child : place->below() | std::views::reverse) {
    if (!child.left) end -= child.bytes;
    const buffer part = child.left ? left.slice(first, child.bytes) : right.slice(end, child.bytes);
    if (child.left) first += child.bytes;
    co_await self.send(part, child.rank);
  }
}

}  // namespace

task scatter_at_root(process& self, root_blocks<const std::byte> send, buffer out, tree_rule rule) {
  const int root = self.rank();
  root_plan plan(self.size(), root, rule, [&send](int i) { return send.bytes(i); });
  const auto items = plan.items();
  root_messages<const std::byte> messages(plan, send);
  send.each(root, [&](const const_buffer& own) { self.copy(own, out); });
  if (rule.straight_beyond == SIZE_MAX) {  // the largest cubes first, as the bound of the theorem wants it
    std::ranges::reverse(items);
    for (const auto& item : items) {
      const const_buffer message = messages.of(item);
      co_await self.send(message, item.partner);
    }
    co_return;
  }
  // All at once, so that long messages need not wait for each other's rendezvous.
  plan.order_for_scatter();
  const workspace<transfer> all(items.size());
  for (std::size_t k = 0; k < items.size(); ++k)
    all[k] = {messages.of(items[k]), items[k].partner, buffer{}, nobody};
  if (!all.empty()) co_await self.together(all);
}

task scatter_on_cubes(process& self, root_blocks<const std::byte> send, buffer out, int root, tree_rule rule,
                      lengths_known_to known) {
  if (self.rank() == root) {
    co_await scatter_at_root(self, send, out, rule);
    co_return;
  }
  if (rule.straight_beyond != SIZE_MAX) {
    co_await scatter_from_root(self, out, root, rule, known);
    co_return;
  }
  cube_tree_place place;
  co_await construct(self, root, out.bytes(), rule, known, &place);
  co_await pass_on(self, &place, out);
}

task scatter_from_root(process& self, buffer out, int root, tree_rule rule, lengths_known_to known) {
  transfer from_root;
  if (out.bytes() > rule.straight_beyond) {
    from_root = {const_buffer{}, nobody, out, root};
    out = {};
  }
  cube_tree_place place;
  co_await construct_downwards(self, root, out.bytes(), rule, known, &place, from_root);
  co_await pass_on(self, &place, out);
}

extern const algorithm scatterv_linear_time_entry{
    .of = collective::scatterv,
    .name = "linear_time",
    .summary = "the tree of gatherv.linear_time, from the root on",
    .source = "Traeff 2018",
    .needs = {},
    .run = [](process& self,
              const call& c) { return scatter_on_cubes(self, {c.send}, c.out, c.root, tree_rule{}); },
    .price = bound_of_cubes,
    .bound = true,
};

}  // namespace tutti
