// Alltoall of blocks of any lengths. All processes first agree on the longest block, on the largest number of
// non-empty blocks that a process sends or receives, and on the largest sum of their bytes. If blocks are
// small and many, they then travel combined, padded to the longest, by the digits of their distances; if they
// are large or few, they go straight.
// Source: Fan, Gilray, Pascucci, Huang, Micinski, Kumar, "Optimizing the Bruck algorithm for non-uniform
// all-to-all communication", HPDC 2022 (padded Bruck); that this is never much slower than the regular
// collective on agreed padding is guideline (GL2) of Traeff, "Practical, distributed, low overhead algorithms
// for irregular gather and scatter collectives".
// Cost: ceil(log2 p) alpha to agree; then, for p blocks of m/p bytes, the cost in the best of the number
// systems below for the ratio of alpha and beta that call::straight_beyond gives: ceil(log2 p) alpha + beta
// m/2 log2 p, or (p - 1) alpha + beta m.
// Any p, any layout. Combined blocks are copied twice more.

#include <algorithm>

#include "algorithms/alltoall/agreement.hpp"
#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/alltoall/rounds.hpp"
#include "tutti/nodes.hpp"
#include "tutti/rounding.hpp"

namespace tutti {

// After the round with distance d, `mine` is the maximum over the 2 d processes up to this one.
task greatest_of_all(process& self, extremes& mine) {
  const int p = self.size(), rank = self.rank();
  for (int d = 1; d < p; d *= 2) {
    extremes own = mine, other;
    co_await self.sendrecv(message_of(own), ring(rank, d, p), message_of(other), ring(rank, -d, p));
    mine = greatest(mine, other);
  }
}

extremes extremes_of(int rank, const_blocks send, blocks recv) {
  const block_amounts leave = send.amounts_but(rank), received = recv.amounts_but(rank);
  return {leave.longest, std::max(leave.total, received.total), std::max(leave.blocks, received.blocks)};
}

startups shared_startups(const call& c) noexcept {
  return rounded_to_nearest([&c] { return startups_of(c, c.nodes ? c.nodes->per_node() : 1); });
}
startups shared_startups(const shape& s) noexcept {
  return {s.straight_beyond, s.busy, s.node_count() > 1 ? s.per_node : 1};
}

combination best_combination(int p, double bytes, const startups& s) {
  combination best{.radix = p, .bytes = s.with(p - 1, (p - 1) * bytes)};
  for (const int radix : {root_radix(p, 2), root_radix(p, 3), 4, 2}) {
    double t = 0;
    each_digit(p, radix, [&](int messages, int carried) { t += s.with(messages, carried * bytes); });
    if (t < best.bytes) best = {radix, t};
  }
  return best;
}

combination best_combination(int p, const agreed_lengths& agreed, const startups& s) {
  const combination padded = best_combination(p, agreed.longest, s);
  const double straight = s.with(agreed.blocks, agreed.most);
  return straight <= padded.bytes ? combination{p, straight} : padded;
}

int agreed_radix(int p, const extremes& agreed, const startups& s) {
  return rounded_to_nearest([&] { return best_combination(p, agreed_lengths(agreed), s).radix; });
}

namespace {

task run(process& self, const call& c) { return alltoall_agreed(self, c.send, c.recv, shared_startups(c)); }

int radix_for(const shape& s) {
  return best_combination(s.p, agreed_lengths(s.p, s.longest_block()), shared_startups(s)).radix;
}

cost price(const shape& s) {
  const double block = s.longest_block(), agreeing = ceil_log2(s.p);
  const int radix = radix_for(s);
  const cost c =
      radix < s.p ? price_by_digits({.p = s.p, .bytes = block * s.p}, radix) : price_straight(s, block);
  return c + cost{.rounds = agreeing, .bytes = agreeing * sizeof(extremes)};
}

}  // namespace

task alltoall_agreed(process& self, const_blocks send, blocks recv, startups s) {
  const int p = self.size(), rank = self.rank();
  extremes agreed = extremes_of(rank, send, recv);
  co_await greatest_of_all(self, agreed);
  const int radix = agreed.longest > 0 ? agreed_radix(p, agreed, s) : p;
  if (radix == p) {
    co_await alltoall_straight(self, send, recv);
  } else {
    self.copy_meanwhile(send[rank], recv[rank]);
    co_await alltoall_padded(self, send, recv, agreed.longest, radix);
  }
}

task alltoall_padded(process& self, const_blocks send, blocks recv, std::size_t longest, int radix) {
  const int p = self.size(), rank = self.rank();
  const std::size_t all = longest * static_cast<std::size_t>(p);
  const scratch out(self, all), in(self, all);
  const auto padded = [&](const scratch& of, int i, std::size_t bytes) {
    return of.slice(static_cast<std::size_t>(i) * longest, bytes);
  };
  for (int i = 0; i < p; ++i)
    if (i != rank) self.copy(send[i], padded(out, i, send[i].bytes()));
  const auto from = const_blocks::regular(out.all().data, longest, byte_type, p);
  const auto to = blocks::regular(in.all().data, longest, byte_type, p);
  co_await alltoall_bruck_radix(self, from, to, radix);
  for (int i = 0; i < p; ++i)
    if (i != rank) self.copy(padded(in, i, recv[i].bytes()), recv[i]);
}

constexpr algorithm agreed_entry{
    .of = collective::alltoallv,
    .name = "agreed",
    .summary = "agree on lengths; many small blocks combined and padded, few or large ones straight",
    .source = "Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022; Traeff 2018",
    .needs = {.straight = true},
    .run = run,
    .price = price,
    .traits = {.on_network = traffic::direct,
               .bound = true,
               .exact_if_equal = true,
               .surplus = true,
               .swaps = true,
               .worst = 2},  // as with batched, where some blocks are empty
};
extern const algorithm alltoallv_agreed_entry = agreed_entry;
extern const algorithm alltoallw_agreed_entry = as(agreed_entry, collective::alltoallw);

}  // namespace tutti
