// The construction of ordered trees by fixed roots and gather roots.
// Source: Traeff 2018, Lemma 3.

#include "algorithms/gather/ordered_cubes.hpp"

namespace tutti {
namespace {

// A process other than the root of all while cubes are united around it: "Both the fixed and the gather
// root processors know that they have this role and which processor has the other role, and each knows the
// total amount of data in H_d."
struct cube_member {
  gather_tree tree;
  int rank, p;
  cube_tree_place* place;
  cube mine, other;             // its own cube, the neighbour that it has met
  bool sends_straight = false;  // its own cube sent straight to the root of all

  cube_member(const gather_tree& which, int own_rank, int processes, cube_tree_place* own) noexcept
      : tree(which), rank(own_rank), p(processes), place(own), mine{rank, own->bytes(), own->bytes()} {}

  // The rounds before the one in which its own cube meets the root's.
  [[nodiscard]] int rounds() const noexcept { return rounds_by_lemma_2(rank, tree.root); }
  [[nodiscard]] bool is_gather_root() const noexcept { return mine.root == rank; }
  [[nodiscard]] int gather_root() const noexcept { return static_cast<int>(mine.root); }
  [[nodiscard]] bool is_fixed_root(int d) const noexcept { return fixed_root(rank, d, p) == rank; }
  // The fixed root of the neighbour.
  [[nodiscard]] int partner(int d) const noexcept { return fixed_root(neighbouring_cube(rank, d), d, p); }
  // True if this process takes part in round d: there is a neighbour, and it is one of the roots of its cube.
  [[nodiscard]] bool acts(int d) const noexcept {
    return neighbouring_cube(rank, d) < p && (is_gather_root() || is_fixed_root(d));
  }
  // True if round d is the last for this process: its cube is empty, and it need not notify any process of
  // the neighbour. Of two cubes without data the right one receives, and has the next fixed root.
  [[nodiscard]] bool ends_in(int d) const noexcept {
    return mine.bytes == 0 && is_gather_root() && !neighbour_is_left(rank, d);
  }

  // The end of round d, on both roots of both cubes: unites this cube and the neighbour.
  void unite(int d) {
    const bool gathered = is_gather_root(), left = neighbour_is_left(rank, d);
    const union_of_cubes u =
        left ? tutti::unite(other, mine, tree.rule) : tutti::unite(mine, other, tree.rule);
    mine = u.both;
    if (!gathered) return;
    if (is_gather_root()) {
      if (!u.straight) place->has_child({static_cast<int>(other.root), left, other.bytes});
    } else if (u.straight) {
      sends_straight = true;  // when the construction no longer waits for this process
    } else {
      place->has_parent(static_cast<int>(other.root));
    }
  }
  // After the last round.
  void end() const {
    if (is_gather_root() || sends_straight) place->has_parent(tree.root);
    place->ends();
  }
};

// The cube of dimension d that begins with `first`, for equal blocks. Two neighbours are alike unless ranks
// end within the right one.
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

// A fixed root's last step, if the root does not know the lengths.
task tell_root(process& self, cube_member* me) {
  if (me->tree.known == lengths_known_to::owners && me->is_fixed_root(me->rounds()))
    co_await self.send(message_of(me->mine), me->tree.root);
}

}  // namespace

bool follow_tree(const process& self, const gather_tree& tree, cube_tree_place* place) {
  cube_member me(tree, self.rank(), self.size(), place);
  const bool alone = me.rounds() == 0 && tree.known == lengths_known_to::root;
  if (!alone && tree.known != lengths_known_to::all) return false;
  const std::size_t block = place->bytes();
  for (int d = 0; d < me.rounds(); ++d) {
    if (!me.acts(d)) continue;
    me.other = cube_of_equal(block, neighbouring_cube(me.rank, d), d, me.p, tree.rule);
    me.unite(d);
  }
  me.end();
  return true;
}

task build_tree(process& self, gather_tree tree, cube_tree_place* place) {
  if (follow_tree(self, tree, place)) co_return;
  cube_member me(tree, self.rank(), self.size(), place);
  for (int d = 0; d < me.rounds(); ++d) {
    if (!me.acts(d)) continue;
    if (me.ends_in(d)) place->ends();
    // H_d and its neighbour become H_(d+1). "The two fixed roots of the H_d subcubes exchange
    // information", each passes it on to its gather root, and both gather roots can tell which of them
    // will be that of H_(d+1).
    if (me.is_fixed_root(d)) {
      co_await self.sendrecv(message_of(me.mine), me.partner(d), message_of(me.other), me.partner(d));
      if (!me.is_gather_root()) co_await self.send(message_of(me.other), me.gather_root());
    } else {
      co_await self.recv(message_of(me.other), fixed_root(me.rank, d, me.p));
    }
    me.unite(d);
  }
  co_await tell_root(self, &me);
  me.end();
}

// A fixed root sends a gather root a row of neighbours, from the round on in which the two are first the
// roots of one cube. The gather root finds out how many of them count by uniting its cube with them, until
// its cube sends, or gets another fixed root.
task build_tree_from_top(process& self, gather_tree tree, cube_tree_place* place) {
  if (follow_tree(self, tree, place)) co_return;
  cube_member me(tree, self.rank(), self.size(), place);
  const auto row_length =
      static_cast<std::size_t>(std::max(1, ceil_log2(me.p) - 1));  // neighbours in one row
  std::array<cube, 2 * most_rounds> neighbours;                    // a row can begin with any of the first
  std::array<int, most_rounds> gather_root;                        // of its own cube, when it met them
  std::size_t n = 0;
  const auto row = [&](std::size_t first) {
    return message_of(std::span(neighbours).subspan(first, row_length));
  };

  // Fixed roots exchange their cubes, as long as they are fixed roots.
  int d = 0;
  for (; d < me.rounds() && me.is_fixed_root(d); ++d) {
    if (!me.acts(d)) continue;
    if (me.ends_in(d)) place->ends();
    co_await self.sendrecv(message_of(me.mine), me.partner(d), message_of(me.other), me.partner(d));
    gather_root[n] = me.gather_root();
    neighbours[n++] = me.other;
    me.unite(d);
  }
  co_await tell_root(self, &me);

  // Then they notify each gather root that they have had, the last first.
  while (n > 0) {
    const int whom = gather_root[--n];
    while (n > 0 && gather_root[n - 1] == whom) --n;
    if (whom != me.rank) co_await self.send(row(n), whom);
  }

  // A gather root hears from each of its fixed roots, as long as it is the gather root.
  for (int by = me.rank; d < me.rounds() && me.is_gather_root(); ++d) {
    if (!me.acts(d)) continue;
    if (fixed_root(me.rank, d, me.p) != by) {
      by = fixed_root(me.rank, d, me.p);
      n = 0;
      co_await self.recv(row(0), by);
    }
    me.other = neighbours[n++];
    me.unite(d);
  }
  me.end();
}

task hear_of_tree(process& self, cube_tree_place* place) {
  const int rank = self.rank(), p = self.size();
  for (int d = 0; 1 << d < p; ++d) {
    if (neighbouring_cube(rank, d) >= p) continue;
    cube other;
    co_await self.recv(message_of(other), fixed_root(neighbouring_cube(rank, d), d, p));
    place->has_child({static_cast<int>(other.root), neighbour_is_left(rank, d), other.bytes});
  }
  place->ends();
}

}  // namespace tutti
