// Irregular scatter in linear time with messages in one piece: the tree of gatherv.linear_time_packed, from
// the root on; each process copies its own block out of the message that it receives.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, Lemma 4.
// Cost: as scatterv.linear_time.
// Requires: nothing. The root copies nothing.

#include <ranges>

#include "algorithms/gather/linear_time.hpp"
#include "algorithms/scatter/scatter.hpp"

namespace tutti {
namespace {

task scatter_on_cubes_packed(process& self, root_blocks<const std::byte> send, buffer out, gather_tree tree) {
  if (self.rank() == tree.root) {
    co_await scatter_at_root(self, send, out, tree);
    co_return;
  }
  cube_tree_place place(out.bytes());
  co_await build_tree(self, tree, &place);
  if (place.parent() == nobody) co_return;
  if (place.children().empty()) {
    co_await self.recv(out, place.parent());
    co_return;
  }
  const scratch all(self, place.bytes());
  co_await self.recv(all, place.parent());
  std::size_t first = 0, end = place.bytes();  // the data not yet passed on
  for (const auto& child : place.children() | std::views::reverse) {
    if (!child.left) end -= child.bytes;
    const buffer part = all.slice(child.left ? first : end, child.bytes);
    if (child.left) first += child.bytes;
    co_await self.send(part, child.rank);
  }
  self.copy(all.slice(first, out.bytes()), out);
}

}  // namespace

extern const algorithm scatterv_linear_time_packed_entry{
    .of = collective::scatterv,
    .name = "linear_time_packed",
    .summary = "the tree of gatherv.linear_time_packed, from the root on",
    .source = "Traeff 2018",
    .run =
        [](process& self, const call& c) {
          const tree_rule rule = rule_of_lemma_4();
          return scatter_on_cubes_packed(self, {c.send}, c.out, {c.root, rule});
        },
    .price = bound_of_cubes,
    .traits = {.bound = true},
};

}  // namespace tutti
