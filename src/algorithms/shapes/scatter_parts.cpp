#include "algorithms/shapes/scatter_parts.hpp"

#include "algorithms/gather/tree.hpp"
#include "algorithms/shapes/ring_run.hpp"

namespace tutti {

task bcast_scatter_parts(process& self, buffer data, int root, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  // Process `from` has the parts from, ..., end - 1, and sends the upper half to process `middle`.
  for (int from = 0, end = p; end - from > 1;) {
    const int middle = end - (end - from) / 2;
    const buffer upper = data.parts_from(middle, end - middle, p);
    if (v == from) co_await self.send(upper, order.rank_of(absolute_rank(middle, first, p)));
    if (v == middle) co_await self.recv(upper, order.rank_of(absolute_rank(from, first, p)));
    (v < middle ? end : from) = middle;
  }
}

task bcast_ring_parts(process& self, buffer data, int root, const node_map* nodes) {
  const numbering order(nodes);
  const int p = self.size(), first = order.number_of(root);
  const int v = relative_rank(order.number_of(self.rank()), first, p);
  const int before = v > 0 ? order.rank_of(absolute_rank(v - 1, first, p)) : nobody;
  const int after = v + 1 < p ? order.rank_of(absolute_rank(v + 1, first, p)) : nobody;
  for (int part = v, round = 1; round < p; ++round) {
    const int next = ring(part, -1, p);
    co_await self.sendrecv(data.part(part, p), after, data.part(next, p), before);
    part = next;
  }
}

task bcast_allgather_parts(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  // Before each round process v has parts v, ..., v + skip - 1 modulo p, and gets the next from v + skip. The
  // root has all parts: nothing is sent to it.
  for (int skip = 1; skip < p; skip *= 2) {
    const int n = skip < p - skip ? skip : p - skip;
    const int to = ring(v, -skip, p), from = ring(v, skip, p);
    const packed_run<std::byte> out(self, {data, v, to != 0 ? n : 0, p}),
        in(self, {data, from, v != 0 ? n : 0, p});
    out.pack();
    co_await self.sendrecv(out.message(), to != 0 ? absolute_rank(to, root, p) : nobody, in.message(),
                           v != 0 ? absolute_rank(from, root, p) : nobody);
    in.unpack();
  }
}

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
