// Alltoall on the butterfly of Bine trees: a block goes down the tree of its source, combined with blocks of
// other sources that go the same way, as on a hypercube, with partners that are nearer.
// Source: De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler, "Bine Trees:
// Enhancing Collective Operations by Optimizing Communication Locality", SC 2025, arXiv 2508.17311;
// worked out here from its abstract.
// Cost: ceil(log2 p) rounds for even p. A block travels in as many of them as its tree takes to its
// destination, which makes log2 p / 2 beta m for powers of two. For odd p the last process is folded onto the
// one before it: two rounds of (p - 1) / p beta m more, and its blocks travel with those of that process. Any
// p. Every block is copied twice, and again in each round in which it travels.

#include <algorithm>
#include <array>

#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/shapes/bine_butterfly.hpp"
#include "tutti/bundle.hpp"

namespace tutti {
namespace {

// Row d of a member holds a block whose destination is d members above its source if the source is an even
// member, and d members below it if the source is odd. For the same d the blocks of all sources travel in the
// same steps, and the partner's row replaces the row sent. If the source or the target of a row represents
// two processes, the row has two blocks, side by side.
task alltoall_bine(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  const std::size_t n = send[rank].bytes();
  self.copy(send[rank], recv[rank]);
  if (n == 0) co_return;
  const bine_butterfly all(p);
  if (all.folded(rank)) {
    co_await self.send(send.run(0, rank), rank - 1);
    co_await self.recv(recv.run(0, rank), rank - 1);
    co_return;
  }
  const int members = all.members();
  const auto of = [n](const scratch& room, int first, int many) {
    return room.slice(static_cast<std::size_t>(first) * n, static_cast<std::size_t>(many) * n);
  };

  // The blocks that the process folded onto this one has for others, and the blocks for it.
  const bool doubled = all.doubled(rank);
  const std::size_t others = doubled ? static_cast<std::size_t>(members) * n : 0;
  const scratch from_folded(self, others), for_folded(self, others);
  if (doubled) {
    co_await self.recv(from_folded, rank + 1);
    self.copy(of(from_folded, rank, 1), recv[rank + 1]);
    self.copy(send[rank + 1], of(for_folded, rank, 1));
  }

  const int stride = all.odd() ? 2 : 1;
  const scratch rows(self, static_cast<std::size_t>(members * stride) * n);
  const auto row = [&](int d, int many) { return of(rows, d * stride, many); };
  const auto target = [&](int source, int d) { return ring(source, source % 2 == 0 ? d : -d, members); };
  workspace<unsigned> steps(static_cast<std::size_t>(members));
  const auto travels = [&](int d) { return steps[static_cast<std::size_t>(d)]; };
  for (int d = 1; d < members; ++d) {
    steps[static_cast<std::size_t>(d)] = all.path(d);
    const int to = target(rank, d), many = all.doubled(to) ? 2 : 1;
    self.copy(send.run(to, many), row(d, many));
    if (doubled) self.copy(of(from_folded, to, 1), of(rows, 2 * d + 1, 1));
  }

  const auto blocks_in = [&](int d, int holder, int step) {
    if (!all.odd()) return 1;
    const int source = all.source(holder, travels(d) & ((1U << step) - 1));
    return all.doubled(source) || all.doubled(target(source, d)) ? 2 : 1;
  };
  const int most = members > 1 ? stride << (all.steps() - 1) : 0;  // rows a step: at most 2^(steps - 1)
  const scratch room(self, static_cast<std::size_t>(most) * n);
  bundle leaving(static_cast<std::size_t>(members));
  for (int step = 0; step < all.steps(); ++step) {
    const int partner = all.partner(rank, step);
    const auto each = [&](auto visit) {
      for (int d = 1; d < members; ++d)
        if ((travels(d) >> step & 1U) != 0) visit(d);
    };
    leaving.clear();
    int arriving = 0;
    each([&](int d) {
      leaving.add(row(d, blocks_in(d, rank, step)));
      arriving += blocks_in(d, partner, step);
    });
    co_await self.sendrecv(leaving, partner, of(room, 0, arriving), partner);
    int at = 0;
    each([&](int d) {
      const int many = blocks_in(d, partner, step);
      self.copy(of(room, at, many), row(d, many));
      at += many;
    });
  }

  for (int d = 1; d < members; ++d) {
    const int from = all.source(rank, travels(d)), many = all.doubled(from) ? 2 : 1;
    self.copy(row(d, many), recv.run(from, many));
    if (doubled) self.copy(of(rows, 2 * d + 1, 1), of(for_folded, from, 1));
  }
  if (doubled) co_await self.send(for_folded, rank + 1);
}

// In each step the rows that travel. For odd p also once more the rows from the member that represents two
// processes, or the rows for it if these are more.
cost price_of_bine(const shape& s) {
  if (s.bytes <= 0) return {};
  const bine_butterfly all(s.p);
  std::array<int, most_rounds> rows{}, from{}, to{};
  for (int d = 1; d < all.members(); ++d) {
    const unsigned steps = all.path(d);
    for (std::size_t k = 0; steps >> k != 0; ++k) {
      if ((steps >> k & 1U) == 0) continue;
      ++rows[k];
      from[k] += (steps & ((1U << k) - 1)) == 0;
      to[k] += steps >> k == 1;
    }
  }
  const double folds = all.odd() ? 2 : 0;
  double sent = folds * (s.p - 1);
  for (std::size_t k = 0; k < rows.size(); ++k) sent += rows[k] + (all.odd() ? std::max(from[k], to[k]) : 0);
  return {.rounds = all.steps() + folds, .bytes = sent * s.bytes / s.p};
}

}  // namespace

extern const algorithm alltoall_bine_entry{
    .of = collective::alltoall,
    .name = "bine",
    .summary = "butterfly of Bine trees, combined messages, with near partners",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .needs = {.side_by_side = true},
    .run = [](process& self, const call& c) { return alltoall_bine(self, c.send, c.recv); },
    .price = price_of_bine,
};

}  // namespace tutti
