// Irregular gather in linear time: of two neighbouring cubes of processes the one that has received less
// sends to the other, so that no process waits. The processes find out which one that is by messages of a few
// bytes.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and
// scatter collectives", 2018.
// Cost: at most ceil(log2 p) alpha + beta (sum of all blocks but the root's). With a given root and uneven
// blocks more, by the time that the last cube takes longer than those before it. The construction,
// at most 2 ceil(log2 p) - 3 dependent start-ups, runs beside the data. Any p, any root, any lengths; in rank
// order.
// Requires: nothing. A process sends its own block in place; the root receives each block in place.

#include "algorithms/gather/linear_time.hpp"

#include <utility>

#include "algorithms/gather/gather.hpp"
#include "tutti/when_both.hpp"

namespace tutti {
namespace {

// Receives from each child as soon as it is known, then sends all to the parent, if there is one.
task gather_data(process& self, const_buffer own, cube_tree_place* place, inbox* received) {
  for (int k = 0;; ++k) {
    const cube_tree_place::child* const from = co_await place->known_child(k);
    if (!from) break;
    co_await self.recv(received->add(from->bytes, from->left), from->rank);
  }
  if (place->parent() == nobody) co_return;
  const_bundle all(received->parts_with(own));
  received->in_rank_order(own, all);
  co_await self.send(all, place->parent());
}

// Sends a block that is too long for the tree, in which its process takes part as if it had no block.
task gather_straight(process& self, const_buffer in, int root, cube_tree_place* place) {
  co_await place->needed_no_longer();
  co_await self.send(in, root);
}

}  // namespace

// The data of one round travel beside the construction of the next, so that neither waits for the other.
// Between the same two processes data are sent before construction. A block that goes straight to the root is
// sent after construction: no process of the tree waits for it.
task gather_to_root(process& self, const_buffer in, gather_tree tree) {
  const bool straight = in.bytes() > tree.rule.straight_beyond;
  cube_tree_place place(straight ? 0 : in.bytes());
  inbox received(self);
  if (follow_tree(self, tree, &place)) {
    if (straight)
      co_await self.send(in, tree.root);
    else
      co_await gather_data(self, in, &place, &received);
    co_return;
  }
  strands of(self);
  if (straight) {
    task build = build_tree(of.first, tree, &place);
    task data = gather_straight(of.second, in, tree.root, &place);
    co_await when_both(&of, std::move(build), std::move(data));
  } else {
    task data = gather_data(of.first, in, &place, &received);
    task build = build_tree(of.second, tree, &place);
    co_await when_both(&of, std::move(data), std::move(build));
  }
}

task gather_at_root_without_lengths(process& self, inbox* received) {
  cube_tree_place place(0);
  strands of(self);
  task build = hear_of_tree(of.first, &place);
  task data = gather_data(of.second, const_buffer{}, &place, received);
  co_await when_both(&of, std::move(build), std::move(data));
}

// Lemma 2, for a root that knows all lengths. The neighbour whose data are ready first is received first: the
// root is never idle while a process waits for it.
task gather_at_root(process& self, const_buffer in, root_blocks<std::byte> recv, tree_rule rule) {
  const int root = self.rank();
  root_plan plan(self.size(), root, rule, [&recv](int i) { return recv.bytes(i); });
  const auto items = plan.items();
  root_messages<std::byte> messages(plan, recv);
  const workspace<transfer> all(items.size());
  for (std::size_t k = 0; k < items.size(); ++k)
    all[k] = {const_buffer{}, nobody, messages.of(items[k]), items[k].partner};
  recv.each(root, [&](const buffer& own) { self.copy(in, own); });
  if (!all.empty()) co_await self.together(all);
}

task gather_on_cubes(process& self, const_buffer in, root_blocks<std::byte> recv, gather_tree tree) {
  if (self.rank() == tree.root)
    co_await gather_at_root(self, in, recv, tree.rule);
  else
    co_await gather_to_root(self, in, tree);
}

extern const algorithm gatherv_linear_time_entry{
    .of = collective::gatherv,
    .name = "linear_time",
    .summary = "ordered tree built from the lengths, who received less sends",
    .source = "Traeff 2018",
    .run = [](process& self, const call& c) { return gather_on_cubes(self, c.in, {c.recv}, {c.root}); },
    .price = bound_of_cubes,
    .traits = {.bound = true},
};

}  // namespace tutti
