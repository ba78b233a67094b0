// Neighbourhood collectives with a message for each neighbour, all at once, the nearest above first. So
// processes with a common neighbour do not all send to it first, as they would if each list were in rank
// order.
// Source: folklore; the order of the direct alltoall, in which every process has another partner at any time.
// Cost: as neighbor_alltoall.direct. Any graph, any layout and any lengths.

#include "algorithms/neighbours/neighbours.hpp"

namespace tutti {
namespace {
task run(process& self, const call& c) {
  return exchange_with(self, c, c.neighbours->destinations_by_distance(),
                       c.neighbours->sources_by_distance());
}
}  // namespace

constexpr algorithm spread{
    .of = collective::neighbor_alltoall,
    .name = "spread",
    .summary =
        "a message for each neighbour, all at once, to the nearest above and from the nearest below first",
    .source = "folklore",
    .run = run,
    .price = price_of_exchange,
    .traits = {.on_network = traffic::direct, .bound = true, .worst = 2},
};
extern const algorithm neighbor_allgather_spread_entry = as(spread, collective::neighbor_allgather);
extern const algorithm neighbor_allgatherv_spread_entry = as(spread, collective::neighbor_allgatherv);
extern const algorithm neighbor_alltoall_spread_entry = spread;
extern const algorithm neighbor_alltoallv_spread_entry = as(spread, collective::neighbor_alltoallv);
extern const algorithm neighbor_alltoallw_spread_entry = as(spread, collective::neighbor_alltoallw);

}  // namespace tutti
