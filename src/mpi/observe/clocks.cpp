// Source: Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989: of many round
// trips, the fastest one is the most accurate.

#include "mpi/observe/clocks.hpp"

#include "mpi/library/quirks.hpp"

namespace tutti::mpi {
namespace {

constexpr int round_trips = 40;

void answer(const world& w, int node, int tag) {
  for (int k = 0; k < round_trips; ++k) {
    check(PMPI_Recv(nullptr, 0, MPI_BYTE, node, tag, w.channel, MPI_STATUS_IGNORE));
    const std::uint64_t now = record::ticks();
    check(PMPI_Send(&now, 1, MPI_UINT64_T, node, tag, w.channel));
  }
}

moment_of_clocks ask(const world& w, int tag) {
  moment_of_clocks best;
  std::uint64_t shortest = UINT64_MAX;
  for (int k = 0; k < round_trips; ++k) {
    std::uint64_t there = 0;
    const std::uint64_t begin = record::ticks();
    check(PMPI_Send(nullptr, 0, MPI_BYTE, 0, tag, w.channel));
    check(PMPI_Recv(&there, 1, MPI_UINT64_T, 0, tag, w.channel, MPI_STATUS_IGNORE));
    const std::uint64_t passed = record::ticks() - begin;
    if (passed < shortest) shortest = passed, best = {begin + passed / 2, there};
  }
  return best;
}

double difference(std::uint64_t later, std::uint64_t earlier) {
  return static_cast<double>(static_cast<std::int64_t>(later - earlier));
}

}  // namespace

moment_of_clocks compare_clocks(const world& w) {
  if constexpr (quirks::simulated) return {record::ticks(), record::ticks()};  // all have one clock
  const int tag = w.first_tag(0), mine = w.nodes[static_cast<std::size_t>(w.rank)], own = w.nodes[0];
  if (w.rank == 0)
    for (int r = 0; r < w.size; ++r)
      if (w.nodes[static_cast<std::size_t>(r)] == r && r != own) answer(w, r, tag);
  if (mine == w.rank && mine != own) return ask(w, tag);
  const std::uint64_t now = record::ticks();
  return {now, now};
}

record::time_line line_through(const moment_of_clocks& one, const moment_of_clocks& other,
                               std::uint64_t start, double seconds_a_tick) {
  const double here = difference(other.here, one.here), first = difference(other.first, one.first);
  const double rate = here > 0 && first > 0 ? first / here : 1;
  return {.first = one.here,
          .begins = difference(one.first, start) * seconds_a_tick,
          .seconds_a_tick = rate * seconds_a_tick};
}

}  // namespace tutti::mpi
