#include "algorithms/shapes/scatter_parts.hpp"

#include "algorithms/shapes/ring_run.hpp"

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

task bcast_allgather_parts(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  // Before each round process v has parts v, ..., v + skip - 1 modulo p, and gets the next from v + skip. The
  // root has all parts: nothing is sent to it.
  for (int skip = 1; skip < p; skip *= 2) {
    const int n = skip < p - skip ? skip : p - skip;
    const int to = ring(v, -skip, p), from = ring(v, skip, p);
    const ring_run<std::byte> out(data, v, n, p), in(data, from, n, p);
    const bool packs = to != 0 && !out.in_one_piece(), unpacks = v != 0 && !in.in_one_piece();
    const scratch packed(self, packs ? out.count() : 0), arrived(self, unpacks ? in.count() : 0);
    if (packs) pack(self, out, packed);
    const buffer leaving = packs ? packed.all() : out.whole(),
                 arriving = unpacks ? arrived.all() : in.whole();
    co_await self.sendrecv(leaving, to != 0 ? absolute_rank(to, root, p) : nobody, arriving,
                           v != 0 ? absolute_rank(from, root, p) : nobody);
    if (unpacks) unpack(self, arrived, in);
  }
}

}  // namespace tutti
