#include "machine/bisection.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <queue>

namespace tutti {
namespace {

// The maximum flow from the places of one side to the places of the other. It equals the smallest cut between
// them, with each switch on the better side. Found by shortest augmenting paths (Edmonds, Karp 1972).
class flow {
 public:
  flow(int vertices, const std::vector<wire>& wires) : out_(static_cast<std::size_t>(vertices)) {
    for (const wire& w : wires) {
      out_[static_cast<std::size_t>(w.from)].push_back(arcs_.size());
      arcs_.push_back({w.to, w.capacity});
      out_[static_cast<std::size_t>(w.to)].push_back(arcs_.size());
      arcs_.push_back({w.from, 0});
    }
  }

  // From the places whose side is `from` to the other places.
  double across(const std::vector<bool>& side, int places, bool from) {
    for (arc& a : arcs_) a.used = 0;
    double total = 0;
    while (const double more = augment(side, places, from)) total += more;
    return total;
  }

 private:
  struct arc {
    int to;
    double capacity, used = 0;
    [[nodiscard]] double left() const { return capacity - used; }
  };

  double augment(const std::vector<bool>& side, int places, bool from) {
    constexpr std::size_t none = SIZE_MAX, source = SIZE_MAX - 1;
    std::vector<std::size_t> by(out_.size(), none);  // the arc by which a vertex was reached
    std::queue<int> reached;
    const auto is_place = [places](int v) { return v < places; };
    for (int v = 0; v < places; ++v)
      if (side[static_cast<std::size_t>(v)] == from) {
        by[static_cast<std::size_t>(v)] = source;
        reached.push(v);
      }
    for (; !reached.empty(); reached.pop())
      for (const std::size_t k : out_[static_cast<std::size_t>(reached.front())]) {
        const int to = arcs_[k].to;
        if (by[static_cast<std::size_t>(to)] != none || arcs_[k].left() <= 1e-12) continue;
        by[static_cast<std::size_t>(to)] = k;
        if (is_place(to)) return push(by, to, source);  // all places of this side are reached already
        reached.push(to);
      }
    return 0;
  }

  double push(const std::vector<std::size_t>& by, int to, std::size_t source) {
    const auto each = [&](auto f) {
      for (int v = to; by[static_cast<std::size_t>(v)] != source;) {
        const std::size_t k = by[static_cast<std::size_t>(v)];
        f(k);
        v = arcs_[k ^ 1U].to;
      }
    };
    double least = std::numeric_limits<double>::infinity();
    each([&](std::size_t k) { least = std::min(least, arcs_[k].left()); });
    each([&](std::size_t k) { arcs_[k].used += least, arcs_[k ^ 1U].used -= least; });
    return least;
  }

  std::vector<arc> arcs_;  // a link, then its reverse
  std::vector<std::vector<std::size_t>> out_;
};

class cutter {
 public:
  cutter(int places, int vertices, const std::vector<wire>& wires)
      : places_(places), wires_(wires), has_switches_(vertices > places), flow_(vertices, {}) {
    if (has_switches_) flow_ = flow(vertices, wires);
  }
  double width(const std::vector<bool>& side) {
    if (!has_switches_) return width_of_cut(wires_, side);
    return std::max(flow_.across(side, places_, false), flow_.across(side, places_, true));
  }

 private:
  int places_;
  const std::vector<wire>& wires_;
  bool has_switches_;
  flow flow_;
};

// Divides the places, in this order, into two halves. The result is true for those of the second half.
std::vector<bool> halves(const std::vector<int>& order, int vertices) {
  std::vector<bool> side(static_cast<std::size_t>(vertices));
  for (std::size_t k = order.size() / 2; k < order.size(); ++k)
    side[static_cast<std::size_t>(order[k])] = true;
  return side;
}

// The places in the order of the eigenvector of the second eigenvalue of the Laplacian (Fiedler 1973), by
// power iteration: neighbours in the network are near each other in this order.
std::vector<int> by_fiedler(int places, int vertices, const std::vector<wire>& wires) {
  const auto n = static_cast<std::size_t>(vertices);
  std::vector<double> x(n), sums(n), degree(n);
  for (const wire& w : wires) {
    degree[static_cast<std::size_t>(w.from)] += w.capacity;
    degree[static_cast<std::size_t>(w.to)] += w.capacity;
  }
  const double shift = 2 * std::ranges::max(degree) + 1e-9;
  for (std::size_t v = 0; v < n; ++v) x[v] = static_cast<double>(v * 2654435761U % 1000) - 500;
  for (int step = 0; step < 300; ++step) {
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(n);
    double most = 1e-300;
    for (double& value : x) value -= mean, most = std::max(most, value < 0 ? -value : value);
    for (std::size_t v = 0; v < n; ++v) x[v] /= most, sums[v] = (shift - degree[v]) * x[v];
    for (const wire& w : wires) {
      sums[static_cast<std::size_t>(w.from)] += w.capacity * x[static_cast<std::size_t>(w.to)];
      sums[static_cast<std::size_t>(w.to)] += w.capacity * x[static_cast<std::size_t>(w.from)];
    }
    x.swap(sums);
  }
  std::vector<int> order(static_cast<std::size_t>(places));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&x](int v) { return x[static_cast<std::size_t>(v)]; });
  return order;
}

}  // namespace

int most_places_with_all_cuts(bool has_switches) { return has_switches ? 12 : 20; }

double width_of_cut(const std::vector<wire>& wires, const std::vector<bool>& side) {
  double there = 0, back = 0;
  for (const wire& w : wires) {
    const bool from = side[static_cast<std::size_t>(w.from)], to = side[static_cast<std::size_t>(w.to)];
    if (from != to) (from ? back : there) += w.capacity;
  }
  return std::max(there, back);
}

bisection bisection_of(int places, int vertices, const std::vector<wire>& wires) {
  if (places < 2) return {};
  cutter by(places, vertices, wires);
  if (places > most_places_with_all_cuts(vertices > places)) {
    std::vector<int> order(static_cast<std::size_t>(places));
    std::iota(order.begin(), order.end(), 0);
    return {std::min(by.width(halves(order, vertices)),
                     by.width(halves(by_fiedler(places, vertices, wires), vertices))),
            false};
  }
  bisection least{std::numeric_limits<double>::infinity(), true};
  std::vector<bool> side(static_cast<std::size_t>(vertices));
  for (std::uint32_t in = 0; in < 1U << static_cast<unsigned>(places); ++in) {
    const bool even = places % 2 == 0;
    if (std::popcount(in) != places / 2 || (even && (in & 1U) != 0)) continue;  // of two halves, one is tried
    for (int v = 0; v < places; ++v)
      side[static_cast<std::size_t>(v)] = (in >> static_cast<unsigned>(v) & 1U) != 0;
    least.width = std::min(least.width, by.width(side));
  }
  return least;
}

}  // namespace tutti
