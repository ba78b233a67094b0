#include "measure/library.hpp"

#include <algorithm>
#include <numeric>

namespace tutti::measure {

std::size_t counted_bytes(collective c, const arguments& a, int p) noexcept {
  std::size_t n = a.count;
  switch (c) {
    case collective::gather:
    case collective::scatter:
    case collective::allgather:
    case collective::alltoall:
    case collective::reduce_scatter_block: n *= static_cast<std::size_t>(p); break;
    case collective::allgatherv:
    case collective::reduce_scatter:
      n = std::accumulate(a.recv_counts, a.recv_counts + p, std::size_t{0},
                          [](std::size_t sum, int count) { return sum + static_cast<std::size_t>(count); });
      break;
    case collective::barrier:
    case collective::gatherv:
    case collective::scatterv:
    case collective::alltoallv:
    case collective::alltoallw: return 0;
    default: break;
  }
  return n * a.type->size;
}

regularity lengths_of(collective c, const arguments& a, int p) noexcept {
  if (!has_known_lengths(c)) return regularity::equal;
  const int* counts = a.recv_counts;
  return std::all_of(counts, counts + p, [&](int n) { return n == counts[0]; }) ? regularity::equal
                                                                                : regularity::unequal;
}

}  // namespace tutti::measure
