#include "tutti/model/lecture.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "tutti/ranks.hpp"

namespace tutti::lecture {

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
  if (ports < 1) throw std::invalid_argument("a process needs at least 1 port, not " + std::to_string(ports));
  int rounds = 0;
  for (long long reached = 1; reached < p; reached *= ports + 1) ++rounds;
  return rounds;
}

int pipelined_broadcast_rounds(int p, int pieces) { return p > 1 ? pieces - 1 + ceil_log2(p) : 0; }

double broadcast_bound(int p, double m, const machine& on, int ports, const topology* links) {
  const int doubling = broadcast_rounds(p, ports);
  if (p <= 1) return 0;
  const int rounds = std::max(doubling, links && links->places() == p ? links->diameter() : 0);
  return on.alpha * rounds + on.beta * m;
}

double alltoall_bisection_bound(int p, double m_each, const machine& on, const topology& links) {
  const double width = links.bisection_width();
  return width > 0 ? on.beta * m_each * (p / 2) * (p - p / 2) / width : 0;
}

}  // namespace tutti::lecture
