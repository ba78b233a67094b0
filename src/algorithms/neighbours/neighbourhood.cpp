// What a process knows of a graph of processes, and what all of them agree on.
// Cost: ceil(log2 p) rounds for each of: two words; with more than two neighbours a word for each grid and dimension that could serve,
// and eight for each phase of the plans, which cost what make_plan() says for each way that saves messages. A message from each process
// of a node to its leader.

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "algorithms/neighbours/route_plan.hpp"
#include "tutti/nodes.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

neighbourhood::neighbourhood(int rank, int size, std::span<const int> sources,
                             std::span<const int> destinations, bool cartesian)
    : blocks_out_(static_cast<int>(destinations.size())),
      blocks_in_(static_cast<int>(sources.size())),
      cartesian_(cartesian) {
  for (std::size_t k = 0; k < destinations.size(); ++k)
    if (destinations[k] != nobody) destinations_.push_back({destinations[k], static_cast<int>(k)});
  for (std::size_t k = 0; k < sources.size(); ++k) {
    const std::size_t i = cartesian ? k ^ 1U : k;
    if (sources[i] != nobody) sources_.push_back({sources[i], static_cast<int>(i)});
  }
  spread_out_ = destinations_, spread_in_ = sources_;
  std::ranges::stable_sort(spread_out_, {},
                           [&](const neighbour& n) { return relative_rank(n.rank, rank, size); });
  std::ranges::stable_sort(spread_in_, {},
                           [&](const neighbour& n) { return relative_rank(rank, n.rank, size); });
}
neighbourhood::neighbourhood(neighbourhood&&) noexcept = default;
neighbourhood::~neighbourhood() = default;

namespace {

using word = std::uint64_t;

// The first `maxima` words become the greatest of all processes', the others what any of them has: after the round with distance d
// they are those of 2 d processes.
task agree_on_words(process& self, std::span<word> mine, std::size_t maxima) {
  const int p = self.size(), rank = self.rank();
  std::vector<word> out(mine.size()), in(mine.size());
  for (int d = 1; d < p; d *= 2) {
    std::ranges::copy(mine, out.begin());
    const const_buffer leaving(reinterpret_cast<const std::byte*>(out.data()), out.size() * sizeof(word),
                               byte_type);
    const buffer coming(reinterpret_cast<std::byte*>(in.data()), in.size() * sizeof(word), byte_type);
    co_await self.sendrecv(leaving, ring(rank, d, p), coming, ring(rank, -d, p));
    for (std::size_t k = 0; k < mine.size(); ++k)
      mine[k] = k < maxima ? std::max(mine[k], in[k]) : mine[k] | in[k];
  }
}

// The first process of each node has the sums over its processes then, the others 0.
task sum_on_node(process& self, std::span<word> mine, const node_map& nodes) {
  const std::span<const int> members = nodes.members(nodes.node_of(self.rank()));
  const std::size_t bytes = mine.size() * sizeof(word);
  if (self.rank() != members.front()) {
    co_await self.send(const_buffer(reinterpret_cast<const std::byte*>(mine.data()), bytes, byte_type),
                       members.front());
    std::ranges::fill(mine, 0);
    co_return;
  }
  std::vector<word> in(mine.size());
  for (const int other : members.subspan(1)) {
    co_await self.recv(buffer(reinterpret_cast<std::byte*>(in.data()), bytes, byte_type), other);
    std::ranges::transform(mine, in, mine.begin(), std::plus<>());
  }
}

// But 1, in their order.
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

// Of very many grids, so many: of each number of dimensions as many as of the others, those with the fewest steps along their
// dimensions, as programs make them.
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

// All that could serve: grids of up to four dimensions, in any order, as far as there are not too many; and digits.
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

struct considered {
  routing way;
  std::size_t first_set = 0;  // of steps, one for each phase
  int phases = 0;
  int messages = 0;
  double hops = 0;
};

}  // namespace

std::size_t neighbourhood::memory() const noexcept {
  const auto of = [](const auto& list) { return list.capacity() * sizeof list.front(); };
  std::size_t bytes = of(destinations_) + of(sources_) + of(spread_out_) + of(spread_in_);
  for (const auto& plan : plans_)
    if (plan) bytes += plan->memory();
  return bytes;
}

