// Reduce-scatter on a circulant graph for any number of processes, in the fewest rounds that r - 1 ports
// allow and with the least volume possible. Each process counts blocks from its own on, so that 0 is its own.
// With the skips s[q] = p, s[k] = ceil(s[k+1] / r), in round k = q-1, ..., 0 it keeps the partial sums of
// blocks 0, ..., s[k] - 1 and sends the others in up to r - 1 messages of at most s[k] blocks: s[k], ..., 2
// s[k] - 1 to the process s[k] after it, to which they are blocks 0, 1, ..., the next to the process 2 s[k]
// after it, and so on.
//
//   p = 5, r = 2, skips 1 2 3 5:   [0 1 2|3 4]   two blocks to rank + 3
//                                  [0 1|2]       one block to rank + 2
//                                  [0|1]         one block to rank + 1
//   p = 5, r = 3, skips 1 2 5:     [0 1|2 3|4]   two blocks to rank + 2, one to rank + 4
//                                  [0|1]         one block to rank + 1
//
// Source: Traeff, Hunold, Vardas, Manes Funk, "Uniform algorithms for reduce-scatter and (most) other
// collectives for MPI", 2023; Traeff, HPC lecture. The skips for several ports are after Bruck, Ho, Kipnis,
// Upfal, Weathersby, 1997.
// Cost: with r - 1 ports ceil(log_r p) alpha; with one port a start-up for each message. (p - 1) / p (beta +
// gamma) m for equal blocks; before that at most the part of the vector that goes around its end is packed.
// Requires: a commutative operator; the blocks side by side. Any p.

#include <algorithm>

#include "algorithms/reduce_scatter/reduce_scatter.hpp"
#include "algorithms/shapes/radix.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task reduce_scatter_circulant(process& self, const_blocks send, buffer out, operation op, int radix) {
  const int p = self.size(), rank = self.rank();
  if (p == 1) {
    self.copy(send[0], out);
    co_return;
  }
  const auto from_own = [&](int i, int n) { return ring_run(send, ring(rank, i, p), n); };
  const auto elements = [&](int n) { return from_own(0, n).count(); };  // of blocks 0, ..., n - 1
  const dividing_skips skip(p, radix);
  const int q = skip.rounds(), kept = skip[q - 1], given = std::min(kept, p - kept);
  const auto received_in = [&](int k) {
    std::size_t all = 0;
    skip.each_message(k, [&](int, int n) { all += elements(n); });
    return all;
  };

  // Only one message of the first round, which sends from the vector itself, may go around its end. It is
  // packed.
  std::size_t packed = 0;
  skip.each_message(q - 1, [&](int d, int n) {
    if (const ring_run run = from_own(d, n); !run.in_one_piece()) packed = run.count();
  });
  const scratch sums(self, q > 1 ? elements(kept) : 0, *out.type);
  const scratch room(self,
                     std::max(packed + received_in(q - 1) - elements(given), q > 1 ? received_in(q - 2) : 0),
                     *out.type);
  port_messages messages(radix - 1);
  const std::span round = messages.all();
  const workspace<buffer> received(round.size());
  for (int k = q - 1; k >= 0; --k) {
    const bool first = k == q - 1, last = k == 0;
    std::size_t n = 0, used = first ? packed : 0;
    skip.each_message(k, [&](int d, int many) {
      const std::size_t before = first ? 0 : elements(d), length = elements(many);
      const_buffer leaving;
      if (!first) {
        leaving = sums.slice(before, elements(d + many) - before);
      } else if (const ring_run run = from_own(d, many); run.in_one_piece()) {
        leaving = run.whole();
      } else {
        pack(self, run, room.slice(0, packed));
        leaving = room.slice(0, packed);
      }
      // The first message of the first round is received where its sums stay, and that of the last one, too.
      buffer& arriving = received[n];
      if (n == 0 && last) {
        arriving = out;
      } else if (n == 0 && first) {
        arriving = sums.slice(0, length);
      } else {
        arriving = room.slice(used, length);
        used += length;
      }
      round[n++] = {leaving, ring(rank, d, p), arriving, ring(rank, -d, p)};
    });
    const std::span now = round.first(n);
    co_await self.together(now);

    const buffer into = last ? out : sums.all();
    if (first) {
      reduce(self, op, from_own(0, given), received[0]);
      // For radix 2 and odd p nothing was received for the last of the kept blocks.
      if (given < kept)
        self.copy(send[ring(rank, given, p)],
                  sums.slice(received[0].count, elements(kept) - received[0].count));
    } else if (last) {
      self.reduce(op, sums.slice(0, out.count), out);
    } else {
      self.reduce(op, received[0], into.slice(0, received[0].count));
    }
    for (std::size_t j = 1; j < n; ++j) self.reduce(op, received[j], into.slice(0, received[j].count));
  }
}

namespace {

template <int Radix>
cost price(const shape& s) {
  cost c;
  const dividing_skips skip(s.p, radix_on<Radix>(s.logp, s.p));
  for (int k = 0; k < skip.rounds(); ++k)
    skip.each_message(k, [&](int distance, int n) {
      c.reduced += s.in_blocks(n);
      if (Radix == by_ports && distance > skip[k]) return;  // beside the first, which is no shorter
      c.rounds += 1, c.bytes += s.in_blocks(n);
    });
  if (Radix == by_ports) c.rounds = rounds_on_ports(s);
  return c;
}

template <int Radix>
constexpr algorithm entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::reduce_scatter,
      .name = name,
      .summary = summary,
      .source = "Traeff, Hunold, Vardas, Manes Funk 2023",
      .needs = {.commutative = true, .side_by_side = true, .ports = Radix == by_ports},
      .run =
          [](process& self, const call& c) {
            return reduce_scatter_circulant(self, c.send, c.out, c.op, radix_on<Radix>(c.logp, self.size()));
          },
      .price = price<Radix>,
  };
}
constexpr algorithm circulant = entry<2>(
                        "circulant", "circulant graph: ceil(log2 p) rounds and the least volume for any p"),
                    circulant_radix3 =
                        entry<3>("circulant_radix3", "circulant graph for two ports: ceil(log3 p) rounds"),
                    circulant_radix4 =
                        entry<4>("circulant_radix4", "circulant graph for three ports: ceil(log4 p) rounds"),
                    circulant_ported = entry<by_ports>(
                        "circulant_ported",
                        "circulant graph for the machine's k ports: ceil(log p) rounds to the base k + 1");

}  // namespace

extern const algorithm reduce_scatter_circulant_entry = circulant;
extern const algorithm reduce_scatter_circulant_radix3_entry = circulant_radix3;
extern const algorithm reduce_scatter_circulant_radix4_entry = circulant_radix4;
extern const algorithm reduce_scatter_circulant_ported_entry = circulant_ported;
extern const algorithm reduce_scatter_block_circulant_entry = as(circulant, collective::reduce_scatter_block);
extern const algorithm reduce_scatter_block_circulant_radix3_entry =
    as(circulant_radix3, collective::reduce_scatter_block);
extern const algorithm reduce_scatter_block_circulant_radix4_entry =
    as(circulant_radix4, collective::reduce_scatter_block);
extern const algorithm reduce_scatter_block_circulant_ported_entry =
    as(circulant_ported, collective::reduce_scatter_block);

}  // namespace tutti
