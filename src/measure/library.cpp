#include "measure/library.hpp"

#include <algorithm>
#include <numeric>

namespace tutti::measure {

std::size_t counted_bytes(collective c, const arguments& a, int p) noexcept {
  if (!size_known(c) || traits(c).receives.what == holding::nothing) return 0;
  std::size_t n = a.count;
  if (has_known_lengths(c))
    n = std::accumulate(a.recv_counts, a.recv_counts + p, std::size_t{0},
                        [](std::size_t sum, int count) { return sum + static_cast<std::size_t>(count); });
  else if (has_blocks(c))
    n *= static_cast<std::size_t>(p);
  return n * a.type->size;
}

imbalance lengths_of(collective c, const arguments& a, int p) noexcept {
  if (!has_known_lengths(c)) return imbalance::equal;
  std::size_t longest = 0, all = 0;
  for (int i = 0; i < p; ++i) {
    const auto n = static_cast<std::size_t>(a.recv_counts[i]);
    longest = std::max(longest, n), all += n;
  }
  return unequal_by(longest, all, p);
}

}  // namespace tutti::measure
