// The construction of ordered trees by fixed roots and gather roots.
// Source: Traeff 2018, Lemma 3.

#include "algorithms/gather/ordered_cubes.hpp"

namespace tutti {
namespace {

buffer message(cube& c) { return {reinterpret_cast<std::byte*>(&c), sizeof c, byte_type}; }

bool empty(const transfer& t) { return t.to == nobody && t.from == nobody; }

// One transfer of the construction, and one of data if there is one: before it between the same processes, but behind it if
// they go to `top`, who takes part in no construction, so that nobody waits for them.
task at_once(process& self, transfer data, transfer control, int top = nobody) {
  const bool behind = data.to == top;
  std::array<transfer, 2> both{behind ? control : data, behind ? data : control};
  const std::size_t first = empty(both[0]), n = both.size() - first - empty(both[1]);
  const std::span<transfer> now = std::span(both).subspan(first, n);
  co_await self.together(now);
}

}  // namespace

// Two neighbours are alike unless ranks end within the right one.
cube cube_of_equal(std::size_t block, int first, int d, int p, const tree_rule& rule) noexcept {
  if (d == 0) return {first, block, block};
  const int half = 1 << (d - 1), middle = first + half;
  if (middle >= p) return cube_of_equal(block, first, d - 1, p, rule);
  const cube right = cube_of_equal(block, middle, d - 1, p, rule);
  cube left = right;
  left.root -= half;
  if (middle + half > p) left = cube_of_equal(block, first, d - 1, p, rule);
  return unite(left, right, rule).both;
}

task cube_member::meet_fixed_root(process& self, int d, transfer with) {
  const int partner = fixed_root(neighbour(rank_, d), d, p_);
  const transfer control{message(mine_), partner, message(other_), partner};
  co_await at_once(self, with, control, top_);
}

task cube_member::meet(process& self, int d, transfer with) {
  if (equal_) {
    hear(cube_of_equal(own_, neighbour(rank_, d), d, p_, rule_));
    const std::span<transfer> data(&with, 1);
    co_await self.together(data);
    co_return;
  }
  if (!is_fixed_root(d)) {
    const transfer control{const_buffer{}, nobody, message(other_), fixed_root(rank_, d, p_)};
    co_await at_once(self, with, control, top_);
    co_return;
  }
  co_await meet_fixed_root(self, d, with);
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

void cube_tree_place::unite(cube_member& member, int d, int root) noexcept {
  const bool gathered = member.is_gather_root(), is_left = member.other_is_left(d);
  const cube other = member.other();
  const union_of_cubes u = member.unite(d);
  if (!gathered) return;
  if (!member.is_gather_root()) {
    parent = u.straight ? root : static_cast<int>(other.root);
  } else if (!u.straight && other.bytes > 0) {
    list[static_cast<std::size_t>(children++)] = {static_cast<int>(other.root), is_left, other.bytes};
    bytes += other.bytes;
    if (is_left) left += other.bytes;
  }
}

void cube_tree_place::end(const cube_member& member, int root) noexcept {
  if (member.is_gather_root()) parent = root;
  if (bytes == 0) parent = nobody;
}

task construct(process& self, int root, std::size_t own, tree_rule rule, lengths_known_to known,
               cube_tree_place* place) {
  cube_member member(self, root, own, rule, known);
  place->bytes = own;
  for (int d = 0; d < member.rounds(); ++d) {
    if (!member.acts(d)) continue;
    co_await member.meet(self, d);
    place->unite(member, d, root);
  }
  if (known == lengths_known_to::owners) co_await member.tell_root(self);
  place->end(member, root);
}

// A gather root is told of a row of neighbours, beginning with that of the round in which it and the fixed root first are
// the two of one cube. How many of them count it finds out by uniting its cube with them: until its cube sends, or gets
// another fixed root.
task construct_downwards(process& self, int root, std::size_t own, tree_rule rule, lengths_known_to known,
                         cube_tree_place* place, transfer with) {
  constexpr std::size_t most = 31;  // rounds
  const int p = self.size(), rank = self.rank();
  const auto told = static_cast<std::size_t>(std::max(1, ceil_log2(p) - 1));  // neighbours at once
  std::array<cube, 2 * most> met;     // a row can begin with any of the first
  std::array<int, most> gather_root;  // of the own cube, when it met them
  std::size_t n = 0;
  const auto row = [&](std::size_t first) {
    return buffer(reinterpret_cast<std::byte*>(&met[first]), told * sizeof(cube), byte_type);
  };

  cube_member member(self, root, own, rule, known);
  place->bytes = own;
  int d = 0;
  for (; known != lengths_known_to::all && d < member.rounds() && member.is_fixed_root(d); ++d) {
    if (!member.acts(d)) continue;
    transfer data;
    if (member.ends_in(d)) std::swap(data, with);
    co_await member.meet_fixed_root(self, d, data);
    gather_root[n] = static_cast<int>(member.mine().root);
    met[n++] = member.other();
    place->unite(member, d, root);
  }
  if (known == lengths_known_to::owners) co_await member.tell_root(self);
  while (n > 0) {
    const int whom = gather_root[--n];
    while (n > 0 && gather_root[n - 1] == whom) --n;
    if (whom != rank) co_await self.send(row(n), whom);
  }
  for (int by = rank; d < member.rounds() && member.is_gather_root(); ++d) {
    if (!member.acts(d)) continue;
    if (known == lengths_known_to::all) {
      co_await member.meet(self, d);
      place->unite(member, d, root);
      continue;
    }
    if (fixed_root(rank, d, p) != by) {
      by = fixed_root(rank, d, p);
      n = 0;
      co_await self.recv(row(0), by);
    }
    member.hear(met[n++]);
    place->unite(member, d, root);
  }
  place->end(member, root);
  const std::span<transfer> data(&with, 1);
  co_await self.together(data);
}

}  // namespace tutti
