#include "algorithms/nodes/full_lane/gather_parts.hpp"

#include <array>

#include "tutti/ranks.hpp"

namespace tutti {

task reduce_gather_parts(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  // The halvings from, ..., middle - 1 | middle, ..., end - 1 of the scatter, the last first.
  struct halving {
    int from, middle, end;
  };
  std::array<halving, 32> halvings;
  std::size_t n = 0;
  for (int from = 0, end = p; end - from > 1;) {
    const int middle = end - (end - from) / 2;
    halvings[n++] = {from, middle, end};
    (v < middle ? end : from) = middle;
  }
  while (n-- > 0) {
    const auto [from, middle, end] = halvings[n];
    const buffer upper = data.parts_from(middle, end - middle, p);
    if (v == middle) co_await self.send(upper, absolute_rank(from, root, p));
    if (v == from) co_await self.recv(upper, absolute_rank(middle, root, p));
  }
}

}  // namespace tutti
