#include "tutti/model/graphs.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>

#include "machine/squarest.hpp"
#include "text/number.hpp"
#include "text/split.hpp"
#include "tutti/process.hpp"

namespace tutti {
namespace {

constexpr int most_processes = 1 << 24;
constexpr double most_edges = 1e9;  // some GB

void require_few(double edges) {
  if (edges > most_edges) throw std::invalid_argument("too many neighbours: expected at most 1e9 in total");
}

int number(std::string_view text, int least, int most) {
  const auto n = number_from<int>(text);
  if (!n || *n < least || *n > most)
    throw std::invalid_argument("expected a number from " + std::to_string(least) + " to " +
                                std::to_string(most) + ", not '" + std::string(text) + "'");
  return *n;
}

// A grid of processes, the last dimension contiguous.
class grid {
 public:
  explicit grid(std::string_view text) {
    for (const std::string_view side : split(text, 'x')) {
      sides_.push_back(number(side, 1, most_processes));
      if (static_cast<double>(p_) * sides_.back() > most_processes)
        throw std::invalid_argument("so large a grid is not run");
      p_ *= sides_.back();
    }
  }
  [[nodiscard]] int p() const noexcept { return p_; }
  [[nodiscard]] const std::vector<int>& sides() const noexcept { return sides_; }
  [[nodiscard]] std::size_t dimensions() const noexcept { return sides_.size(); }
  /// The process at distance `by`. Beyond the border, it wraps around (`around`) or returns `nobody`.
  [[nodiscard]] int moved(int rank, const std::vector<int>& by, bool around) const {
    int to = 0, weight = 1;
    for (std::size_t d = sides_.size(); d-- > 0;) {
      const int side = sides_[d];
      int at = rank % side + by[d];
      rank /= side;
      if (at < 0 || at >= side) {
        if (!around) return nobody;
        at = (at % side + side) % side;
      }
      to += at * weight;
      weight *= side;
    }
    return to;
  }

 private:
  std::vector<int> sides_;
  int p_ = 1;
};

// Sets the sources from the destinations, in rank order.
void fill_in_sources(process_graph& g) {
  g.sources.resize(g.destinations.size());
  for (std::size_t r = 0; r < g.destinations.size(); ++r)
    for (const int to : g.destinations[r])
      if (to != nobody) g.sources[static_cast<std::size_t>(to)].push_back(static_cast<int>(r));
}

process_graph cart(const grid& on, bool periodic) {
  process_graph g;
  g.cartesian = true;
  g.sides = on.sides();
  for (int r = 0; r < on.p(); ++r) {
    std::vector<int> all;
    for (std::size_t d = 0; d < on.dimensions(); ++d)
      for (const int step : {-1, 1}) {
        std::vector<int> by(on.dimensions());
        by[d] = step;
        all.push_back(on.moved(r, by, periodic));
      }
    g.destinations.push_back(all);
    g.sources.push_back(std::move(all));
  }
  return g;
}

process_graph moore(const grid& on, int radius, bool around) {
  process_graph g;
  g.sides = on.sides();
  std::vector<std::vector<int>> offsets{{}};
  for (std::size_t d = 0; d < on.dimensions(); ++d) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& o : offsets)
      for (int step = -radius; step <= radius; ++step) longer.push_back(o), longer.back().push_back(step);
    offsets = std::move(longer);
    require_few(static_cast<double>(offsets.size()) * on.p());
  }
  std::erase(offsets, std::vector<int>(on.dimensions()));
  for (int r = 0; r < on.p(); ++r) {
    std::vector<int> to, from;
    for (const std::vector<int>& o : offsets) {
      std::vector<int> back;
      for (const int step : o) back.push_back(-step);
      if (const int n = on.moved(r, o, around); n != nobody) to.push_back(n);
      if (const int n = on.moved(r, back, around); n != nobody) from.push_back(n);
    }
    g.destinations.push_back(std::move(to));
    g.sources.push_back(std::move(from));
  }
  return g;
}

// Each process r has `degree(r)` different random neighbours, at most all others.
process_graph drawn(int p, int seed, const std::function<std::int64_t(int)>& degree) {
  const auto others = [&](int r) { return std::min<std::int64_t>(degree(r), p - 1); };
  double edges = 0;
  for (int r = 0; r < p; ++r) edges += static_cast<double>(others(r));
  require_few(edges);
  process_graph g;
  std::mt19937 random(static_cast<unsigned>(seed));
  for (int r = 0; r < p; ++r) {
    std::vector<int> to;
    const auto n = static_cast<std::size_t>(others(r));
    while (to.size() < n) {
      const int other = static_cast<int>(random() % static_cast<unsigned>(p));
      if (other != r && std::ranges::find(to, other) == to.end()) to.push_back(other);
    }
    g.destinations.push_back(std::move(to));
  }
  fill_in_sources(g);
  return g;
}

process_graph doubled(int p, int seed) {
  process_graph g;
  std::mt19937 random(static_cast<unsigned>(seed));
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int r = 0; r < p; ++r) {
    std::vector<int> to;
    for (int k = below(6); k > 0; --k) to.push_back(below(p));
    if (!to.empty()) to.push_back(to.front()), to.push_back(r);
    g.destinations.push_back(std::move(to));
  }
  fill_in_sources(g);
  for (auto& of : g.sources) std::ranges::shuffle(of, random);
  return g;
}

