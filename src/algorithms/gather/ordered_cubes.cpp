// The construction of ordered trees by fixed roots and gather roots.
// Source: Traeff 2018, Lemma 3.

#include "algorithms/gather/ordered_cubes.hpp"

namespace tutti {
namespace {

buffer message(cube& c) { return {reinterpret_cast<std::byte*>(&c), sizeof c, byte_type}; }

// One transfer of the construction, and one of data if there is one, before it between the same processes.
task at_once(process& self, transfer data, transfer control) {
  std::array<transfer, 2> both{data, control};
  const bool alone = data.to == nobody && data.from == nobody;
  const std::span<transfer> now = std::span(both).subspan(alone ? 1 : 0);
  co_await self.together(now);
}

}  // namespace

task cube_member::meet(process& self, int d, transfer with) {
  if (!is_fixed_root(d)) {
    co_await at_once(self, with, {const_buffer{}, nobody, message(other_), fixed_root(rank_, d, p_)});
    co_return;
  }
  const int partner = fixed_root(neighbour(rank_, d), d, p_);
  co_await at_once(self, with, {message(mine_), partner, message(other_), partner});
  if (!is_gather_root()) co_await self.send(message(other_), static_cast<int>(mine_.root));
}

task cube_member::tell_root(process& self, transfer with) {
  transfer control;
  if (is_fixed_root(rounds_)) control = {message(mine_), top_, buffer{}, nobody};
  co_await at_once(self, with, control);
}

task hear_of_neighbour(process& self, int d, cube* other, transfer with) {
  const int from = fixed_root(neighbour(self.rank(), d), d, self.size());
  co_await at_once(self, with, {const_buffer{}, nobody, message(*other), from});
}

task construct(process& self, int root, std::size_t own, tree_rule rule, root_knows known,
               cube_tree_place* place) {
  cube_member member(self, root, own, rule);
  place->bytes = own;
  for (int d = 0; d < member.rounds(); ++d) {
    if (!member.acts(d)) continue;
    co_await member.meet(self, d);
    const bool gathered = member.is_gather_root(), left = member.other_is_left(d);
    const cube other = member.other();
    const auto u = member.unite(d);
    if (!gathered) continue;
    if (!member.is_gather_root()) {
      place->parent = u.direct ? root : static_cast<int>(other.root);
    } else if (!u.direct && other.bytes > 0) {
      place->list[static_cast<std::size_t>(place->children++)] = {static_cast<int>(other.root), left,
                                                                  other.bytes};
      place->bytes += other.bytes;
      if (left) place->left += other.bytes;
    }
  }
  if (known == root_knows::nothing) co_await member.tell_root(self);
  if (member.is_gather_root()) place->parent = root;
  if (place->bytes == 0) place->parent = nobody;
}

}  // namespace tutti
