#include "tutti/model/lecture.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "tutti/ranks.hpp"

namespace tutti::lecture {
namespace {

void require(int ports) {
  if (ports < 1) throw std::invalid_argument("a process needs at least 1 port, not " + std::to_string(ports));
}

int links_to_farthest(int p, int root, const topology& on) {
  if (p > on.places() || root < 0 || root >= p)
    throw std::invalid_argument("process " + std::to_string(root) + " of " + std::to_string(p) +
                                " has no place on a " + on.name());
  std::size_t most = 0;
  std::vector<int> route;
  for (int r = 0; r < p; ++r) {
    route.clear();
    on.route(root, r, route);
    most = std::max(most, route.size());
  }
  return static_cast<int>(most);
}

// The number of blocks that each link of the smallest cut carries in one direction.
double across_bisection(int p, const topology& links) {
  const double width = links.bisection_width(), half = p / 2;
  return width > 0 ? half * (p - half) / width : 0;
}

}  // namespace

double pipelined(const pipeline& line, double m, int pieces, const machine& on) {
  return line.rounds(pieces) * (on.alpha + on.beta * m / pieces);
}

double pipelining_lemma(const pipeline& line, double m, const machine& on) {
  const double k = line.fill, s = line.interval;
  return (k - s) * on.alpha + 2 * std::sqrt(s * (k - s) * on.alpha * on.beta * m) + s * on.beta * m;
}

double gather_linear_array(int p, double m, const machine& on) {
  return (p - 1) * on.alpha + on.beta * m * (p - 1) / p;
}
double gather_binomial(int p, double m, const machine& on) {
  return ceil_log2(p) * on.alpha + on.beta * m * (p - 1) / p;
}
double scan_doubling(int p, double m, const machine& on) { return ceil_log2(p) * (on.alpha + on.beta * m); }
double alltoall_direct(int p, double m, const machine& on) { return (p - 1) * (on.alpha + on.beta * m / p); }
double alltoall_bruck(int p, double m, const machine& on) {
  return ceil_log2(p) * (on.alpha + on.beta * (p / 2) * m / p);
}

int broadcast_rounds(int p, int ports) {
  require(ports);
  int rounds = 0;
  for (long long reached = 1; reached < p; reached *= ports + 1LL) ++rounds;
  return rounds;
}

int pipelined_broadcast_rounds(int p, int pieces) { return p > 1 ? pieces - 1 + ceil_log2(p) : 0; }

double broadcast_bound(int p, double m, const machine& on, int ports, const topology* by_hop, int root) {
  int rounds = broadcast_rounds(p, ports);
  if (by_hop) rounds = std::max(rounds, links_to_farthest(p, root, *by_hop));
  return p > 1 ? on.alpha * rounds + on.beta * m / ports : 0;
}

int exchange_rounds(int p, int ports) { return broadcast_rounds(p, ports); }

int alltoall_direct_rounds(int p, int ports) {
  require(ports);
  return static_cast<int>((p - 2LL + ports) / ports);
}

double alltoall_volume_of_fewest_rounds(int p, double m, int ports) {
  const int w = exchange_rounds(p, ports);
  if (std::llround(std::pow(ports + 1.0, w)) != p)
    throw std::invalid_argument("the volume of the fewest rounds is known for powers of " +
                                std::to_string(ports + 1LL) + " processes, not for " + std::to_string(p));
  return m / (ports + 1.0) * w;
}

double alltoall_bisection_bound(int p, double m_each, const machine& on, const topology& links) {
  return on.beta * m_each * across_bisection(p, links);
}

double alltoall_bisection_rounds(int p, const topology& links, int ports) {
  const double direct = alltoall_direct_rounds(p, ports);
  return std::max(direct, across_bisection(p, links) / ports);
}

}  // namespace tutti::lecture
