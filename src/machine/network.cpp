#include "tutti/machine/network.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "machine/splitmix.hpp"
#include "text/counted.hpp"
#include "text/quantity.hpp"

namespace tutti {
network::network(const machine& on) : model(linear_model(on.alpha, on.beta)), gamma(on.gamma) {}

int network::hops(int from, int to) const {
  if (!links || links->links() == 0) return 1;
  std::vector<int> route;
  links->route(place_of(from), place_of(to), route);
  return static_cast<int>(route.size());
}

int network::places_of_node() const {
  return links && links->places_per_node() > 1 ? links->places_per_node() : model->places_per_node();
}

double overhead_of(const network& on, bool between_nodes) {
  if (const loggp* all = on.model->overheads()) return all->o;
  return between_nodes ? on.overhead_between.value_or(on.overhead) : on.overhead;
}

void network::check(int p) const {
  if (p < 1) throw std::invalid_argument("at least one process is needed, not " + std::to_string(p));
  if (!model) throw std::invalid_argument("a network needs a cost model");
  if (!(gamma >= 0))
    throw std::invalid_argument("gamma must not be negative, but is " + std::to_string(gamma));
  if (gamma > longest_time) throw std::invalid_argument("gamma must be at most 1e12 s");
  if (!(copying >= 0) || copying > longest_time)
    throw std::invalid_argument("a copied byte must take a time, not negative, and at most 1e12 s");
  if (!(overhead >= 0) || overhead > longest_time)
    throw std::invalid_argument("the overhead must be a time, not negative, and at most 1e12 s");
  if (overhead_between) {
    if (!(*overhead_between >= 0) || *overhead_between > longest_time)
      throw std::invalid_argument(
          "the overhead between nodes must be a time, not negative, and at most 1e12 s");
    if (!has_protocols())
      throw std::invalid_argument("an overhead between nodes means something only beside an overhead");
    if (!places_of_node())
      throw std::invalid_argument("an overhead between nodes means something only on a machine with nodes");
  }
  if (has_protocols() && ports != 1)
    throw std::invalid_argument("where messages have an overhead, processes have no ports: leave them out");
  if (combines_on_arrival && (has_protocols() || model->overheads()))
    throw std::invalid_argument("combining on arrival is not modelled where messages have an overhead");
  if (ports < 1) throw std::invalid_argument("a process needs at least 1 port, not " + std::to_string(ports));
  if (model->overheads() && links && links->links() > 0)
    throw std::invalid_argument("the LogP models know no topology: leave it out, instead of " +
                                links->name());
  if (model->overheads() && has_protocols())
    throw std::invalid_argument("the LogP models have an overhead of their own: leave it out beside them");
  if (model->overheads() && ports != 1) throw std::invalid_argument("the LogP models have one port");
  if (!places.empty() && places.size() != static_cast<std::size_t>(p))
    throw std::invalid_argument("the placement is for " + counted(places.size(), "process") + ", not for " +
                                std::to_string(p));
  const int most = links ? links->places() : 0;
  if (links && places.empty() && p > most)
    throw std::invalid_argument(links->name() + " has " + counted(most, "place") + ", too few for " +
                                counted(p, "process"));
  std::vector<int> sorted = places;
  const int last = places.empty() ? p - 1 : *std::ranges::max_element(places);
  if (const long long known = model->places(); known > 0 && last >= known)
    throw std::invalid_argument("the cost model describes " + counted(known, "place") +
                                ", but a process is at place " + std::to_string(last));
  std::ranges::sort(sorted);
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    if (sorted[k] < 0 || (links && sorted[k] >= most))
      throw std::invalid_argument("the placement names place " + std::to_string(sorted[k]) +
                                  (links ? ", but there are 0.." + std::to_string(most - 1) : ", below 0"));
    if (k > 0 && sorted[k] == sorted[k - 1])
      throw std::invalid_argument("the placement puts two processes at place " + std::to_string(sorted[k]));
  }
}

placement consecutive_placement(int p) {
  placement places(static_cast<std::size_t>(p));
  std::iota(places.begin(), places.end(), 0);
  return places;
}

placement cyclic_placement(int p, const topology& on) {
  const int each = on.places_per_node(), nodes = std::max(1, on.places() / each);
  placement places(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) places[static_cast<std::size_t>(r)] = r % nodes * each + r / nodes;
  return places;
}

placement random_placement(int p, const topology& on, std::uint64_t seed) {
  placement all = consecutive_placement(std::max(p, on.places()));
  splitmix random(seed);
  for (std::size_t k = all.size(); k > 1; --k) std::swap(all[k - 1], all[random.next() % k]);
  all.resize(static_cast<std::size_t>(p));
  return all;
}

std::vector<int> nodes_on(const network& on, int p) {
  const int each = on.links ? on.links->places_per_node() : 1;
  std::vector<int> nodes(each > 1 ? static_cast<std::size_t>(p) : 0);
  for (std::size_t r = 0; r < nodes.size(); ++r) nodes[r] = on.place_of(static_cast<int>(r)) / each;
  return nodes;
}

embedding embed(std::span<const std::pair<int, int>> messages, const network& on) {
  embedding e;
  if (!on.links) return e;
  std::vector<int> load(static_cast<std::size_t>(on.links->links())), route;
  for (const auto& [from, to] : messages) {
    route.clear();
    on.links->route(on.place_of(from), on.place_of(to), route);
    e.dilation = std::max(e.dilation, static_cast<int>(route.size()));
    for (const int l : route)
      e.congestion = std::max(e.congestion, ++load[static_cast<std::size_t>(l)] / on.links->capacity(l));
  }
  return e;
}

arrival random_arrival(int p, double most, std::uint64_t seed) {
  if (!(most >= 0))
    throw std::invalid_argument("the longest delay must not be negative, but is " + std::to_string(most));
  if (most > longest_time) throw std::invalid_argument("the longest delay must be at most 1e12 s");
  arrival times(static_cast<std::size_t>(p));
  splitmix random(seed);
  for (double& t : times) t = most * random.unit();
  return times;
}

}  // namespace tutti
