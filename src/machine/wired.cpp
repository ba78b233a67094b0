// Networks that are given by their links.

#include "machine/wired.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace tutti {
namespace {

constexpr int most_vertices = 1 << 24, most_with_table = 4096;

// For each place, the first link of the route from each vertex to it.
class shortest_routes {
 public:
  shortest_routes(const wiring& of, const std::vector<int>& first) : vertices_(of.vertices), first_(&first) {
    const auto n = static_cast<std::size_t>(vertices_);
    step_.resize(n * static_cast<std::size_t>(of.places));
    std::vector<std::vector<int>> before(n);
    for (const wire& w : of.wires) before[static_cast<std::size_t>(w.to)].push_back(w.from);
    for (int to = 0; to < of.places; ++to) {
      const std::vector<int> far = distances(to, before);
      for (int at = 0; at < vertices_; ++at) {
        const int d = far[static_cast<std::size_t>(at)];
        if (d == 0) continue;
        if (d == unreached) {
          if (at >= of.places) continue;  // a switch that no route needs
          throw std::invalid_argument(of.name + " has no route from place " + std::to_string(at) +
                                      " to place " + std::to_string(to));
        }
        if (at < of.places) diameter_ = std::max(diameter_, d);
        int link = first[static_cast<std::size_t>(at)];
        while (far[static_cast<std::size_t>(of.wires[static_cast<std::size_t>(link)].to)] != d - 1) ++link;
        step_[index(at, to)] = static_cast<std::uint16_t>(link - first[static_cast<std::size_t>(at)]);
      }
    }
  }
  [[nodiscard]] int diameter() const { return diameter_; }
  [[nodiscard]] int link(int at, int to) const {
    return (*first_)[static_cast<std::size_t>(at)] + step_[index(at, to)];
  }

 private:
  static constexpr int unreached = std::numeric_limits<int>::max();

  [[nodiscard]] std::size_t index(int at, int to) const {
    return static_cast<std::size_t>(to) * static_cast<std::size_t>(vertices_) + static_cast<std::size_t>(at);
  }
  [[nodiscard]] std::vector<int> distances(int to, const std::vector<std::vector<int>>& before) const {
    std::vector<int> far(static_cast<std::size_t>(vertices_), unreached), reached{to};
    far[static_cast<std::size_t>(to)] = 0;
    for (std::size_t k = 0; k < reached.size(); ++k)
      for (const int v : before[static_cast<std::size_t>(reached[k])])
        if (far[static_cast<std::size_t>(v)] == unreached) {
          far[static_cast<std::size_t>(v)] = far[static_cast<std::size_t>(reached[k])] + 1;
          reached.push_back(v);
        }
    return far;
  }

  int vertices_;
  const std::vector<int>* first_;
  std::vector<std::uint16_t> step_;  // counted from the first link of the vertex
  int diameter_ = 0;
};

class wired_network final : public topology {
 public:
  explicit wired_network(wiring of) : of_(std::move(of)) {
    if (of_.places < 1 || of_.vertices < of_.places)
      throw std::invalid_argument(of_.name + " needs at least one place, and as many vertices as places");
    if (!of_.next && of_.vertices > most_with_table)
      throw std::invalid_argument(of_.name + " has " + std::to_string(of_.vertices) +
                                  " vertices, but its routes are computed for at most " +
                                  std::to_string(most_with_table));
    std::ranges::sort(of_.wires, {}, [](const wire& w) { return std::tuple(w.from, w.to); });
    first_.resize(static_cast<std::size_t>(of_.vertices) + 1);
    for (const wire& w : of_.wires) {
      ++first_[static_cast<std::size_t>(w.from) + 1];
      has_latencies_ = has_latencies_ || w.latency > 0;
    }
    degree_ = *std::ranges::max_element(first_);
    for (std::size_t v = 1; v < first_.size(); ++v) first_[v] += first_[v - 1];
    if (!of_.next) table_.emplace(of_, first_);
    diameter_ = of_.diameter ? *of_.diameter : table_->diameter();
    cut_ = of_.cut ? *of_.cut : bisection_of(of_.places, of_.vertices, of_.wires);
  }
  wired_network(const wired_network&) = delete;
  wired_network& operator=(const wired_network&) = delete;

  int places() const override { return of_.places; }
  int vertices() const override { return of_.vertices; }
  int links() const override { return static_cast<int>(of_.wires.size()); }
  int degree() const override { return degree_; }
  void route(int from, int to, std::vector<int>& links) const override {
    for (int at = from; at != to; at = of_.wires[static_cast<std::size_t>(links.back())].to)
      links.push_back(table_ ? table_->link(at, to) : link_between(at, of_.next(at, to)));
  }
  std::string routing() const override { return of_.routing; }
  double capacity(int link) const override { return of_.wires[static_cast<std::size_t>(link)].capacity; }
  double latency(int link) const override { return of_.wires[static_cast<std::size_t>(link)].latency; }
  bool has_latencies() const override { return has_latencies_; }
  int diameter() const override { return diameter_; }
  double bisection_width() const override { return cut_.width; }
  bool bisection_is_exact() const override { return cut_.is_exact; }
  std::string name() const override { return of_.name; }

 private:
  [[nodiscard]] int link_between(int from, int to) const {
    const auto begin = of_.wires.begin() + first_[static_cast<std::size_t>(from)],
               end = of_.wires.begin() + first_[static_cast<std::size_t>(from) + 1];
    return static_cast<int>(std::ranges::lower_bound(begin, end, to, {}, &wire::to) - of_.wires.begin());
  }

  wiring of_;
  std::vector<int> first_;  // of each vertex, its first link; links are in the order of their vertices
  std::optional<shortest_routes> table_;
  int degree_ = 0, diameter_ = 0;
  bool has_latencies_ = false;
  bisection cut_;
};

}  // namespace

topology_ptr wired(wiring of) { return std::make_shared<wired_network>(std::move(of)); }

topology_ptr network_of_wires(std::string name, int places, int vertices, std::vector<wire> wires) {
  return wired({.name = std::move(name), .places = places, .vertices = vertices, .wires = std::move(wires)});
}

int power(int base, int exponent, const std::string& what) {
  long long n = 1;
  for (int k = 0; k < exponent && n <= most_vertices; ++k) n *= base;
  if (n > most_vertices) throw std::invalid_argument(what + " has more than 2^24 vertices");
  return static_cast<int>(n);
}

}  // namespace tutti