task agree_on(process& self, neighbourhood& mine, const node_map* nodes) {
  const int p = self.size(), rank = self.rank();
  graph_facts& facts = mine.facts_;
  const auto others = [&](std::span<const neighbour> of) {
    return static_cast<int>(std::ranges::count_if(of, [&](const neighbour& n) { return n.rank != rank; }));
  };
  const int out = others(mine.destinations()), in = others(mine.sources());
  const bool alone = mine.blocks_out() + mine.blocks_in() == 0;
  {
    std::vector<word> w{static_cast<word>(std::max(out, in)), word{alone}};
    co_await agree_on_words(self, w, w.size());
    facts.degree = static_cast<int>(w[0]);
    facts.isolated = w[1] != 0;
  }
  const bool on_nodes = nodes && nodes->nodes() > 1 && nodes->per_node() > 1;
  facts.far_degree = facts.degree;
  facts.crossing = facts.degree * (on_nodes ? nodes->per_node() : 1);
  if (facts.degree < 2) co_return;

  // Which steps are taken anywhere, on each way: so many messages at most does a process send. A grid's own neighbours are those
  // of whom no two can be served by one message.
  std::vector<considered> all;
  std::vector<word> sets;
  if (facts.degree > 2 && !mine.cartesian()) {
    std::size_t words = 0;
    for (const routing& way : candidates(p)) {
      const routes along(way, p, nodes);
      all.push_back({.way = way, .first_set = words, .phases = along.phases()});
      words += static_cast<std::size_t>(along.phases());
    }
    std::vector<word> w(all.size() + words);  // hops, which are a maximum, then sets
    const std::size_t maxima = all.size();
    // One that takes as many messages as there are neighbours, on one process, is out: what else it takes is of no interest.
    const auto take_steps = [&](const routes& along, word& hops, const std::span<word> taken) {
      int messages = 0;
      for (const neighbour& n : mine.destinations()) {
        int at = rank;
        for (int k = 0; k < along.phases(); ++k) {
          const int step = along.step(k, at, n.rank);
          if (step == 0) continue;
          at = along.moved(k, at, step);
          ++hops;
          word& set = taken[static_cast<std::size_t>(k)];
          const word bit = word{1} << routes::bit_of(step, along.width(k));
          if ((set & bit) == 0 && ++messages >= facts.degree) return void(set |= bit);
          set |= bit;
        }
      }
    };
    for (std::size_t i = 0; i < all.size(); ++i)
      take_steps(routes(all[i].way, p, nodes), w[i], std::span(w).subspan(maxima + all[i].first_set));
    co_await agree_on_words(self, w, maxima);
    sets.assign(w.begin() + static_cast<std::ptrdiff_t>(maxima), w.end());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const routes along(all[i].way, p, nodes);
      all[i].hops = static_cast<double>(w[i]);
      for (int k = 0; k < along.phases(); ++k) {
        const word set = sets[all[i].first_set + static_cast<std::size_t>(k)];
        const bool far = along.width(k) > 64 && (set >> routes::others & 1U) != 0;
        all[i].messages += far ? p : std::popcount(set);
      }
    }
    std::erase_if(all, [&](const considered& c) { return c.messages >= facts.degree; });
  }

  // A start-up may be worth one block, or many.
  std::vector<considered> chosen;
  for (const double startup : {1.0, 8.0, 256.0}) {
    const auto seconds = [&](const considered& c) { return c.messages * startup + c.hops; };
    const auto best = std::ranges::min_element(all, {}, seconds);
    if (best != all.end() && std::ranges::find(chosen, best->way, &considered::way) == chosen.end())
      chosen.push_back(*best);
  }

  std::vector<word> found, sums;  // the loads of each phase of each plan, and the sums of those of a node
  const auto loads_of = [&](const route_plan& plan) {
    for (std::size_t k = 0; k < plan.loads.size(); ++k) {
      for (const routing::load& l : {plan.loads[k], plan.far_loads[k]})
        for (const int n : {l.messages, l.blocks, l.shared_blocks}) found.push_back(static_cast<word>(n));
      const routing::load &whole = plan.loads[k], &far = plan.far_loads[k];
      for (const int n : {far.blocks, whole.blocks - far.blocks, far.shared_blocks,
                          whole.shared_blocks - far.shared_blocks})
        sums.push_back(static_cast<word>(std::max(n, 0)));
    }
  };
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    auto plan = std::make_unique<route_plan>();
    const routes along(chosen[i].way, p, nodes);
    const std::span<const word> taken =
        std::span(sets).subspan(chosen[i].first_set, static_cast<std::size_t>(chosen[i].phases));
    co_await make_plan(self, mine, along, taken, on_nodes ? nodes : nullptr, *plan);
    loads_of(*plan);
    mine.plans_[i] = std::move(plan);
  }
  if (on_nodes) {
    auto plan = std::make_unique<route_plan>();
    const routes along({.by = routing::kind::nodes}, p, nodes);
    co_await make_plan(self, mine, along, {}, nodes, *plan);
    loads_of(*plan);
    mine.plans_.back() = std::move(plan);
  }
  if (found.empty()) co_return;
  if (on_nodes) {
    const auto far = [&](std::span<const neighbour> of) {
      return static_cast<word>(std::ranges::count_if(
          of, [&](const neighbour& n) { return nodes->node_of(n.rank) != nodes->node_of(rank); }));
    };
    const word straight = std::max(far(mine.destinations()), far(mine.sources()));
    found.push_back(straight);
    sums.push_back(straight), sums.push_back(static_cast<word>(out) - far(mine.destinations()));
    co_await sum_on_node(self, sums, *nodes);
  }
  const std::size_t first_sum = found.size();
  found.insert(found.end(), sums.begin(), sums.end());
  co_await agree_on_words(self, found, found.size());
  auto next = found.begin(), sum = found.begin() + static_cast<std::ptrdiff_t>(first_sum);
  const auto sum_of_loads = [&](routing& way, const route_plan& plan) {
    for (std::size_t k = 0; k < plan.loads.size(); ++k) {
      for (routing::load* const of : {&way.all, &way.far}) {
        of->behind += std::max(static_cast<int>(*next) - 1, 0);
        for (int* const n : {&of->messages, &of->blocks, &of->shared_blocks}) *n += static_cast<int>(*next++);
      }
      routing::sums& on = way.on_node;
      for (int* const n : {&on.crossing, &on.inside, &on.shared_crossing, &on.shared_inside})
        *n += static_cast<int>(*sum++);
    }
  };
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    facts.ways[i] = chosen[i].way;
    sum_of_loads(facts.ways[i], *mine.plans_[i]);
  }
  if (on_nodes) {
    facts.by_node.by = routing::kind::nodes;
    sum_of_loads(facts.by_node, *mine.plans_.back());
    facts.far_degree = static_cast<int>(*next);
    facts.crossing = static_cast<int>(*sum++);
    facts.inside = static_cast<int>(*sum);
  }
}

}  // namespace tutti
