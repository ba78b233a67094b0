// Reduce-scatter by halving on a hypercube in rank order: partners are first neighbours, then two apart, ...,
// so that partial sums are always those of consecutive processes. So that each process ends with its own
// block though it always keeps a half that lies in one run, the blocks are first put in the order of their
// bit-reversed numbers:
//
//   member 1 of 4   [ 0 2 | 1 3 ]   bit 0 of 1 is 1: keeps the upper half, gives the lower to 0
//                         [ 1|3 ]   bit 1 of 1 is 0: keeps the lower half, gives the upper to 3
//
// Other numbers of processes are folded onto a power of two of members, some of which then have two blocks.
// Source: Traeff, "An improved algorithm for (non-commutative) reduce-scatter with an application", 2005.
// Cost: log2 p alpha + (p - 1) / p (beta + gamma) m for a power of two p and equal blocks. For other p
// k + 2 rounds, k = floor(log2 p): the whole vector and one block are sent besides, which makes up to
// (2 + (k - 1) / p) m. One giant block may travel in every round: what the paper does for irregular blocks,
// and for other p to save the vector sent once more, is not here.
// Requires: the blocks side by side. Any p.

#include <utility>

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/folding.hpp"

namespace tutti {
namespace {

constexpr int reversed(int number, int bits) noexcept {
  int r = 0;
  for (int k = 0; k < bits; ++k) r = 2 * r + (number >> k & 1);
  return r;
}

// The blocks of the vector in the order of their members' bit-reversed numbers.
class reordering {
 public:
  reordering(const const_blocks& of, const folding& fold)
      : of_(of), fold_(fold), start_(static_cast<std::size_t>(fold.members()) + 1) {
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
  // The one or two blocks of the member whose number is x with its bits reversed.
  [[nodiscard]] const_buffer at(int x) const {
    const int last = fold_.rank(reversed(x, fold_.dimensions()));
    return fold_.doubled(last) ? of_.run(last - 1, 2) : of_[last];
  }
  [[nodiscard]] std::size_t& start(int x) { return start_[static_cast<std::size_t>(x)]; }
  [[nodiscard]] std::size_t start(int x) const { return start_[static_cast<std::size_t>(x)]; }

  const const_blocks& of_;
  const folding& fold_;
  workspace<std::size_t> start_;
};

}  // namespace

task reduce_scatter_butterfly(process& self, const_blocks send, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(send[0], out);
    co_return;
  }
  const folding fold(p);
  const reordering order(send, fold);
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

  // Where the own part is the left operand the result lies where the right one came in: the two places change
  // roles.
  const int v = fold.member(rank);
  buffer mine = vector, theirs = room;
  int first = 0;
  for (int d = 1, n = fold.members() / 2; n > 0; d *= 2, n /= 2) {
    const bool left = (v & d) == 0;
    const int keep = left ? first : first + n, give = left ? first + n : first;
    const int partner = fold.rank(v ^ d);
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

constexpr algorithm butterfly_entry{
    .of = collective::reduce_scatter,
    .name = "butterfly",
    .summary = "halving after a bit reversal of blocks; other p folded; in rank order",
    .source = "Traeff 2005",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return reduce_scatter_butterfly(self, c.send, c.out, c.op); },
    .price =
        [](const shape& s) {
          // Member 0 is always among those who keep most: every second, fourth, ... member and the doubled
          // among them.
          const folding fold(s.p);
          double halving = 0;
          for (int d = 2; d <= fold.members(); d *= 2)
            halving += s.in_blocks(fold.members() / d + (fold.extra() + d - 1) / d);
          const double folded = fold.extra() > 0 ? 1 : 0;
          return cost{.rounds = fold.dimensions() + 2 * folded,
                      .bytes = halving + folded * (s.bytes + s.longest_block()),
                      .reduced = halving + folded * s.bytes};
        },
};
extern const algorithm reduce_scatter_butterfly_entry = butterfly_entry;
extern const algorithm reduce_scatter_block_butterfly_entry =
    as(butterfly_entry, collective::reduce_scatter_block);

}  // namespace tutti
