// Allgather between neighbours on a ring that exchange in pairs, alternating between the two neighbours:
// first their own blocks, then in each round the two blocks received last.
// Source: Chen, Zhang, Zhang, Yuan, "Performance evaluation of allgather algorithms on terascale Linux
// cluster with fast Ethernet", HPC Asia 2005.
// Cost: p/2 alpha + (p - 1)/p beta m for even p. For odd p one process has no partner in each round, and the
// blocks that it misses cost as many start-ups as the pairs save: there the algorithm is the ring, (p - 1)
// alpha + (p - 1)/p beta m.
// Any p, any lengths. The ring goes through one node after the other. Where the neighbours are nodes of
// several processes, both ends of a node send at once and wait together.

#include <optional>

#include "algorithms/allgather/allgather.hpp"
#include "tutti/bundle.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

// The blocks of the processes numbered 2 j and 2 j + 1 along the ring, as one message. They lie side by side
// if processes are numbered by rank.
class pair_of_blocks {
 public:
  pair_of_blocks(const blocks& all, int j, const numbering& order) {
    if (order.is_by_rank()) {
      message_ = all.run(2 * j, 2);
      return;
    }
    bundle& both = parts_.emplace(std::size_t{2});
    both.add(all[order.rank_of(2 * j)]);
    both.add(all[order.rank_of(2 * j + 1)]);
    message_ = both;
  }
  [[nodiscard]] buffer message() const noexcept { return message_; }

 private:
  std::optional<bundle> parts_;
  buffer message_;
};

// Processes are numbered along the ring.
//
//     round      1         2         3         4
//     partners   0-1 2-3   1-2 3-0   0-1 2-3   1-2 3-0
//
// After round 1 the processes of a pair have both their blocks. From then on each sends a pair of blocks in
// every round. Of pair j the even process receives the blocks of pairs j - 1, j + 1, j - 2, j + 2, ..., the
// odd one those of j + 1, j - 1, ...
task in_pairs(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), v = order.number_of(self.rank()), pairs = p / 2, own = v / 2;
  const bool even = v % 2 == 0;
  const int partner = order.rank_of(even ? v + 1 : v - 1), other = order.rank_of(ring(v, even ? -1 : 1, p));
  const buffer mine = recv[self.rank()], its = recv[partner];
  self.copy(in, mine);
  co_await self.sendrecv(mine, mine.empty() ? nobody : partner, its, its.empty() ? nobody : partner);
  for (int t = 2, last = own; t <= pairs; ++t) {
    const bool inwards = t % 2 != 0;  // from within the pair of processes
    const int next = ring(own, even == inwards ? t / 2 : -(t / 2), pairs), with = inwards ? partner : other;
    const pair_of_blocks leaving(recv, last, order), arriving(recv, next, order);
    const buffer out = leaving.message(), received = arriving.message();
    co_await self.sendrecv(out, out.empty() ? nobody : with, received, received.empty() ? nobody : with);
    last = next;
  }
}

double rounds(int p) { return p % 2 == 0 ? p / 2 : p - 1; }

task run(process& self, const call& c) {
  return self.size() % 2 == 0 ? in_pairs(self, c.in, c.recv, c.nodes)
                              : allgather_ring(self, c.in, c.recv, c.nodes);
}

}  // namespace

constexpr algorithm neighbour_exchange_entry{
    .of = collective::allgather,
    .name = "neighbour_exchange",
    .summary = "pairs of neighbours exchange what came last; the ring for odd p",
    .source = "Chen, Zhang, Zhang, Yuan 2005",
    .needs = {.side_by_side = true},
    .run = run,
    .price =
        [](const shape& s) {
          if (s.bytes <= 0) return cost{};
          return cost{.rounds = rounds(s.p), .bytes = s.bytes * (s.p - 1) / s.p};
        },
    .traits = {.on_network = traffic::neighbours, .in_node_order = true},
};
extern const algorithm allgather_neighbour_exchange_entry = neighbour_exchange_entry;
extern const algorithm allgatherv_neighbour_exchange_entry = for_any_lengths(
    neighbour_exchange_entry,
    [](const shape& s) { return cost{.rounds = rounds(s.p), .bytes = s.longest_block() * (s.p - 1)}; });

}  // namespace tutti
