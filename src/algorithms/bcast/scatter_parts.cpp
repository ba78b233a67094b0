#include "algorithms/bcast/scatter_parts.hpp"

namespace tutti {

task bcast_scatter_parts(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  // The parts from, ..., end - 1 lie on process `from`, which gives the upper half to process `middle`.
  for (int from = 0, end = p; end - from > 1;) {
    const int middle = end - (end - from) / 2;
    const buffer upper = data.parts_from(middle, end - middle, p);
    if (v == from) co_await self.send(upper, absolute_rank(middle, root, p));
    if (v == middle) co_await self.recv(upper, absolute_rank(from, root, p));
    (v < middle ? end : from) = middle;
  }
}

}  // namespace tutti