process_graph star(int p) {
  process_graph g;
  g.destinations.resize(static_cast<std::size_t>(p));
  for (int r = 1; r < p; ++r)
    g.destinations[0].push_back(r), g.destinations[static_cast<std::size_t>(r)] = {0};
  g.sources = g.destinations;
  return g;
}

process_graph complete(int p) {
  require_few(static_cast<double>(p) * (p - 1));
  process_graph g;
  for (int r = 0; r < p; ++r) {
    auto& to = g.destinations.emplace_back();
    for (int i = 0; i < p; ++i)
      if (i != r) to.push_back(i);
  }
  g.sources = g.destinations;
  return g;
}

process_graph without_edges(int p) {
  process_graph g;
  g.destinations.resize(static_cast<std::size_t>(p));
  g.sources = g.destinations;
  return g;
}

// Processes whose rank is divisible by 3 have no neighbours.
process_graph isolated(int p) {
  // Enough neighbours that combining saves messages. Combined messages also pass through isolated processes.
  constexpr int most = 8;
  const int some = p - (p + 2) / 3;
  process_graph g;
  for (int r = 0; r < p; ++r) {
    auto& to = g.destinations.emplace_back();
    const int own = r - r / 3 - 1;  // this process's number among those that have neighbours
    for (int step = 1; step <= most && step < some && r % 3 != 0; ++step) {
      const int other = (own + step) % some;
      to.push_back(other / 2 * 3 + other % 2 + 1);
    }
  }
  fill_in_sources(g);
  return g;
}

// The words of a graph's text. The first is its kind.
class graph_text {
 public:
  explicit graph_text(std::string_view text) : all_(split(text, ':')) {}
  /// True if the graph is of this kind, with `least` to `most` further words.
  [[nodiscard]] bool are(std::string_view kind, std::size_t least, std::size_t most) const {
    return all_[0] == kind && all_.size() > least && all_.size() <= most + 1;
  }
  [[nodiscard]] bool has(std::size_t k) const { return all_.size() > k; }
  [[nodiscard]] std::string_view at(std::size_t k) const { return all_[k]; }
  [[nodiscard]] int p() const { return number(all_[1], 1, most_processes); }
  [[nodiscard]] int at_least(std::size_t k, int least) const {
    return number(all_[k], least, most_processes);
  }
  [[nodiscard]] int seed(std::size_t k) const { return has(k) ? at_least(k, 0) : 1; }

 private:
  std::vector<std::string_view> all_;
};

process_graph random_graph(const graph_text& w) {
  const int d = w.at_least(2, 0);
  return drawn(w.p(), w.seed(3), [d](int) { return d; });
}

// Process r has max(1, d p / (8 (r + 1))) + d / 2 neighbours.
process_graph power_law(const graph_text& w) {
  const int p = w.p();
  const std::int64_t d = w.at_least(2, 0);
  return drawn(p, w.seed(3), [d, p](int r) {
    return std::max<std::int64_t>(1, d * p / (8 * (r + std::int64_t{1}))) + d / 2;
  });
}

process_graph read(std::string_view text) {
  const graph_text w(text);
  if (w.are("cart", 1, 2) && (!w.has(2) || w.at(2) == "periodic")) return cart(grid(w.at(1)), w.has(2));
  if (w.are("moore", 1, 3) && (!w.has(3) || w.at(3) == "mesh"))
    return moore(grid(w.at(1)), w.has(2) ? w.at_least(2, 0) : 1, !w.has(3));
  if (w.are("random", 2, 3)) return random_graph(w);
  if (w.are("power-law", 2, 3)) return power_law(w);
  if (w.are("star", 1, 1)) return star(w.p());
  if (w.are("ring", 1, 1)) return moore(grid(std::to_string(w.p())), 1, true);
  if (w.are("complete", 1, 1)) return complete(w.p());
  if (w.are("empty", 1, 1)) return without_edges(w.p());
  if (w.are("isolated", 1, 1)) return isolated(w.p());
  if (w.are("double", 1, 2)) return doubled(w.p(), w.seed(2));
  throw std::invalid_argument("expected " + std::string(graph_help()));
}

}  // namespace

int process_graph::block_at(int r, int k) const {
  const std::vector<int>& to = destinations[static_cast<std::size_t>(r)];
  if (cartesian) return k ^ 1;
  const int other = to[static_cast<std::size_t>(k)];
  auto nth = std::count(to.begin(), to.begin() + k, other);
  const std::vector<int>& from = sources[static_cast<std::size_t>(other)];
  for (std::size_t l = 0; l < from.size(); ++l)
    if (from[l] == r && nth-- == 0) return static_cast<int>(l);
  throw std::invalid_argument(name + ": process " + std::to_string(other) +
                              " does not know of a message from " + std::to_string(r));
}

process_graph make_graph(std::string_view text) {
  process_graph g;
  try {
    g = read(text);
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(std::string(text) + " is no graph: " + wrong.what());
  }
  g.name = text;
  return g;
}

process_graph usual_graph(int p) {
  const std::vector<int> sides = squarest(p);
  return make_graph("moore:" + std::to_string(sides[0]) + "x" + std::to_string(sides[1]) + ":1");
}

std::string_view graph_help() noexcept {
  return "cart:4x3[:periodic] moore:8x8:1[:mesh] random:P:D:SEED power-law:P:D:SEED star:P ring:P complete:P "
         "empty:P isolated:P double:P:SEED";
}

}  // namespace tutti
