#include "replay/layouts.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "select/virtual_trials.hpp"
#include "tutti/nodes.hpp"

namespace tutti::replay {
namespace {

surroundings around_of(const network& on, int p) {
  const std::vector<int> nodes = nodes_on(on, p);
  if (nodes.empty()) return {.p = p};
  return surroundings_of(node_map(nodes));
}

// The numbers in the order in which they first appear: 7 7 3 7 -> 0 0 1 0.
std::vector<int> renumbered(const std::vector<int>& names) {
  std::map<int, int> numbers;
  std::vector<int> all;
  for (const int n : names)
    all.push_back(numbers.try_emplace(n, static_cast<int>(numbers.size())).first->second);
  return all;
}

// No MPI library sends messages of any length to a process that has not asked for them. tutti's choice needs
// no limit, since it assumes that all processes enter together.
network limited(network on) {
  if (lacks_eager_limit(on)) on.eager = assumed_eager;
  return on;
}

// Messages between nodes take longer by a factor, not their start-ups.
class slowed_model final : public cost_model {
 public:
  slowed_model(cost_model_ptr model, int each, double factor)
      : model_(std::move(model)), each_(each), factor_(factor) {}
  duration of(int from, int to, std::size_t bytes, int hops) const override {
    duration d = model_->of(from, to, bytes, hops);
    if (from / each_ != to / each_) d.data *= factor_;
    return d;
  }
  int places_per_node() const override { return model_->places_per_node(); }
  bool stores_and_forwards() const override { return model_->stores_and_forwards(); }
  long long places() const override { return model_->places(); }

 private:
  cost_model_ptr model_;
  int each_;
  double factor_;
};

// The network with the part of a cluster's links that each of `crowd` communicators has. If that part is less
// than a message alone takes, messages take longer. LogGP has no links.
network shared(network on, int crowd) {
  if (crowd == 1 || !on.links || !on.links->is_cluster() || on.model->overheads()) return on;
  const topology& all = *on.links;
  const int each = all.places_per_node();
  const double lanes = all.capacity(0) / crowd;
  leaf_switches leaves = all.leaves();
  leaves.uplinks /= crowd;
  if (lanes < 1) on.model = std::make_shared<slowed_model>(on.model, each, 1 / lanes);
  on.links = cluster(all.places() / each, each, std::max(lanes, 1.0), all.memory_lanes(), leaves);
  return on;
}

}  // namespace

bool lacks_eager_limit(const network& on) noexcept {
  return on.has_protocols() && on.eager >= network().eager;
}

layout::layout(const network& of_members, int p, int crowd)
    : alone_(limited(simulated_for(p, of_members))),
      on_(shared(alone_, crowd)),
      p_(p),
      logp_(logp_levels_of(alone_, on_one_node(alone_, p))),
      around_(around_of(on_, p)) {
  user_.run_on(simulated_for(p, of_members));
  chooser_ = std::make_unique<choices>(user_, around_);
}

layout& layouts::of(const std::vector<int>& members, int crowd) {
  network on = of_all_;
  const int p = static_cast<int>(members.size());
  if (on.links || !on.places.empty()) {
    on.places.clear();
    for (const int m : members) on.places.push_back(of_all_.place_of(m));
  }
  std::unique_ptr<layout>& one = all_[{pattern_of(on, p), crowd}];
  if (!one) one = std::make_unique<layout>(on, p, crowd);
  return *one;
}

// The properties of a communicator on which times depend. On a cluster whose nodes are all alike, these are
// the processes that share a node.
std::vector<int> layouts::pattern_of(const network& on, int p) const {
  if (on.links && on.links->is_cluster() && on.links->leaves().nodes == 0) {
    const std::vector<int> nodes = nodes_on(on, p);
    if (!nodes.empty()) return renumbered(nodes);
  }
  if (!on.links && (on.model->uniform() || on.model->overheads())) return {p};
  std::vector<int> places{p};  // the pattern of a cluster begins with 0, so the two are never equal
  for (int r = 0; r < p; ++r) places.push_back(on.place_of(r));
  return places;
}

}  // namespace tutti::replay
