#include "select/calibration.hpp"

#include <algorithm>

#include "tutti/machine/network.hpp"

namespace tutti {
namespace {

// Places of a node, or 0 where the machine knows no nodes.
int places_of_node(const network& on) {
  if (on.links && on.links->places_per_node() > 1) return on.links->places_per_node();
  return on.model->places_per_node();
}

// A message between two places that exist; the first that is not on node 0 may not.
machine between(const network& on, long long from, long long to, std::size_t bytes) {
  if (const long long places = on.model->places(); places > 0) to = std::min(to, places - 1);
  int hops = 1;
  if (on.links && to < on.links->places())
    hops = std::max(1, on.hops(static_cast<int>(from), static_cast<int>(to)));
  const auto d = on.model->of(static_cast<int>(from), static_cast<int>(to), bytes, hops);
  return {.alpha = d.startup, .beta = d.data / static_cast<double>(bytes), .gamma = on.gamma};
}

// Topologies of nodes have all their links off the nodes first, and these are alike.
double lanes_of(const network& on) {
  return on.links && on.links->places_per_node() > 1 && on.links->links() > 0 ? on.links->capacity(0) : 1;
}

}  // namespace

calibration read_calibration(std::string_view json, std::string_view file) {
  return calibration_of(parse_network(json, file));
}

calibration calibration_of(const network& on) {
  const int node = places_of_node(on);
  cluster_machine m;
  m.lanes = lanes_of(on);
  m.overhead = on.model->overheads() ? on.model->overheads()->o : on.overhead;
  m.memory_lanes = on.links ? on.links->memory_lanes() : 0;
  m.eager = on.eager;
  calibration c;
  for (std::size_t k = 0; k < c.by_size_.size(); ++k) {
    const std::size_t bytes = std::size_t{1} << k;
    // Of several levels the outermost: what crosses most of the machine decides how long a collective takes.
    const long long far = std::max<long long>({1, node, on.model->places() - 1});
    m.between = between(on, 0, far, bytes);
    m.within = node > 1 ? between(on, 0, 1, bytes) : m.between;
    c.by_size_[k] = m;
  }
  return c;
}

}  // namespace tutti
