// Neighbourhood collectives with a message for each neighbour, all at once, in the order of MPI's lists: as
// in MPI libraries.
// Source: MPI: A Message-Passing Interface Standard 4.1, section 8.6.
// Cost: for a degree of d at most 2d - 1 rounds of a block; d if the lists of all processes are the same
// relative to their ranks. Any graph, any layout and any lengths.

#include <algorithm>

#include "algorithms/neighbours/neighbours.hpp"

namespace tutti {

task exchange_with(process& self, call c, std::span<const neighbour> destinations,
                   std::span<const neighbour> sources) {
  workspace<transfer> all(std::max(destinations.size(), sources.size()));
  workspace<neighbour> own(sources.size());
  std::size_t outs = 0, ins = 0, mine = 0, copied = 0;
  for (const neighbour& n : sources) {
    if (n.rank == self.rank()) {
      own[mine++] = n;
      continue;
    }
    const buffer in = c.recv[n.block];
    if (!in.empty()) all[ins++] = {const_buffer{}, nobody, in, n.rank};
  }
  for (const neighbour& n : destinations) {
    const const_buffer out = block_for(c, n);
    if (n.rank == self.rank()) {
      self.copy(out, c.recv[own[copied++].block]);
      continue;
    }
    if (out.empty()) continue;
    all[outs].out = out, all[outs].to = n.rank;
    ++outs;
  }
  if (const std::size_t n = std::max(outs, ins); n > 0) co_await self.together(all.first(n));
}

cost price_of_exchange(const shape& s) noexcept {
  if (s.bytes <= 0 || !s.graph) return {};
  const double all = s.graph->degree, near = all - s.graph->far_degree, block = s.longest_block();
  return {.rounds = all,
          .bytes = all * block,
          .near_rounds = near,
          .near_bytes = near * block,
          .behind = std::max(all - 1, 0.0),
          .near_behind = std::min(near, std::max(all - 1, 0.0)),
          .link_bytes = s.graph->crossing * block,
          .memory_bytes = s.graph->inside * block};
}

namespace {
task run(process& self, const call& c) {
  return exchange_with(self, c, c.neighbours->destinations(), c.neighbours->sources());
}
}  // namespace

constexpr algorithm direct{
    .of = collective::neighbor_alltoall,
    .name = "direct",
    .summary = "a message for each neighbour, all at once",
    .source = "MPI standard",
    .run = run,
    .price = price_of_exchange,
    .traits = {.on_network = traffic::direct, .bound = true, .worst = 2},
};
extern const algorithm neighbor_allgather_direct_entry = as(direct, collective::neighbor_allgather);
extern const algorithm neighbor_allgatherv_direct_entry = as(direct, collective::neighbor_allgatherv);
extern const algorithm neighbor_alltoall_direct_entry = direct;
extern const algorithm neighbor_alltoallv_direct_entry = as(direct, collective::neighbor_alltoallv);
extern const algorithm neighbor_alltoallw_direct_entry = as(direct, collective::neighbor_alltoallw);

}  // namespace tutti
