// Allreduce as a butterfly, halving and then doubling, for any number of processes. Other numbers than powers
// of two are brought down to one by elimination instead of folding: this does not send whole vectors, but
// halves of the parts that are left.
//
// While the number of processes is even, neighbours exchange halves, and those that keep the same half are
// from then on a butterfly of their own. Of an odd number of them (if not 1) two, three or four consecutive
// ones form a unit, of which two remain. It has a lower and an upper half of one or two processes:
//
//   unit of four            w    x    y    z         A and B: the lower and the upper half of the vector
//   first round             A <> B    A <> B         each half of two exchanges halves
//   second round            A <------ A              w and z remain
//                                B ------> B
//   unit of three           w         y    z         w alone needs no first round ("3-2 elimination")
//   unit of two             w         z              nor does z: the second round is the exchange of halves
//
// The allgather is the same backwards. In rank order: partial results are always those of consecutive
// processes, the lower ones left.
// Source: Rabenseifner, Traeff, "More efficient reduction algorithms for non-power-of-two number of
// processors in message-passing parallel systems", 2004, for the elimination of one of three; Traeff, HPC
// lecture. Worked out here: units of four take no more rounds, so that one stage of elimination suffices, and
// it can wait until the number of processes is odd and less is left to send.
// Cost: for p = 2^j p' with odd p' > 1, and N = 2^floor(log2 p): 2 ceil(log2 p) alpha +
// (2 (N - 1) / N + 1 / 2^j) beta m, and half as many bytes reduced. That is less than 3 m, where folding
// takes up to 4 m. For a power of two it is the butterfly. Any p.

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/allreduce/allreduce.hpp"

namespace tutti {
namespace {

// The number of halvings until the number of processes is odd.
int plain_levels(int p) noexcept { return std::countr_zero(static_cast<unsigned>(p)); }

// The rounds of one process. In each, it sends some of its remaining parts and keeps the others. For those it
// keeps, it receives the parts of processes above it if it is `left`, otherwise of processes below.
class elimination {
 public:
  struct step {
    // `nobody` occurs in the second round of a unit only: `from` of a process that is eliminated, `to` of the
    // process that remains of a half of two.
    int to, from;
    bool left;
    int give, keep, parts;
  };

  elimination(int rank, int p) noexcept : left_over_(1 << floor_log2(p)) {
    const int levels = plain_levels(p), members = p >> levels;
    for (int k = 0; k < levels; ++k) exchange(rank ^ 1 << k, (rank >> k) % 2 == 0);
    if (members == 1) return;

    // Unit u begins with member floor(u members / units), so that no unit has fewer than two members or more
    // than four.
    const std::int64_t units = left_over_ / 2;
    const auto begin = [=](std::int64_t u) { return static_cast<int>(u * members / units); };
    const auto rank_of = [=](int member) { return member << levels | (rank & ((1 << levels) - 1)); };
    const int member = rank >> levels;
    const std::int64_t unit = ((member + 1) * units - 1) / members;
    const int low = begin(unit), end = begin(unit + 1), middle = low + (end - low) / 2;
    const bool lower = member < middle;
    const int first = lower ? low : middle, last = (lower ? middle : end) - 1;  // of its own half

    if (first != last) add(rank_of(first + last - member), rank_of(first + last - member), member == first);
    const bool remains = member == (lower ? first : last), gives = member == (lower ? last : first);
    add(gives ? rank_of(lower ? end - 1 : low) : nobody,
        remains ? rank_of(lower ? middle : middle - 1) : nobody, lower);
    if (!remains) return;
    halve(lower);
    for (int d = 1; d < units; d *= 2)
      exchange(rank_of(lower ? begin(unit ^ d) : begin((unit ^ d) + 1) - 1), (unit & d) == 0);
  }

  [[nodiscard]] std::span<const step> steps() const noexcept {
    return std::span(steps_).first(static_cast<std::size_t>(n_));
  }

 private:
  void exchange(int partner, bool left) noexcept {
    add(partner, partner, left);
    halve(left);
  }
  void add(int to, int from, bool left) noexcept {
    const int half = left_over_ / 2;
    steps_[static_cast<std::size_t>(n_++)] = {
        to, from, left, first_ + (left ? half : 0), first_ + (left ? 0 : half), half};
  }
  void halve(bool left) noexcept {
    left_over_ /= 2;
    if (!left) first_ += left_over_;
  }

  int left_over_, first_ = 0;  // parts that this process still has
  int n_ = 0;
  std::array<step, most_rounds> steps_;
};

}  // namespace

task allreduce_butterfly_elimination(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), parts = 1 << floor_log2(p);
  if (p == 1) {
    self.copy(in, out);
    co_return;
  }
  const elimination plan(self.rank(), p);
  const std::span<const elimination::step> steps = plan.steps();
  const scratch room(self, in);

  // If this process's part is the left operand, the result is where the right one was received: the two
  // places swap roles. The first left operand may be in `in`; then the right one is received in the place of
  // the result.
  buffer mine = out, theirs = room;
  const_buffer sum = in;
  if (!same_elements(in, out) && steps[0].left) std::swap(mine, theirs);
  for (const elimination::step& s : steps) {
    const buffer kept = mine.parts_from(s.keep, s.parts, parts);
    const buffer received = theirs.parts_from(s.keep, s.parts, parts);
    const const_buffer own = sum.parts_from(s.keep, s.parts, parts);
    co_await self.sendrecv(sum.parts_from(s.give, s.parts, parts), s.to, received, s.from);
    if (s.from == nobody) break;
    if (s.left) {
      self.reduce(op, own, received);
      std::swap(mine, theirs);
    } else {
      self.reduce_into(op, received, own, kept);
    }
    sum = mine;
  }
  // A process that remains has one part of the result.
  const elimination::step& end = steps.back();
  if (end.from != nobody)
    self.copy(mine.parts_from(end.keep, end.parts, parts), out.parts_from(end.keep, end.parts, parts));

  for (std::size_t k = steps.size(); k-- > 0;) {
    const elimination::step& s = steps[k];
    const buffer missing = out.parts_from(s.give, s.parts, parts);
    co_await self.sendrecv(out.parts_from(s.keep, s.parts, parts), s.from, missing, s.to);
  }
}

extern const algorithm allreduce_butterfly_elimination_entry{
    .of = collective::allreduce,
    .name = "butterfly_elimination",
    .summary = "butterfly, other p by eliminating processes from units of three and four; in rank order",
    .source = "Rabenseifner, Traeff 2004",
    .run = [](process& self,
              const call& c) { return allreduce_butterfly_elimination(self, c.in, c.out, c.op); },
    .price =
        [](const shape& s) {
          const int members = 1 << floor_log2(s.p);
          const double extra = members == s.p ? 0 : 0.5 / (1 << plain_levels(s.p));
          const double once = ((members - 1.0) / members + extra) * s.bytes;
          return cost{.rounds = 2.0 * ceil_log2(s.p), .bytes = 2 * once, .reduced = once};
        },
    .traits = {.same_for_elements = true},
};

}  // namespace tutti
