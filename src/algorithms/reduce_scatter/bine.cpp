// Reduce-scatter on the butterfly of Bine trees, allgather.bine backwards: as on a hypercube half of what a
// process is responsible for is given to a partner in each step, with partners that are nearer.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
// Enhancing Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311;
// worked out here from its abstract.
// Cost: ceil(log2 p) alpha + (p - 1)/p (beta + gamma) m for even p and equal blocks. For odd p the last process
// is folded onto the one before it: ceil(log2 (p - 1)) + 2 rounds, and the whole vector and one block are sent
// besides. Any p.
// Requires: a commutative operator; the blocks side by side.

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/bine_butterfly.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {
namespace {

// On the members of the butterfly: `out` takes the blocks of all processes for which a member stands.
task reduce_scatter_among(process& self, const bine_butterfly& all, const_blocks send, buffer out,
                          operation op) {
  using run = bine_butterfly::run;
  const int rank = self.rank(), last = all.steps() - 1;
  const auto own = [&](const run& r) { return ring_run(send, r.first, all.processes_of(r)); };

  // What is kept after the first step lies in the order of the ring, and so in one piece.
  const run kept = all.known(rank, last);
  const auto elements = [&](int n) { return own({kept.first, n}).count(); };  // of the first n kept
  scratch sums(self, last > 0 ? elements(kept.count) : 0, *out.type);
  const auto sum = [&](const run& r) {
    const int before = ring(r.first, -kept.first, all.members());
    const std::size_t begin = elements(before);
    return sums.slice(begin, elements(before + r.count) - begin);
  };

  int partner = all.partner(rank, last);
  const run taken = all.given(rank, last);
  {
    const packed_run<const std::byte> leaving(self, own(all.given(partner, last)), *out.type);
    const buffer arriving = last == 0 ? out : sum(taken);
    leaving.pack();
    co_await self.sendrecv(leaving.message(), partner, arriving, partner);
    reduce(self, op, own(taken), arriving);
  }
  // Where the partner had nothing to say because it is responsible for the same.
  if (taken.count < kept.count) {
    const bool first = taken.first == kept.first;
    const run alone{first ? ring(kept.first, taken.count, all.members()) : kept.first,
                    kept.count - taken.count};
    pack(self, own(alone), sum(alone));
  }

  const scratch room(self, last > 1 ? own(all.known(rank, last - 1)).count() : 0, *out.type);
  for (int step = last - 1; step >= 0; --step) {
    partner = all.partner(rank, step);
    const buffer kept_now = sum(all.known(rank, step));
    const buffer received = step == 0 ? out : room.slice(0, kept_now.count);
    co_await self.sendrecv(sum(all.known(partner, step)), partner, received, partner);
    if (step == 0)
      self.reduce(op, kept_now, out);
    else
      self.reduce(op, received, kept_now);
  }
}

}  // namespace

task reduce_scatter_bine(process& self, const_blocks send, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(send[0], out);
    co_return;
  }
  const bine_butterfly all(p);
  if (all.folded(rank)) {
    co_await self.send(send.all(), rank - 1);
    co_await self.recv(out, rank - 1);
    co_return;
  }
  if (!all.doubled(rank)) {
    co_await reduce_scatter_among(self, all, send, out, op);
    co_return;
  }
  const scratch both(self, send.all().count, *out.type), result(self, send.run(rank, 2).count, *out.type);
  co_await self.recv(both, rank + 1);
  self.reduce(op, send.all(), both);
  workspace<std::size_t> offsets(static_cast<std::size_t>(p) + 1);
  for (int i = 0; i <= p; ++i) offsets[static_cast<std::size_t>(i)] = send.run(0, i).count;
  const const_buffer vector = both.all();
  co_await reduce_scatter_among(
      self, all, const_blocks::consecutive(vector.data, offsets.data(), *out.type, p), result, op);
  co_await self.send(result.slice(out.count, result.all().count - out.count), rank + 1);
  self.copy(result.slice(0, out.count), out);
}

constexpr algorithm bine_entry{
    .of = collective::reduce_scatter,
    .name = "bine",
    .summary = "butterfly of Bine trees: halving with near partners; an odd process folded",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.commutative = true, .side_by_side = true},
    .run = [](process& self, const call& c) { return reduce_scatter_bine(self, c.send, c.out, c.op); },
    .price =
        [](const shape& s) {
          const bine_butterfly all(s.p);
          cost c{.rounds = 1.0 * all.steps()};
          for (int step = 0; step < all.steps(); ++step) c.bytes += s.in_blocks(all.most_given(step));
          if (all.odd()) {
            c.rounds += 2;
            c.bytes += s.bytes;
          }
          c.reduced = c.bytes;
          if (all.odd()) c.bytes += s.longest_block();
          return c;
        },
};
extern const algorithm reduce_scatter_bine_entry = bine_entry;
extern const algorithm reduce_scatter_block_bine_entry = as(bine_entry, collective::reduce_scatter_block);

}  // namespace tutti
