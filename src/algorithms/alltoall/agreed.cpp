// Alltoall of blocks of any lengths that agrees on the longest block first. Then everybody knows whether blocks are small,
// and they travel combined, padded to the longest, by the digits of their distances; or large, and they go straight.
// Source: Fan, Gilray, Pascucci, Huang, Micinski, Kumar, "Optimizing the Bruck algorithm for non-uniform all-to-all
// communication", HPDC 2022 (padded Bruck); that this is never much slower than the regular collective on agreed padding is
// guideline (GL2) of Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter collectives".
// Cost: ceil(log2 p) alpha to agree; then, for p blocks of m/p bytes, the least that the number systems below make of
// alpha and beta, as call::straight_beyond tells their ratio: ceil(log2 p) alpha + beta m/2 log2 p, or (p - 1) alpha + beta m.
// Any p, any layout. What travels combined is copied twice more.

#include <algorithm>

#include "algorithms/alltoall/agreement.hpp"
#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/alltoall/rounds.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

// After the round with distance d they are those of the 2 d processes up to the own one.
task greatest_of_all(process& self, extremes& mine) {
  const int p = self.size(), rank = self.rank();
  for (int d = 1; d < p; d *= 2) {
    extremes own = mine, other;
    const const_buffer out = message(own);
    const buffer in = message(other);
    co_await self.sendrecv(out, ring(rank, d, p), in, ring(rank, -d, p));
    mine = greatest(mine, other);
  }
}

combination best_combination(int p, double bytes, double startup) {
  combination best{.radix = p, .bytes = (p - 1) * (startup + bytes)};
  for (const int radix : {root_radix(p, 2), 4, 2}) {
    const cost c = price_by_digits({.p = p, .bytes = bytes * p}, radix);
    if (const double t = c.rounds * startup + c.bytes; t < best.bytes) best = {radix, t};
  }
  return best;
}

namespace {

// The processes of a node share its link: so many times fewer bytes travel during a start-up.
double startup_bytes(double direct, int per_node) { return direct / straight_startups / per_node; }

task run(process& self, const call& c) {
  const double startup =
      startup_bytes(static_cast<double>(c.straight_beyond), c.nodes ? c.nodes->per_node() : 1);
  return alltoall_agreed(self, c.send, c.recv, startup);
}

int radix_for(const shape& s) {
  const int senders = s.node_count() > 1 ? s.per_node : 1;
  return best_combination(s.p, s.longest_block(), startup_bytes(s.straight_beyond, senders)).radix;
}

cost price(const shape& s) {
  const double block = s.longest_block(), agreeing = ceil_log2(s.p);
  const int radix = radix_for(s);
  const cost c = radix < s.p ? price_by_digits({.p = s.p, .bytes = block * s.p}, radix)
                             : cost{.rounds = s.p - 1.0, .bytes = (s.p - 1) * block};
  return c + cost{.rounds = agreeing, .bytes = agreeing * sizeof(extremes)};
}

}  // namespace

task alltoall_agreed(process& self, const_blocks send, blocks recv, double startup) {
  const int p = self.size(), rank = self.rank();
  self.copy(send[rank], recv[rank]);
  if (p == 1) co_return;
  extremes lengths;
  for (int i = 0; i < p; ++i)
    if (i != rank) lengths.longest = std::max(lengths.longest, send[i].bytes());
  co_await greatest_of_all(self, lengths);
  const std::size_t longest = lengths.longest;
  if (longest == 0) co_return;
  const int radix = best_combination(p, static_cast<double>(longest), startup).radix;
  if (radix == p)
    co_await alltoall_batched(self, send, recv);
  else
    co_await alltoall_padded(self, send, recv, longest, radix);
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
    .summary = "agree on the longest block; small ones combined and padded, large ones straight",
    .source = "Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022; Traeff 2018",
    .needs = {.straight = true},
    .run = run,
    .price = price,
    .traits = {.on_network = traffic::direct,
               .bound = true,
               .exact_if_equal = true,
               .surplus = true,
               .worst = 2},  // as with batched, where some blocks are empty
};
extern const algorithm alltoallv_agreed_entry = agreed_entry;
extern const algorithm alltoallw_agreed_entry = for_any_lengths(agreed_entry, collective::alltoallw, 2);

}  // namespace tutti
