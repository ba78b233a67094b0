// Reduce-scatter by halving on a hypercube in rank order: partners are first neighbours, then two apart, ...,
// so that partial sums are always those of consecutive processes. The blocks are first put in the order of
// their bit-reversed numbers, so that each process ends with its own block although it always keeps a half
// that is one run:
//
//   member 1 of 4   [ 0 2 | 1 3 ]   bit 0 of 1 is 1: keeps the upper half, gives the lower to 0
//                         [ 1|3 ]   bit 1 of 1 is 0: keeps the lower half, gives the upper to 3
//
// Other numbers of processes are folded onto a power of two of members, some of which then have two blocks.
// bine: the same with the partners of Bine trees, which are nearer in rank; not in rank order.
// Source: Traeff, "An improved algorithm for (non-commutative) reduce-scatter with an application", 2005.
// bine: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees: Enhancing
// Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311; worked out here
// from its abstract.
// Cost: log2 p alpha + (p - 1) / p (beta + gamma) m for a power of two p and equal blocks. For other p k + 2
// rounds, k = floor(log2 p): the whole vector and one block are sent in addition, which makes up to (2 + (k -
// 1) / p) m. One giant block may travel in every round: the paper's remedies for irregular blocks, and for
// the vector sent once more for other p, are not implemented.
// Requires: the blocks side by side; for bine a commutative operator. Any p.

#include <algorithm>
#include <utility>

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/folding.hpp"
#include "algorithms/shapes/swing_torus.hpp"

namespace tutti {
namespace {

// The partners of a hypercube: in each step they are twice as far as in the step before. The position of a
// member is the bits of its number, the lowest first: they say which half it keeps in each step.
class hypercube {
 public:
  explicit hypercube(int members) noexcept : dimensions_(floor_log2(members)) {}
  [[nodiscard]] static int partner(int member, int step) noexcept { return member ^ (1 << step); }
  [[nodiscard]] int position(int member) const noexcept {
    int at = 0;
    for (int k = 0; k < dimensions_; ++k) at = 2 * at + (member >> k & 1);
    return at;
  }

 private:
  int dimensions_;
};

// The blocks of the vector in the order of their members' positions.
class reordering {
 public:
  template <class Partners>
  reordering(const const_blocks& of, const folding& fold, const Partners& partners)
      : of_(of),
        fold_(fold),
        member_(static_cast<std::size_t>(fold.members())),
        start_(static_cast<std::size_t>(fold.members()) + 1) {
    for (int v = 0; v < fold.members(); ++v) member_[static_cast<std::size_t>(partners.position(v))] = v;
    start_[0] = 0;
    for (int x = 0; x < fold.members(); ++x) start(x + 1) = start(x) + at(x).count;
  }

  /// Positions x, ..., x + n - 1 of a vector in that order.
  [[nodiscard]] buffer part(const buffer& vector, int x, int n) const {
    return vector.slice(start(x), start(x + n) - start(x));
  }
  void apply(process& self, const buffer& to) const {
    for (int x = 0; x < fold_.members(); ++x) self.copy(at(x), part(to, x, 1));
  }

 private:
  // The one or two blocks of the member at this position.
  [[nodiscard]] const_buffer at(int x) const {
    const int last = fold_.rank(member_[static_cast<std::size_t>(x)]);
    return fold_.doubled(last) ? of_.run(last - 1, 2) : of_[last];
  }
  [[nodiscard]] std::size_t& start(int x) { return start_[static_cast<std::size_t>(x)]; }
  [[nodiscard]] std::size_t start(int x) const { return start_[static_cast<std::size_t>(x)]; }

