#include "algorithms/nodes/full_lane/gather_parts.hpp"

#include "algorithms/gather/tree.hpp"

namespace tutti {

task reduce_gather_parts(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  gather_place at = halving_tree(v, p, 0);
  for (const auto& upper : at.subtrees())
    co_await self.recv(data.parts_from(upper.first, upper.count, p), absolute_rank(upper.first, root, p));
  if (at.parent != nobody)
    co_await self.send(data.parts_from(v, at.processes(), p), absolute_rank(at.parent, root, p));
}

}  // namespace tutti
