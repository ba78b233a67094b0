#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "tutti/model/closed_forms.hpp"
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
  int rounds = 0;
  for (long long reached = 1; reached < p; reached *= ports + 1) ++rounds;
  return rounds;
}

int pipelined_broadcast_rounds(int p, int pieces) { return p > 1 ? pieces - 1 + ceil_log2(p) : 0; }

double broadcast_bound(int p, double m, const machine& on, int ports, const topology* links) {
  if (p <= 1) return 0;
  const int rounds =
      std::max(broadcast_rounds(p, ports), links && links->places() == p ? links->diameter() : 0);
  return on.alpha * rounds + on.beta * m;
}

double pipelined_broadcast_bound(int p, double m, const machine& on) {
  if (p <= 1) return 0;
  return pipelining_lemma({.fill = static_cast<double>(ceil_log2(p)), .interval = 1}, m, on);
}

double alltoall_bisection_bound(int p, double m_each, const machine& on, const topology& links) {
  const double width = links.bisection_width();
  return width > 0 ? on.beta * m_each * (p / 2) * (p - p / 2) / width : 0;
}

double loggp_messages(const loggp& model, int k, std::size_t m) {
  const double train = m > 1 ? static_cast<double>(m - 1) * model.G : 0;
  return model.o + k * train + (k - 1) * model.g + model.L + model.o;
}

namespace {

// T(P) = min over i of max(root(i) + T(P - i), child(i) + T(i)).
template <class Root, class Child>
logp_tree best_splits(int most, Root root, Child child) {
  if (most < 1) throw std::invalid_argument("a tree needs at least one process, not " + std::to_string(most));
  const auto n = static_cast<std::size_t>(most);
  logp_tree t{std::vector<double>(n + 1), std::vector<int>(n + 1)};
  for (std::size_t p = 2; p <= n; ++p) {
    t.time[p] = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < p; ++i) {
      const double time = std::max(root(i) + t.time[p - i], child(i) + t.time[i]);
      if (time < t.time[p]) {
        t.time[p] = time;
        t.split[p] = static_cast<int>(i);
      }
    }
  }
  return t;
}

}  // namespace

logp_tree logp_broadcast(const loggp& m, int most) {
  return best_splits(
      most, [&](std::size_t) { return std::max(m.g, m.o); }, [&](std::size_t) { return m.o + m.L + m.o; });
}

logp_tree loggp_scatter(const loggp& m, int k, int most) {
  const auto train = [&](std::size_t i) { return (static_cast<double>(i) * k - 1) * m.G; };
  return best_splits(
      most, [&](std::size_t i) { return train(i) + std::max(m.g, m.o); },
      [&](std::size_t i) { return m.o + m.L + train(i) + m.o; });
}

double logp_scatter_star(const loggp& m, int p, int k) {
  return p > 1 ? m.o + (static_cast<double>(p - 1) * k - 1) * m.g + m.L + m.o : 0;
}

double bsp_seconds(const bsp& on, std::span<const std::size_t> h) {
  double sum = 0;
  for (const std::size_t relation : h) sum += std::max(on.g * static_cast<double>(relation), on.L) + on.l;
  return sum;
}

std::vector<std::size_t> h_relations(const trace& of, int p) {
  const auto step_of = [](const message* m) { return std::llround(m->start); };
  std::vector<const message*> order;
  for (const message& m : of.messages) order.push_back(&m);
  std::stable_sort(order.begin(), order.end(),
                   [&](const message* a, const message* b) { return step_of(a) < step_of(b); });
  std::vector<std::size_t> sent(static_cast<std::size_t>(p)), received(sent), h;
  for (auto first = order.begin(); first != order.end();) {
    const auto last =
        std::find_if(first, order.end(), [&](const message* m) { return step_of(m) != step_of(*first); });
    h.push_back(0);
    for (auto m = first; m != last; ++m)
      h.back() = std::max({h.back(), sent[static_cast<std::size_t>((*m)->from)] += (*m)->bytes,
                           received[static_cast<std::size_t>((*m)->to)] += (*m)->bytes});
    for (; first != last; ++first)
      sent[static_cast<std::size_t>((*first)->from)] = received[static_cast<std::size_t>((*first)->to)] = 0;
  }
  return h;
}

}  // namespace tutti::lecture
