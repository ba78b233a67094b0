#include "tutti/model/bounds.hpp"

#include <algorithm>

namespace tutti {

double lower_bound(collective c, int p, double bytes, const machine& on) noexcept {
  if (is_neighbourhood(c)) return 0;  // it depends on the graph
  if (p <= 1 || (bytes <= 0 && c != collective::barrier)) return 0;
  const double latency = ceil_log2(p) * on.alpha;
  const double others = bytes * (p - 1) / p;
  const auto at_least = [&](double moved) {
    return moved > 0 ? std::max(latency, on.alpha + on.beta * moved) : latency;
  };
  const collective_traits& t = traits(c);
  if (t.receives.what == holding::nothing) return latency;
  if (t.shifts) return on.alpha + on.beta * bytes;
  if (!of_vectors(c)) return at_least(others);
  if (is_rooted(c)) return latency + on.beta * bytes;
  return at_least(t.op == combining::all ? 2 * others : bytes);  // allreduce, or scan and exscan
}

}  // namespace tutti
