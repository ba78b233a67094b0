// Irregular gather in linear time: of two neighbouring cubes of processes the one that has had less to receive sends to
// the other, so that nobody waits; which one that is, the processes find out by messages of a few bytes.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter collectives", 2018.
// Cost: at most ceil(log2 p) alpha + beta (sum of all blocks but the root's), with a given root and uneven blocks more by
// what the last cube that it waits for takes longer than those before; the construction, at most 2 ceil(log2 p) - 3
// dependent start-ups, goes on beside it. Any p, any root, any lengths; in rank order.
// Requires: nothing. A process sends its own block from where it is; the root receives each block where it belongs.

#include "algorithms/gather/linear_time.hpp"

#include <optional>

#include "algorithms/gather/gather.hpp"

namespace tutti {
// Whichever neighbour has its data first is received from first: the root is never idle while anyone waits for it.
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

task gather_on_cubes(process& self, const_buffer in, root_blocks<std::byte> recv, int root, tree_rule rule,
                     lengths_known_to known) {
  if (self.rank() == root)
    co_await gather_at_root(self, in, recv, rule);
  else
    co_await gather_to_root(self, in, root, rule, known);
}

task gather_to_root(process& self, const_buffer in, int root, tree_rule rule, lengths_known_to known) {
  const bool straight = in.bytes() > rule.straight_beyond;
  const const_buffer own = straight ? const_buffer{} : in;
  cube_member member(self, root, own.bytes(), rule, known);
  inbox received(self);
  std::optional<const_bundle> sent;
  // Data of a round go beside the construction of the next, so that neither waits for the other. For what goes straight to the
  // root nobody of the tree waits: it is sent when nobody waits for this process either.
  transfer data, to_root;
  if (straight) to_root = {in, root, buffer{}, nobody};
  for (int d = 0; d < member.rounds(); ++d) {
    if (!member.acts(d)) continue;
    if (member.ends_in(d)) std::swap(data, to_root);
    co_await member.meet(self, d, data);
    data = {};
    const bool gathered = member.is_gather_root(), left = member.other_is_left(d);
    const cube mine = member.mine(), other = member.other();
    const union_of_cubes u = member.unite(d);
    if (!gathered) continue;
    if (member.is_gather_root()) {
      if (!u.straight && other.bytes > 0)
        data = {const_buffer{}, nobody, received.add(other.bytes, left), static_cast<int>(other.root)};
    } else if (mine.bytes > 0) {
      received.in_rank_order(own, sent.emplace(received.parts_with(own)));
      if (u.straight)
        to_root = {*sent, root, buffer{}, nobody};
      else
        data = {*sent, static_cast<int>(other.root), buffer{}, nobody};
    }
  }
  if (to_root.to != nobody) data = to_root;  // who has such data receives none
  if (known == lengths_known_to::owners) {
    co_await member.tell_root(self, data);
  } else {
    const std::span<transfer> last(&data, 1);
    co_await self.together(last);
  }
  if (member.is_gather_root() && member.mine().bytes > 0) {
    received.in_rank_order(own, sent.emplace(received.parts_with(own)));
    co_await self.send(*sent, root);
  }
}

task gather_at_told_root(process& self, inbox* received) {
  transfer data;
  for (int d = 0; 1 << d < self.size(); ++d) {
    if (neighbour(self.rank(), d) >= self.size()) continue;
    cube other;
    co_await hear_of_neighbour(self, d, &other, data);
    data = {};
    if (other.bytes > 0)
      data = {const_buffer{}, nobody, received->add(other.bytes, (self.rank() >> d & 1) != 0),
              static_cast<int>(other.root)};
  }
  const std::span<transfer> last(&data, 1);
  co_await self.together(last);
}

extern const algorithm gatherv_linear_time_entry{
    .of = collective::gatherv,
    .name = "linear_time",
    .summary = "ordered tree built from the lengths, who received less sends",
    .source = "Traeff 2018",
    .needs = {},
    .run = [](process& self,
              const call& c) { return gather_on_cubes(self, c.in, {c.recv}, c.root, tree_rule{}); },
    .price = bound_of_cubes,
    .bound = true,
};

}  // namespace tutti
