// Finds the ways that could serve a graph, and those that save messages.

#include "algorithms/neighbours/ways.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "algorithms/neighbours/route_plan.hpp"

namespace tutti {
namespace {

using word = std::uint64_t;

// The divisors of p without 1, in increasing order.
std::vector<int> divisors(int p) {
  std::vector<int> all;
  for (int n = 1; n <= p / n; ++n)
    if (p % n == 0) {
      all.push_back(n);
      if (n != p / n) all.push_back(p / n);
    }
  std::ranges::sort(all);
  all.erase(all.begin());
  return all;
}

// Keeps `most` grids of very many: equally many of each number of dimensions, those with the fewest steps
// along their dimensions, as programs make them.
void keep_the_most_even(std::vector<routing>& grids, std::size_t most) {
  if (grids.size() <= most) return;
  const auto dimensions = [](const routing& way) {
    return std::ranges::count_if(way.extent, [](int n) { return n > 0; });
  };
  const auto steps = [](const routing& way) {
    return std::accumulate(way.extent.begin(), way.extent.end(), 0);
  };
  std::ranges::stable_sort(grids, {}, steps);
  std::array<int, routing::most_dimensions + 1> so_far{};
  std::vector<std::pair<int, routing>> in_turn;
  for (const routing& way : grids)
    in_turn.emplace_back(so_far[static_cast<std::size_t>(dimensions(way))]++, way);
  std::ranges::stable_sort(in_turn, {}, &std::pair<int, routing>::first);
  for (std::size_t i = 0; i < most; ++i) grids[i] = in_turn[i].second;
  grids.resize(most);
}

// All candidates: grids of up to four dimensions, in any order, if there are not too many; and digits.
std::vector<routing> candidates(int p) {
  constexpr std::size_t most = 512;
  const std::vector<int> factors = divisors(p);
  std::vector<routing> all;
  routing grid{.by = routing::kind::grid};
  const std::function<void(int, int)> divide = [&](int left, int d) {
    if (left == 1) return all.push_back(grid);
    if (d == routing::most_dimensions) return;
    const auto k = static_cast<std::size_t>(d);
    for (const int n : factors)
      if (left % n == 0) {
        grid.extent[k] = n;
        divide(left / n, d + 1);
        grid.extent[k] = 0;
      }
  };
  divide(p, 0);
  keep_the_most_even(all, most);
  for (const int radix : {2, 3, 4, 8, 16, 32})
    if (radix < p) all.push_back({.by = routing::kind::ring, .extent = {radix}});
  return all;
}

// Puts the steps of this process's blocks on a way into `taken` and returns their hops. A way that takes
// `degree` messages on one process is not chosen: its other steps do not matter.
word take_steps(const neighbourhood& mine, int rank, const routes& along, int degree, std::span<word> taken) {
  int messages = 0;
  word hops = 0;
  for (const neighbour& n : mine.destinations()) {
    int at = rank;
    for (int k = 0; k < along.phases(); ++k) {
      const int step = along.step(k, at, n.rank);
      if (step == 0) continue;
      at = along.moved(k, at, step);
      ++hops;
      word& set = taken[static_cast<std::size_t>(k)];
      const word bit = word{1} << routes::bit_of(step, along.width(k));
      if ((set & bit) == 0) ++messages;
      set |= bit;
      if (messages >= degree) return hops;
    }
  }
  return hops;
}

// The largest number of messages that a process sends, if every process takes all these steps. Steps that
// share a bit look alike, so no plan can be made for a way that takes one of them.
int messages_of(const routes& along, std::span<const word> taken) {
  int messages = 0;
  for (int k = 0; k < along.phases(); ++k) {
    const word set = taken[static_cast<std::size_t>(k)];
    const bool shared = along.width(k) > 64 && (set >> routes::others & 1U) != 0;
    if (shared) return std::numeric_limits<int>::max();
    messages += std::popcount(set);
  }
  return messages;
}

}  // namespace

considered_ways consider_ways(const neighbourhood& mine, int rank, int p, int degree) {
  considered_ways w{.all = candidates(p), .words = {}};
  w.words.resize(w.all.size());
  for (std::size_t i = 0; i < w.all.size(); ++i) {
    const routes along(w.all[i], p, nullptr);
    const std::size_t first = w.words.size();
    w.words.resize(first + static_cast<std::size_t>(along.phases()));
    w.words[i] = take_steps(mine, rank, along, degree, std::span(w.words).subspan(first));
  }
  return w;
}

std::vector<chosen_way> choose_ways(const considered_ways& agreed, int p, int degree) {
  struct saving_way {
    chosen_way is;
    int messages;
    double hops;
  };
  std::vector<saving_way> saving;
  std::span<const word> sets = std::span(agreed.words).subspan(agreed.all.size());
  for (std::size_t i = 0; i < agreed.all.size(); ++i) {
    const routes along(agreed.all[i], p, nullptr);
    const auto taken = sets.first(static_cast<std::size_t>(along.phases()));
    sets = sets.subspan(taken.size());
    const int messages = messages_of(along, taken);
    if (messages < degree)
      saving.push_back({{agreed.all[i], taken}, messages, static_cast<double>(agreed.words[i])});
  }
  std::vector<chosen_way> chosen;
  for (const double startup : {1.0, 8.0, 256.0}) {  // in blocks: a few long ones, or many short ones
    const auto best =
        std::ranges::min_element(saving, {}, [&](const auto& s) { return s.messages * startup + s.hops; });
    if (best != saving.end() && std::ranges::find(chosen, best->is.way, &chosen_way::way) == chosen.end())
      chosen.push_back(best->is);
  }
  return chosen;
}

}  // namespace tutti
