// Alltoall of blocks of any lengths, most of which may be empty. As in alltoallv.agreed, blocks go straight,
// which takes a start-up for each non-empty block, or padded and combined. A third way serves few blocks: by
// the bits of the distances, each block with a label, which takes three start-ups for each bit, however many
// blocks there are.
// Source: the agreement as Fan, Gilray, Pascucci, Huang, Micinski, Kumar, HPDC 2022; labelled blocks by
// digits as Selvitopi, Aykanat, "Regularizing irregularly sparse point-to-point communications", SC 2019.
// (Hoefler, Siebert, Lumsdaine, "Scalable communication protocols for dynamic sparse data exchange", PPoPP
// 2010, solve a harder problem: in MPI_Alltoallv both ends of a block know of it.)
// Cost: ceil(log2 p) alpha to agree; then, for k blocks up to n bytes, the minimum of k (alpha + beta n),
// ceil(log2 p) (3 alpha + beta k (n + 16)/2) and the cost of alltoallv.agreed (1/2: the average number of
// processes to which a bit of the distance takes a block, somewhat more for small p). Only the agreement if
// all blocks are empty.
// Any p, any layout. Labelled blocks are copied once more for each 1-bit of their distances.

#include <memory>

#include "algorithms/alltoall/agreement.hpp"
#include "algorithms/alltoall/alltoall.hpp"
#include "algorithms/alltoall/digits.hpp"
#include "algorithms/alltoall/rounds.hpp"
#include "tutti/rounding.hpp"

namespace tutti {
namespace {

// The label of a block. The labels of a message are sent before its data.
struct label {
  int origin, destination;
  std::size_t bytes;
};

// A block on its way, and its present place.
struct travelling_block {
  label what;
  const_buffer data;
};

enum class way : std::uint8_t { straight, labelled, padded };

way best_way(int p, const agreed_lengths& agreed, const startups& s) {
  const combination best = best_combination(p, agreed, s);
  // The distances of the blocks are not known to all processes. On average a block travels for as many bits
  // as the distances 1 to p - 1 have on average.
  double labelled = 0;
  each_digit(p, 2, [&](int /*messages*/, int blocks) {
    const double share = static_cast<double>(blocks) / (p - 1);
    labelled += 3 * s.alone + share * (agreed.most + agreed.blocks * double{sizeof(label)});
  });
  if (labelled < best.bytes) return way::labelled;
  return best.radix < p ? way::padded : way::straight;
}

// The blocks that one process holds at present. Blocks that have arrived are in memory that stays until the
// end.
class travelling_blocks {
 public:
  explicit travelling_blocks(std::size_t room)
      : first_(static_cast<travelling_block*>(pool_take(room * sizeof(travelling_block)))), room_(room) {}
  travelling_blocks(const travelling_blocks&) = delete;
  travelling_blocks& operator=(const travelling_blocks&) = delete;
  ~travelling_blocks() { pool_give(first_, room_ * sizeof(travelling_block)); }
  void add(const travelling_block& t) {
    if (n_ == room_) grow();
    first_[n_++] = t;
  }
  [[nodiscard]] std::span<travelling_block> all() const noexcept { return {first_, n_}; }
  void keep(std::size_t n) noexcept { n_ = n; }

