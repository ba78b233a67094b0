// Allgather of irregular blocks around a ring, cut into pieces of equal length, so that a giant block is
// passed on while it is still coming in.
// Source: Traeff, Ripke, Siebert, Balaji, Thakur, Gropp, "A Pipelined Algorithm for Large, Irregular
// All-Gather Problems", IJHPCA 24(1), 2010; Traeff, HPC lecture "Collectives", "Pipelined irregular
// allgather".
// Cost: with pieces of b = ceil(m/M) bytes, at most sum ceil(m_i/b) + p - 2 rounds, which is at most M + 2p -
// 3, of alpha + beta b each; equal lengths: (p - 1) ceil(m_i/b) rounds of (p - 1)/p m bytes in total. Any p;
// any lengths. The ring goes through one node after the other.

#include <algorithm>
#include <cmath>

#include "algorithms/allgather/allgather.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

// The pieces that one process sends, round by round: its own block, then those of the processes 1, 2, ..., p
// - 2 below it (all but its successor's). A block starts one round after the end of the one before it. The
// process below starts to send a block earlier, by one round and the pieces of its own block.
//
// Processes and their blocks are numbered along the ring.
//
//     round            0 1 2 3 4 5 6 7      p = 4, blocks 0, 1, 2, 3 of 1, 1, 3, 2 pieces
//     process 3 sends  3 3 - 2 2 2 - 1
//     and receives     2 2 2 - 1 - 0
class stream {
 public:
  stream(const blocks& all, const numbering& order, int sender, std::size_t piece)
      : all_(all), order_(order), piece_(piece), origin_(sender) {
    cut();
  }

  /// The piece that travels in this round, empty if none does. Rounds must not decrease.
  buffer in(std::size_t round) {
    while (round >= start_ + pieces_) {
      if (below_ == all_.size() - 2) return {};
      start_ += pieces_ + 1;
      origin_ = ring(origin_, -1, all_.size());
      ++below_;
      cut();
    }
    if (round < start_) return {};
    const std::size_t first = (round - start_) * piece_;
    const buffer block = all_[order_.rank_of(origin_)];
    return block.slice(first, std::min(piece_, block.count - first));
  }

 private:
  void cut() { pieces_ = (all_[order_.rank_of(origin_)].count + piece_ - 1) / piece_; }

  const blocks& all_;
  const numbering& order_;
  std::size_t piece_;
  int origin_, below_ = 0;
  std::size_t start_ = 0, pieces_ = 0;
};

task allgather_pipelined_ring(process& self, const_buffer in, blocks recv, int pieces,
                              const node_map* nodes) {
  const int p = self.size();
  self.copy(in, recv[self.rank()]);
  std::size_t all = 0;
  for (int r = 0; r < p; ++r) all += recv[r].count;
  if (p == 1 || all == 0) co_return;
  const auto most = static_cast<std::size_t>(pieces);
  const std::size_t piece = (all + most - 1) / most;
  std::size_t rounds = static_cast<std::size_t>(p - 2);
  for (int r = 0; r < p; ++r) rounds += (recv[r].count + piece - 1) / piece;

  const numbering order(nodes);
  const int own = order.number_of(self.rank()), below = ring(own, -1, p);
  const int next = order.rank_of(ring(own, 1, p)), before = order.rank_of(below);
  stream leaving(recv, order, own, piece), arriving(recv, order, below, piece);
  for (std::size_t round = 0; round < rounds; ++round) {
    const buffer out = leaving.in(round), received = arriving.in(round);
    co_await self.sendrecv(out, out.empty() ? nobody : next, received, received.empty() ? nobody : before);
  }
}

}  // namespace

extern const algorithm allgatherv_pipelined_ring_entry{
    .of = collective::allgatherv,
    .name = "pipelined_ring",
    .summary = "ring, blocks cut into pieces of equal length",
    .source = "Traeff, Ripke, Siebert, Balaji, Thakur, Gropp 2010",
    .needs = {.bytes = true},
    .run = [](process& self,
              const call& c) { return allgather_pipelined_ring(self, c.in, c.recv, c.pieces, c.nodes); },
    .price =
        [](const shape& s) {
          if (s.p == 1 || s.bytes <= 0) return cost{};
          const double piece = std::ceil(s.bytes / s.pieces), block = s.bytes / s.p;
          if (s.longest <= 0)
            return cost{.rounds = (s.p - 1) * std::ceil(block / piece), .bytes = (s.p - 1) * block};
          const double rounds = s.pieces + 2.0 * s.p - 3;
          return cost{.rounds = rounds, .bytes = rounds * piece};
        },
    .stages = [](int p) { return pipeline{.fill = 2.0 * p - 2, .interval = 1}; },
    .traits = {.on_network = traffic::neighbours,
               .bound = true,  // no process has all rounds, and last pieces are shorter
               .in_node_order = true},
};

}  // namespace tutti
