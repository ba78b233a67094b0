// Irregular gather in linear time with messages in one piece: each process copies its own block between the
// blocks that it receives. Of two cubes the one with less data sends: because of the copies all data count,
// also the gather root's own. So processes need to know totals only.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018, Lemma 4.
// Cost: as gatherv.linear_time, the construction before the data instead of beside them.
// Requires: nothing. The root copies nothing.

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/linear_time.hpp"

namespace tutti {
namespace {

task gather_on_cubes_packed(process& self, const_buffer in, root_blocks<std::byte> recv, gather_tree tree) {
  if (self.rank() == tree.root) {
    co_await gather_at_root(self, in, recv, tree.rule);
    co_return;
  }
  cube_tree_place place(in.bytes());
  co_await build_tree(self, tree, &place);
  if (place.parent() == nobody) co_return;
  if (place.children().empty()) {
    co_await self.send(in, place.parent());
    co_return;
  }
  const scratch all(self, place.bytes());
  std::size_t first = place.bytes_left(), end = first + in.bytes();  // the blocks present
  self.copy(in, all.slice(first, in.bytes()));
  for (const auto& child : place.children()) {
    if (child.left) first -= child.bytes;
    const buffer part = all.slice(child.left ? first : end, child.bytes);
    if (!child.left) end += child.bytes;
    co_await self.recv(part, child.rank);
  }
  co_await self.send(all, place.parent());
}

}  // namespace

extern const algorithm gatherv_linear_time_packed_entry{
    .of = collective::gatherv,
    .name = "linear_time_packed",
    .summary = "ordered tree built from the lengths, who has less sends, in one piece",
    .source = "Traeff 2018",
    .run =
        [](process& self, const call& c) {
          const tree_rule rule = rule_of_lemma_4();
          return gather_on_cubes_packed(self, c.in, {c.recv}, {c.root, rule});
        },
    .price = bound_of_cubes,
    .traits = {.bound = true},
};

}  // namespace tutti
