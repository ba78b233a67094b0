// The graph of processes as one process knows it, and the facts on which all processes agree.
// Cost: ceil(log2 p) rounds for each of three agreements: on two words; with more than two neighbours, on a
// word for each possible way and for each of its phases; on ten words for each phase of the plans. Each way
// that saves messages also costs a plan (route_plan.cpp). One message from each process of a node to its
// leader.

#include <algorithm>
#include <functional>

#include "algorithms/neighbours/route_plan.hpp"
#include "algorithms/neighbours/ways.hpp"
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

std::size_t neighbourhood::memory() const noexcept {
  const auto of = [](const auto& list) { return list.capacity() * sizeof list.front(); };
  std::size_t bytes = of(destinations_) + of(sources_) + of(spread_out_) + of(spread_in_);
  for (const auto& plan : plans_)
    if (plan) bytes += plan->memory();
  return bytes;
}

namespace {

using word = std::uint64_t;

// Replaces the first `maxima` words by their maxima over all processes, and the others by their bitwise or.
// After the round with distance d they are those of 2 d processes.
task agree_on_words(process& self, std::span<word> mine, std::size_t maxima) {
  const int p = self.size(), rank = self.rank();
  std::vector<word> out(mine.size()), in(mine.size());
  for (int d = 1; d < p; d *= 2) {
    std::ranges::copy(mine, out.begin());
    co_await self.sendrecv(message_of(std::span(out)), ring(rank, d, p), message_of(std::span(in)),
                           ring(rank, -d, p));
    for (std::size_t k = 0; k < mine.size(); ++k)
      mine[k] = k < maxima ? std::max(mine[k], in[k]) : mine[k] | in[k];
  }
}

// Gives the first process of each node the sums over the node's processes. The others then have 0.
task sum_on_node(process& self, std::span<word> mine, const node_map& nodes) {
  const std::span<const int> members = nodes.members(nodes.node_of(self.rank()));
  if (self.rank() != members.front()) {
    co_await self.send(message_of(mine), members.front());
    std::ranges::fill(mine, 0);
    co_return;
  }
  std::vector<word> in(mine.size());
  for (const int other : members.subspan(1)) {
    co_await self.recv(message_of(std::span(in)), other);
    std::ranges::transform(mine, in, mine.begin(), std::plus<>());
  }
}

int count_others(std::span<const neighbour> of, int rank) {
  return static_cast<int>(std::ranges::count_if(of, [&](const neighbour& n) { return n.rank != rank; }));
}

int count_far(std::span<const neighbour> of, int rank, const node_map& nodes) {
  return static_cast<int>(std::ranges::count_if(
      of, [&](const neighbour& n) { return nodes.node_of(n.rank) != nodes.node_of(rank); }));
}

// Makes this process's plan for a way.
task plan_along(process& self, const neighbourhood& mine, const routing& way, std::span<const word> taken,
                const node_map* nodes, std::unique_ptr<const route_plan>& into) {
  auto plan = std::make_unique<route_plan>();
  const routes along(way, self.size(), nodes);
  co_await make_plan(self, mine, along, taken, nodes, *plan);
  into = std::move(plan);
}

// The loads of the plans: `most` as maxima over processes, `sums` as sums over a node, of which the largest
// counts.
struct told_loads {
  std::vector<word> most, sums;
};

// Appends the loads of each phase. heard_loads reads them in the same order.
void tell_phases(told_loads& told, const route_plan& plan) {
  for (std::size_t k = 0; k < plan.loads.size(); ++k) {
    const routing::load &whole = plan.loads[k], &far = plan.far_loads[k];
    for (const routing::load* l : {&whole, &far})
      for (const int n : {l->messages, l->blocks, l->shared_blocks})
        told.most.push_back(static_cast<word>(n));
    for (const int n :
         {far.blocks, whole.blocks - far.blocks, far.shared_blocks, whole.shared_blocks - far.shared_blocks})
      told.sums.push_back(static_cast<word>(std::max(n, 0)));
  }
}

// Appends the loads of blocks that go straight.
void tell_straight(told_loads& told, const neighbourhood& mine, int rank, const node_map& nodes) {
  const int far_out = count_far(mine.destinations(), rank, nodes);
  const int far = std::max(far_out, count_far(mine.sources(), rank, nodes));
  told.most.push_back(static_cast<word>(far));
  told.sums.push_back(static_cast<word>(far));
  told.sums.push_back(static_cast<word>(count_others(mine.destinations(), rank) - far_out));
}

task agree_on_loads(process& self, told_loads& told, const node_map* nodes) {
  if (nodes) co_await sum_on_node(self, told.sums, *nodes);
  std::vector<word> all = told.most;
  all.insert(all.end(), told.sums.begin(), told.sums.end());
  co_await agree_on_words(self, all, all.size());
  const auto first_sum = all.begin() + static_cast<std::ptrdiff_t>(told.most.size());
  told.most.assign(all.begin(), first_sum);
  told.sums.assign(first_sum, all.end());
}

// Reads the loads that all have agreed on, in the order in which they were appended.
class heard_loads {
 public:
  explicit heard_loads(const told_loads& told) : most_(told.most.begin()), sum_(told.sums.begin()) {}
  int most() { return static_cast<int>(*most_++); }
  int sum() { return static_cast<int>(*sum_++); }
  void add_phases(routing& way, const route_plan& plan) {
    for (std::size_t k = 0; k < plan.loads.size(); ++k) {
      for (routing::load* const of : {&way.all, &way.far}) {
        const int messages = most();
        of->messages += messages;
        of->behind += std::max(messages - 1, 0);
        of->blocks += most();
        of->shared_blocks += most();
      }
      routing::sums& on = way.on_node;
      for (int* const n : {&on.crossing, &on.inside, &on.shared_crossing, &on.shared_inside}) *n += sum();
    }
  }

