#include "tutti/model/graphs.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <random>
#include <stdexcept>

namespace tutti {
namespace {

constexpr int nobody = -1, most_processes = 1 << 24;
constexpr double most_edges = 1e9;

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(at); end != std::string_view::npos; end = text.find(at)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

int number(std::string_view text, int least, int most) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < least || n > most)
    throw std::invalid_argument("expected a number from " + std::to_string(least) + " to " +
                                std::to_string(most) + ", not '" + std::string(text) + "'");
  return n;
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
  [[nodiscard]] std::size_t dimensions() const noexcept { return sides_.size(); }
  /// The process so far away; nobody beyond the border, unless the grid is a torus.
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

// Destinations as given, and what they make of the sources, in the order of ranks.
void fill_in_sources(process_graph& g) {
  g.sources.resize(g.destinations.size());
  for (std::size_t r = 0; r < g.destinations.size(); ++r)
    for (const int to : g.destinations[r])
      if (to != nobody) g.sources[static_cast<std::size_t>(to)].push_back(static_cast<int>(r));
}

process_graph cart(const grid& on, bool periodic) {
  process_graph g;
  g.cartesian = true;
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
  std::vector<std::vector<int>> offsets{{}};
  for (std::size_t d = 0; d < on.dimensions(); ++d) {
    std::vector<std::vector<int>> longer;
    for (const std::vector<int>& o : offsets)
      for (int step = -radius; step <= radius; ++step) longer.push_back(o), longer.back().push_back(step);
    offsets = std::move(longer);
    if (static_cast<double>(offsets.size()) * on.p() > most_edges)
      throw std::invalid_argument("too many neighbours");
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

// So many different others for each process, `degree(r)` of them.
process_graph drawn(int p, int seed, const std::function<int(int)>& degree) {
  process_graph g;
  std::mt19937 random(static_cast<unsigned>(seed));
  for (int r = 0; r < p; ++r) {
    std::vector<int> to;
    const int n = std::min(degree(r), p - 1);
    while (static_cast<int>(to.size()) < n) {
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

process_graph read(std::string_view text) {
  const auto words = split(text, ':');
  const auto has = [&](std::string_view name, std::size_t least, std::size_t most) {
    return words[0] == name && words.size() > least && words.size() <= most + 1;
  };
  const auto p = [&] { return number(words[1], 1, most_processes); };
  const auto from_word = [&](std::size_t k, int least, int otherwise) {
    return words.size() > k ? number(words[k], least, most_processes) : otherwise;
  };
  if (has("cart", 1, 2) && (words.size() == 2 || words[2] == "periodic"))
    return cart(grid(words[1]), words.size() > 2);
  if (has("moore", 1, 3) && (words.size() < 4 || words[3] == "mesh"))
    return moore(grid(words[1]), from_word(2, 0, 1), words.size() < 4);
  if (has("random", 2, 3)) {
    const int d = number(words[2], 0, most_processes);
    return drawn(p(), from_word(3, 0, 1), [d](int) { return d; });
  }
  if (has("power-law", 2, 3)) {
    const int d = number(words[2], 0, most_processes), n = p();
    return drawn(n, from_word(3, 0, 1), [d, n](int r) { return std::max(1, d * n / (8 * (r + 1))) + d / 2; });
  }
  if (has("star", 1, 1)) return star(p());
  if (has("ring", 1, 1)) {
    const int n = p();
    return moore(grid(std::to_string(n)), 1, true);
  }
  if (has("complete", 1, 1)) {
    const int n = p();
    process_graph g;
    for (int r = 0; r < n; ++r) {
      auto& to = g.destinations.emplace_back();
      for (int i = 0; i < n; ++i)
        if (i != r) to.push_back(i);
    }
    g.sources = g.destinations;
    return g;
  }
  if (has("empty", 1, 1)) {
    process_graph g;
    g.destinations.resize(static_cast<std::size_t>(p()));
    g.sources = g.destinations;
    return g;
  }
  if (has("isolated", 1, 1)) {
    const int n = p(), some = n - (n + 2) / 3;  // those whose rank 3 does not divide
    process_graph g;
    for (int r = 0; r < n; ++r) {
      auto& to = g.destinations.emplace_back();
      const int own = r - r / 3 - 1;  // among those that have neighbours
      constexpr int most =
          8;  // enough that combining saves messages, which pass through those without neighbours
      for (int step = 1; step <= most && step < some && r % 3 != 0; ++step) {
        const int other = (own + step) % some;
        to.push_back(other / 2 * 3 + other % 2 + 1);
      }
    }
    fill_in_sources(g);
    return g;
  }
  if (has("double", 1, 2)) return doubled(p(), from_word(2, 0, 1));
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
  int side = 1;
  for (int n = 2; static_cast<long long>(n) * n <= p; ++n)
    if (p % n == 0) side = n;
  return make_graph("moore:" + std::to_string(p / side) + "x" + std::to_string(side) + ":1");
}

std::string_view graph_help() noexcept {
  return "cart:4x3[:periodic] moore:8x8:1[:mesh] random:P:D:SEED power-law:P:D:SEED star:P ring:P complete:P "
         "empty:P "
         "isolated:P double:P:SEED";
}

}  // namespace tutti
