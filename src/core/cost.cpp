#include "tutti/cost.hpp"

#include <cmath>

namespace tutti {

int best_pieces(const pipeline& line, double bytes, const machine& on, double most) noexcept {
  if (line.fill <= line.interval || most <= 1) return 1;
  const double startup = on.alpha > 0 ? on.alpha : 1e-12;  // negligible beside the bytes
  const double best = std::sqrt((line.fill - line.interval) * on.beta * bytes / (line.interval * startup));
  if (!(best > 1)) return 1;
  return static_cast<int>(best < most ? std::lround(best) : static_cast<long>(most));
}

}  // namespace tutti