  const const_blocks& of_;
  const folding& fold_;
  workspace<int> member_;
  workspace<std::size_t> start_;
};

template <class Partners>
task by_halving(process& self, const_blocks send, buffer out, operation op, Partners partners) {
  const int rank = self.rank();
  if (self.size() == 1) {
    self.copy(send[0], out);
    co_return;
  }
  const folding fold(self.size());
  const reordering order(send, fold, partners);
  scratch vector(self, send.all().count, *out.type);
  order.apply(self, vector);
  if (fold.folded(rank)) {
    co_await self.send(vector, rank + 1);
    co_await self.recv(out, rank + 1);
    co_return;
  }
  scratch room(self, vector);
  if (fold.doubled(rank)) {
    co_await self.recv(room, rank - 1);
    self.reduce(op, room, vector);
  }

  // If this process's part is the left operand, the result is where the right one was received: the two
  // places swap roles.
  const int v = fold.member(rank), position = partners.position(v);
  buffer mine = vector, theirs = room;
  int first = 0;
  for (int step = 0, n = fold.members() / 2; n > 0; ++step, n /= 2) {
    const bool left = (position & n) == 0;
    const int keep = left ? first : first + n, give = left ? first + n : first;
    const int partner = fold.rank(partners.partner(v, step));
    const buffer kept = order.part(mine, keep, n), received = order.part(theirs, keep, n);
    co_await self.sendrecv(order.part(mine, give, n), partner, received, partner);
    if (left) {
      self.reduce(op, kept, received);
      std::swap(mine, theirs);
    } else {
      self.reduce(op, received, kept);
    }
    first = keep;
  }
  const buffer result = order.part(mine, first, 1);
  const std::size_t others = result.count - out.count;
  if (fold.doubled(rank)) co_await self.send(result.slice(0, others), rank - 1);
  self.copy(result.slice(others, out.count), out);
}

// most_doubled(step, extra): the largest number of members that represent two processes, among those that
// still keep the same blocks after a step.
template <class MostDoubled>
cost price_of_halving(const shape& s, MostDoubled most_doubled) {
  const folding fold(s.p);
  double halving = 0;
  for (int step = 0; step < fold.dimensions(); ++step) {
    const int keep = fold.members() >> (step + 1);
    halving += s.in_blocks(keep + std::min(keep, most_doubled(step, fold.extra())));
  }
  const double folded = fold.extra() > 0 ? 1 : 0;
  return {.rounds = fold.dimensions() + 2 * folded,
          .bytes = halving + folded * (s.bytes + s.longest_block()),
          .reduced = halving + folded * s.bytes};
}

// Every second, fourth, ... member: member 0 is always among those that keep most.
int most_doubled_of_hypercube(int step, int extra) { return (extra + (2 << step) - 1) >> (step + 1); }

// An even member x and x + 1/3, and all others that are the same modulo 2^(step + 2).
int most_doubled_of_bine(int step, int extra) {
  const int modulus = 4 << step;
  const auto apart = static_cast<int>(swing_torus::third & static_cast<unsigned>(modulus - 1));
  const int left = extra % modulus;
  const bool both = apart < left || modulus - apart + 1 < left;
  return extra / modulus * 2 + (both ? 2 : left > 0 ? 1 : 0);
}

}  // namespace

task reduce_scatter_butterfly(process& self, const_blocks send, buffer out, operation op) {
  return by_halving(self, send, out, op, hypercube(folding(self.size()).members()));
}

task reduce_scatter_bine(process& self, const_blocks send, buffer out, operation op) {
  return by_halving(self, send, out, op, swing_torus({folding(self.size()).members(), 1}));
}

constexpr algorithm butterfly_entry{
    .of = collective::reduce_scatter,
    .name = "butterfly",
    .summary = "halving after a bit reversal of blocks; other p folded; in rank order",
    .source = "Traeff 2005",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return reduce_scatter_butterfly(self, c.send, c.out, c.op); },
    .price = [](const shape& s) { return price_of_halving(s, most_doubled_of_hypercube); },
    .traits = {.same_for_elements = true},
};
extern const algorithm reduce_scatter_butterfly_entry = butterfly_entry;
extern const algorithm reduce_scatter_block_butterfly_entry =
    as(butterfly_entry, collective::reduce_scatter_block);

constexpr algorithm bine_entry{
    .of = collective::reduce_scatter,
    .name = "bine",
    .summary = "halving with the near partners of Bine trees; other p folded",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.commutative = true, .side_by_side = true},
    .run = [](process& self, const call& c) { return reduce_scatter_bine(self, c.send, c.out, c.op); },
    .price = [](const shape& s) { return price_of_halving(s, most_doubled_of_bine); },
};
extern const algorithm reduce_scatter_bine_entry = bine_entry;
extern const algorithm reduce_scatter_block_bine_entry = as(bine_entry, collective::reduce_scatter_block);

}  // namespace tutti