 private:
  std::vector<word>::const_iterator most_, sum_;
};

}  // namespace

task agree_on(process& self, neighbourhood& mine, const node_map* nodes) {
  const int p = self.size(), rank = self.rank();
  graph_facts& facts = mine.facts_;
  {
    const int most = std::max(count_others(mine.destinations(), rank), count_others(mine.sources(), rank));
    const bool alone = mine.blocks_out() + mine.blocks_in() == 0;
    std::vector<word> w{static_cast<word>(most), word{alone}};
    co_await agree_on_words(self, w, w.size());
    facts.degree = static_cast<int>(w[0]);
    facts.isolated = w[1] != 0;
  }
  if (nodes && (nodes->nodes() <= 1 || nodes->per_node() <= 1)) nodes = nullptr;  // they make no difference
  facts.far_degree = facts.degree;
  facts.crossing = facts.degree * (nodes ? nodes->per_node() : 1);
  if (facts.degree < 2) co_return;

  considered_ways considered;
  std::vector<chosen_way> chosen;
  // No way is needed for a grid's own neighbours: no two of them can be served by one message.
  if (facts.degree > 2 && !mine.cartesian()) {
    considered = consider_ways(mine, rank, p, facts.degree);
    co_await agree_on_words(self, considered.words, considered.all.size());
    chosen = choose_ways(considered, p, facts.degree);
  }

  told_loads told;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    co_await plan_along(self, mine, chosen[i].way, chosen[i].taken, nodes, mine.plans_[i]);
    tell_phases(told, *mine.plans_[i]);
  }
  if (nodes) {
    const routing by_node{.by = routing::kind::nodes};
    co_await plan_along(self, mine, by_node, {}, nodes, mine.plans_.back());
    tell_phases(told, *mine.plans_.back());
  }
  if (told.most.empty()) co_return;
  if (nodes) tell_straight(told, mine, rank, *nodes);
  co_await agree_on_loads(self, told, nodes);

  heard_loads heard(told);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    facts.ways[i] = chosen[i].way;
    heard.add_phases(facts.ways[i], *mine.plans_[i]);
  }
  if (nodes) {
    facts.by_node.by = routing::kind::nodes;
    heard.add_phases(facts.by_node, *mine.plans_.back());
    facts.far_degree = heard.most();
    facts.crossing = heard.sum();
    facts.inside = heard.sum();
  }
}

}  // namespace tutti