 private:
  void grow() {
    const std::size_t more = 2 * room_ + 16;
    auto* const larger = static_cast<travelling_block*>(pool_take(more * sizeof(travelling_block)));
    std::uninitialized_copy_n(first_, n_, larger);
    pool_give(first_, room_ * sizeof(travelling_block));
    first_ = larger, room_ = more;
  }
  travelling_block* first_;
  std::size_t room_, n_ = 0;
};

// A number of blocks, and their bytes together.
struct amount {
  std::size_t blocks = 0, bytes = 0;
};

// Each block travels by the bits of its distance, the lowest first. In each round labels go before the data.
task by_labelled_digits(process& self, const_blocks send, blocks recv, std::size_t many) {
  const int p = self.size(), rank = self.rank();
  travelling_blocks held(many + 16);
  for (int d = 1; d < p; ++d)
    if (const int to = ring(rank, d, p); !send[to].empty())
      held.add({{rank, to, send[to].bytes()}, send[to]});
  taken_memory memory(self, static_cast<std::size_t>(ceil_log2(p)));  // round by round
  for (int bit = 1; bit < p; bit *= 2) {
    const auto goes = [&](const travelling_block& t) {
      return (relative_rank(t.what.destination, rank, p) & bit) != 0;
    };
    const int to = ring(rank, bit, p), from = ring(rank, -bit, p);
    amount out, in;
    for (const travelling_block& t : held.all())
      if (goes(t)) ++out.blocks, out.bytes += t.what.bytes;
    co_await self.sendrecv(message_of(out), to, message_of(in), from);

    workspace<label> labels_out(out.blocks), labels_in(in.blocks);
    const scratch data_out(self, out.bytes);
    const buffer data_in = memory.take(in.bytes);
    std::size_t stays = 0, packed = 0, labelled = 0;
    const std::span<travelling_block> all = held.all();
    for (const travelling_block& t : all) {
      if (!goes(t)) {
        all[stays++] = t;
        continue;
      }
      labels_out[labelled++] = t.what;
      self.copy(t.data, data_out.slice(packed, t.what.bytes));
      packed += t.what.bytes;
    }
    held.keep(stays);
    const int next = out.blocks > 0 ? to : nobody, before = in.blocks > 0 ? from : nobody;
    co_await self.sendrecv(message_of(labels_out), next, message_of(labels_in), before);
    co_await self.sendrecv(data_out.all(), next, data_in, before);
    std::size_t at = 0;
    for (const label& l : labels_in) {
      held.add({l, data_in.slice(at, l.bytes)});
      at += l.bytes;
    }
  }
  for (const travelling_block& t : held.all()) self.copy(t.data, recv[t.what.origin]);
}

task alltoall_sparse(process& self, const_blocks send, blocks recv, startups s) {
  const int p = self.size(), rank = self.rank();
  extremes agreed = extremes_of(rank, send, recv);
  co_await greatest_of_all(self, agreed);
  const way by = rounded_to_nearest(
      [&] { return agreed.longest > 0 ? best_way(p, agreed_lengths(agreed), s) : way::straight; });
  if (by != way::straight) self.copy_meanwhile(send[rank], recv[rank]);
  switch (by) {
    case way::straight: co_await alltoall_straight(self, send, recv); break;
    case way::labelled: co_await by_labelled_digits(self, send, recv, agreed.blocks); break;
    case way::padded:
      co_await alltoall_padded(self, send, recv, agreed.longest, agreed_radix(p, agreed, s));
      break;
  }
}

task run(process& self, const call& c) { return alltoall_sparse(self, c.send, c.recv, shared_startups(c)); }

// The price for blocks of equal length.
cost price(const shape& s) {
  const double block = s.longest_block(), agreeing = ceil_log2(s.p);
  const cost agreed{.rounds = agreeing, .bytes = agreeing * sizeof(extremes)};
  if (block <= 0) return agreed;
  const startups shared = shared_startups(s);
  switch (best_way(s.p, agreed_lengths(s.p, block), shared)) {
    case way::straight: break;
    case way::labelled: {
      cost c = agreed;
      for (int bit = 1; bit < s.p; bit *= 2) {
        double blocks = 0;
        for (int d = 1; d < s.p; ++d) blocks += (d & bit) != 0;
        c.rounds += 3, c.bytes += sizeof(amount) + blocks * (block + sizeof(label));
      }
      return c;
    }
    case way::padded:
      return agreed + price_by_digits({.p = s.p, .bytes = block * s.p},
                                      best_combination(s.p, agreed_lengths(s.p, block), shared).radix);
  }
  return agreed + price_straight(s, block);
}

}  // namespace

constexpr algorithm sparse_entry{
    .of = collective::alltoallv,
    .name = "sparse",
    .summary =
        "agree on the longest block and on how many are not empty; straight, labelled by digits, or padded",
    .source = "Fan, Gilray, Pascucci, Huang, Micinski, Kumar 2022; Selvitopi, Aykanat 2019",
    .needs = {.straight = true},
    .run = run,
    .price = price,
    .traits = {.on_network = traffic::direct,
               .bound = true,
               .exact_if_equal = true,
               .surplus = true,
               .swaps = true,
               .worst = 2},
};
extern const algorithm alltoallv_sparse_entry = sparse_entry;
extern const algorithm alltoallw_sparse_entry = as(sparse_entry, collective::alltoallw);

}  // namespace tutti
