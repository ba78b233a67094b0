// Scan and exscan on a hypercube: in round k the processes that differ in bit k exchange the sums of their
// 2^k neighbours, which both add up; the higher one also adds the sum received to its result. If p is not a
// power of two, missing partners are left out, and so are sums that no process behind needs.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4,
// "All-Reduce and Prefix-Sum Operations".
// Cost: ceil(log2 p) (alpha + beta m), and at most 2 ceil(log2 p) - 1 times m reduced. Any p; in rank order;
// the vector is never cut.

#include <utility>

#include "algorithms/scan/scan.hpp"

namespace tutti {
namespace {

// `inclusive`: the result begins with this process's vector; otherwise it begins empty.
task prefix_on_hypercube(process& self, const_buffer in, buffer out, operation op, bool inclusive) {
  const int p = self.size(), rank = self.rank();
  scratch one(self, in), other(self, in);
  buffer sum = one, arriving = other;  // of all processes that share the bits from k on
  self.copy(in, sum);
  if (inclusive) self.copy(in, out);
  bool begun = inclusive;
  for (int d = 1; d < p; d *= 2) {
    const int partner = rank ^ d;
    if (partner >= p) continue;
    const bool higher = partner < rank, wanted = (rank | (2 * d - 1)) + 1 < p;
    co_await self.sendrecv(sum, higher && !wanted ? nobody : partner, arriving,
                           higher || wanted ? partner : nobody);
    if (higher && begun) self.reduce(op, arriving, out);
    if (higher && !begun) self.copy(arriving, out);
    begun = begun || higher;
    if (!wanted) continue;
    if (higher) {
      self.reduce(op, arriving, sum);
    } else {
      self.reduce(op, sum, arriving);
      std::swap(sum, arriving);
    }
  }
}

// The process that adds most depends on p; for powers of two it is the last one of a scan, which adds all
// this.
cost price_on_hypercube(const shape& s) {
  const int q = ceil_log2(s.p);
  return {.rounds = 1.0 * q, .bytes = q * s.bytes, .reduced = q > 0 ? (2 * q - 1) * s.bytes : 0};
}

}  // namespace

task scan_hypercube(process& self, const_buffer in, buffer out, operation op) {
  return prefix_on_hypercube(self, in, out, op, true);
}
task exscan_hypercube(process& self, const_buffer in, buffer out, operation op) {
  return prefix_on_hypercube(self, in, out, op, false);
}

extern const algorithm scan_hypercube_entry{
    .of = collective::scan,
    .name = "hypercube",
    .summary = "hypercube, a result and a sum of neighbours",
    .source = "Grama, Gupta, Karypis, Kumar",
    .run = [](process& self, const call& c) { return scan_hypercube(self, c.in, c.out, c.op); },
    .price = price_on_hypercube,
    .traits = {.bound = true, .same_for_elements = true},
};

extern const algorithm exscan_hypercube_entry{
    .of = collective::exscan,
    .name = "hypercube",
    .summary = "hypercube, a result and a sum of neighbours",
    .source = "Grama, Gupta, Karypis, Kumar",
    .run = [](process& self, const call& c) { return exscan_hypercube(self, c.in, c.out, c.op); },
    .price = price_on_hypercube,
    .traits = {.bound = true, .same_for_elements = true},
};

}  // namespace tutti
