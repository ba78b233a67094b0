// Broadcast = Scatter + Allgather, both in ceil(log2 p) rounds: p parts are scattered, then gathered by
// all on the circulant graph with skips 1, 2, 4, ...
// Source: Barnett, Gupta, Payne, Shuler, van de Geijn, Watts, 1994, with the allgather of Bruck, Ho,
// Kipnis, Upfal, Weathersby, 1997; Traeff, HPC lecture "Collectives".
// Cost: 2 ceil(log2 p) alpha + 2 (p - 1) / p beta m. Any p, any root. Parts that are not one run of
// memory, because they go past the last one, are copied through a buffer; nothing else is copied.

#include "algorithms/bcast/bcast.hpp"
#include "algorithms/bcast/scatter_parts.hpp"

namespace tutti {
namespace {

// Parts first, ..., first + n - 1 of p, modulo p: one run, or two.
struct wrapped_run {
  buffer head, tail;
  wrapped_run(buffer data, int first, int n, int p)
      : head(data.parts_from(first, n < p - first ? n : p - first, p)),
        tail(n > p - first ? data.parts_from(0, n - (p - first), p) : data.slice(0, 0)) {}
  [[nodiscard]] bool wraps() const noexcept { return tail.count > 0; }
  [[nodiscard]] std::size_t count() const noexcept { return head.count + tail.count; }
};

}  // namespace

task bcast_scatter_allgather(process& self, buffer data, int root) {
  const int p = self.size();
  const int v = relative_rank(self.rank(), root, p);
  co_await bcast_scatter_parts(self, data, root);
  // Before each round process v has parts v, ..., v + skip - 1 modulo p, and gets the next from v + skip. The
  // root has all parts: nothing is sent to it.
  for (int skip = 1; skip < p; skip *= 2) {
    const int n = skip < p - skip ? skip : p - skip;
    const int to = ring(v, -skip, p), from = ring(v, skip, p);
    const wrapped_run out(data, v, n, p), in(data, from, n, p);
    const bool sends = to != 0, receives = v != 0;
    const scratch packed(self, sends && out.wraps() ? out.count() : 0),
        arrived(self, receives && in.wraps() ? in.count() : 0);
    buffer leaving = out.head, arriving = in.head;
    if (sends && out.wraps()) {
      self.copy(out.head, packed.slice(0, out.head.count));
      self.copy(out.tail, packed.slice(out.head.count, out.tail.count));
      leaving = packed;
    }
    if (receives && in.wraps()) arriving = arrived;
    co_await self.sendrecv(leaving, sends ? absolute_rank(to, root, p) : nobody, arriving,
                           receives ? absolute_rank(from, root, p) : nobody);
    if (receives && in.wraps()) {
      self.copy(arrived.slice(0, in.head.count), in.head);
      self.copy(arrived.slice(in.head.count, in.tail.count), in.tail);
    }
  }
}

const algorithm bcast_scatter_allgather_entry{
    .of = collective::bcast,
    .name = "scatter_allgather",
    .summary = "scatter, then allgather on a circulant graph, both in log p rounds",
    .source =
        "Barnett, Gupta, Payne, Shuler, van de Geijn, Watts 1994; Bruck, Ho, Kipnis, Upfal, Weathersby 1997",
    .needs = {.bytes = true},
    .run = [](process& self, const call& c) { return bcast_scatter_allgather(self, c.out, c.root); },
    .price =
        [](const shape& s) {
          return cost{.rounds = 2.0 * ceil_log2(s.p), .bytes = 2 * (s.bytes - s.bytes / s.p)};
        },
};

}  // namespace tutti
