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

namespace {

// The sums that a process keeps, and the messages by which they grow. Round k = q - 1 is the first, and round
// 0 the last.
class circulant_sums {
 public:
  circulant_sums(process& self, const_blocks send, buffer out, const operation& op, int radix)
      : self_(self),
        send_(send),
        out_(out),
        op_(op),
        skip_(self.size(), radix),
        q_(skip_.rounds()),
        kept_(skip_[q_ - 1]),
        given_(std::min(kept_, self.size() - kept_)),
        packed_(packed_in_first_round()),
        sums_(self, q_ > 1 ? elements(kept_) : 0, *out.type),
        room_(self,
              std::max(packed_ + received_in(q_ - 1) - elements(given_), q_ > 1 ? received_in(q_ - 2) : 0),
              *out.type),
        messages_(radix - 1),
        received_(messages_.all().size()) {}

  [[nodiscard]] int rounds() const { return q_; }

  /// The messages of round k.
  std::span<transfer> messages(int k) {
    const int p = self_.size(), rank = self_.rank();
    const std::span<transfer> round = messages_.all();
    std::size_t n = 0, used = is_first(k) ? packed_ : 0;
    skip_.each_message(k, [&](int d, int many) {
      const const_buffer leaving = leaving_in(k, d, many);
      // The first message of the first round is received where its sums stay, and that of the last one, too.
      const std::size_t length = elements(many);
      buffer& arriving = received_[n];
      if (n == 0 && is_last(k)) {
        arriving = out_;
      } else if (n == 0 && is_first(k)) {
        arriving = sums_.slice(0, length);
      } else {
        arriving = room_.slice(used, length);
        used += length;
      }
      round[n++] = {leaving, ring(rank, d, p), arriving, ring(rank, -d, p)};
    });
    return round.first(n);
  }

  /// Combines what the n messages of round k have brought with the sums kept.
  void combine(int k, std::size_t n) const {
    const buffer into = is_last(k) ? out_ : sums_.all();
    if (is_first(k)) {
      reduce(self_, op_, from_own(0, given_), received_[0]);
      // For radix 2 and odd p nothing was received for the last of the kept blocks.
      if (given_ < kept_)
        self_.copy(send_[ring(self_.rank(), given_, self_.size())],
                   sums_.slice(received_[0].count, elements(kept_) - received_[0].count));
    } else if (is_last(k)) {
      self_.reduce(op_, sums_.slice(0, out_.count), out_);
    } else {
      self_.reduce(op_, received_[0], into.slice(0, received_[0].count));
    }
    for (std::size_t j = 1; j < n; ++j) self_.reduce(op_, received_[j], into.slice(0, received_[j].count));
  }

 private:
  [[nodiscard]] bool is_first(int k) const { return k == q_ - 1; }
  [[nodiscard]] static bool is_last(int k) { return k == 0; }

  [[nodiscard]] ring_run<const std::byte> from_own(int i, int n) const {
    return {send_, ring(self_.rank(), i, self_.size()), n};
  }
  /// The elements of blocks 0, ..., n - 1.
  [[nodiscard]] std::size_t elements(int n) const { return from_own(0, n).count(); }
  [[nodiscard]] std::size_t received_in(int k) const {
    std::size_t all = 0;
    skip_.each_message(k, [&](int, int n) { all += elements(n); });
    return all;
  }

  /// Only one message of the first round, which sends from the vector itself, may go around the vector's end.
  /// It is packed.
  [[nodiscard]] std::size_t packed_in_first_round() const {
    std::size_t packed = 0;
    skip_.each_message(q_ - 1, [&](int d, int n) {
      if (const ring_run run = from_own(d, n); !run.in_one_piece()) packed = run.count();
    });
    return packed;
  }
  /// The sums of blocks d, ..., d + n - 1 before round k.
  [[nodiscard]] const_buffer leaving_in(int k, int d, int n) const {
    if (!is_first(k)) {
      const std::size_t before = elements(d);
      return sums_.slice(before, elements(d + n) - before);
    }
    const ring_run run = from_own(d, n);
    if (run.in_one_piece()) return run.whole();
    pack(self_, run, room_.slice(0, packed_));
    return room_.slice(0, packed_);
  }

  process& self_;
  const_blocks send_;
  buffer out_;
  const operation& op_;
  dividing_skips skip_;
  int q_;               // rounds
  int kept_, given_;    // blocks kept in the first round, and those of its first message
  std::size_t packed_;  // elements
  scratch sums_, room_;
  port_messages messages_;
  workspace<buffer> received_;
};

}  // namespace

task reduce_scatter_circulant(process& self, const_blocks send, buffer out, operation op, int radix) {
  if (self.size() == 1) {
    self.copy(send[0], out);
    co_return;
  }
  circulant_sums sums(self, send, out, op, radix);
  for (int k = sums.rounds() - 1; k >= 0; --k) {
    const std::span<transfer> messages = sums.messages(k);
    co_await self.together(messages);
    sums.combine(k, messages.size());
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
