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
  std::size_t longest = 0, all = 0;
  for (int i = 0; i < p; ++i) {
    const auto n = static_cast<std::size_t>(a.recv_counts[i]);
    longest = std::max(longest, n), all += n;
  }
  return unequal_by(longest, all, p);
}

}  // namespace tutti::measure
