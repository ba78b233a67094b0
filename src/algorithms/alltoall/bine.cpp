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

// The rows of blocks that a member of the butterfly holds. Row d has a block whose destination is d members
// above its source if the source is an even member, and d members below it if the source is odd. For the same
// d the blocks of all sources travel in the same steps, and the partner's row replaces the row sent. If the
// source or the target of a row represents two processes, the row has two blocks, side by side.
class rows_of_blocks {
 public:
  /// n: the bytes of a block.
  rows_of_blocks(process& self, const bine_butterfly& all, std::size_t n)
      : self_(self),
        all_(all),
        n_(n),
        width_(all.odd() ? 2 : 1),
        rows_(self, bytes_of(all.members() * width_)),
        paths_(static_cast<std::size_t>(all.members())) {
    for (int d = 1; d < all.members(); ++d) paths_[static_cast<std::size_t>(d)] = all.path(d);
  }

  /// Copies the blocks that this process sends to their rows, and those that the process folded onto it
  /// sends.
  void pack(const_blocks own, const_blocks of_folded) const {
    for (int d = 1; d < all_.members(); ++d) {
      const int to = target(self_.rank(), d), many = represented_by(to);
      self_.copy(own.run(to, many), row(d, many));
      if (all_.doubled(self_.rank())) self_.copy(of_folded[to], second_block(d));
    }
  }
  /// The reverse, when all rows have arrived.
  void unpack(blocks own, blocks for_folded) const {
    for (int d = 1; d < all_.members(); ++d) {
      const int from = all_.source(self_.rank(), path(d)), many = represented_by(from);
      self_.copy(row(d, many), own.run(from, many));
      if (all_.doubled(self_.rank())) self_.copy(second_block(d), for_folded[from]);
    }
  }

  /// Adds the rows that travel in a step to the message.
  void add_leaving(bundle& message, int step) const {
    each_travelling(step, [&](int d) { message.add(row(d, blocks_in(d, self_.rank(), step))); });
  }
  /// The bytes of the rows that `member` sends in a step.
  [[nodiscard]] std::size_t sent_by(int member, int step) const {
    int sent = 0;
    each_travelling(step, [&](int d) { sent += blocks_in(d, member, step); });
    return bytes_of(sent);
  }
  /// The most bytes of any member in any step: of 2^(steps - 1) rows.
  [[nodiscard]] std::size_t most_sent() const {
    return bytes_of(all_.members() > 1 ? width_ << (all_.steps() - 1) : 0);
  }
  /// Replaces the rows that travel in a step by those that the partner has sent.
  void replace(const scratch& arrived, int partner, int step) const {
    std::size_t at = 0;
    each_travelling(step, [&](int d) {
      const buffer place = row(d, blocks_in(d, partner, step));
      self_.copy(arrived.slice(at, place.count), place);
      at += place.count;
    });
  }

 private:
  [[nodiscard]] std::size_t bytes_of(int many) const { return static_cast<std::size_t>(many) * n_; }
  [[nodiscard]] int represented_by(int member) const { return all_.doubled(member) ? 2 : 1; }
  [[nodiscard]] int target(int source, int d) const {
    return ring(source, source % 2 == 0 ? d : -d, all_.members());
  }
  [[nodiscard]] unsigned path(int d) const { return paths_[static_cast<std::size_t>(d)]; }

  [[nodiscard]] buffer row(int d, int many) const {
    return rows_.slice(bytes_of(d * width_), bytes_of(many));
  }
  [[nodiscard]] buffer second_block(int d) const { return rows_.slice(bytes_of(d * width_ + 1), n_); }

  // The number of blocks in row d of `holder` before the step.
  [[nodiscard]] int blocks_in(int d, int holder, int step) const {
    if (!all_.odd()) return 1;
    const int source = all_.source(holder, path(d) & ((1U << step) - 1));
    return all_.doubled(source) || all_.doubled(target(source, d)) ? 2 : 1;
  }
  void each_travelling(int step, auto visit) const {
    for (int d = 1; d < all_.members(); ++d)
      if ((path(d) >> step & 1U) != 0) visit(d);
  }

  process& self_;
  const bine_butterfly& all_;
  std::size_t n_;
  int width_;  // blocks of a row, at most
  scratch rows_;
  workspace<unsigned> paths_;
};

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

  // The blocks that the process folded onto this one has for the members, and their blocks for it.
  const bool doubled = all.doubled(rank);
  const std::size_t folded = doubled ? static_cast<std::size_t>(all.members()) * n : 0;
  const scratch from_folded(self, folded), to_folded(self, folded);
  const blocks of_folded = blocks::regular(from_folded.all().data, n, byte_type, all.members());
  const blocks for_folded = blocks::regular(to_folded.all().data, n, byte_type, all.members());
  if (doubled) {
    co_await self.recv(from_folded, rank + 1);
    self.copy(of_folded[rank], recv[rank + 1]);
    self.copy(send[rank + 1], for_folded[rank]);
  }

  const rows_of_blocks rows(self, all, n);
  rows.pack(send, of_folded);
  const scratch arrived(self, rows.most_sent());
  bundle leaving(static_cast<std::size_t>(all.members()));
  for (int step = 0; step < all.steps(); ++step) {
    const int partner = all.partner(rank, step);
    leaving.clear();
    rows.add_leaving(leaving, step);
    co_await self.sendrecv(leaving, partner, arrived.slice(0, rows.sent_by(partner, step)), partner);
    rows.replace(arrived, partner, step);
  }
  rows.unpack(recv, for_folded);
  if (doubled) co_await self.send(to_folded, rank + 1);
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
