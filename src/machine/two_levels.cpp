#include "machine/two_levels.hpp"

#include <algorithm>
#include <ranges>
#include <vector>

namespace tutti {
namespace {

// The links from place 0 to another place. (network::hops() takes ranks.)
std::vector<int> route_to(const topology& links, int place) {
  std::vector<int> route;
  if (links.links() > 0) links.route(0, place, route);
  return route;
}

// The number of messages that the links of a route carry at full speed at once.
double lanes_of(const topology& links, const std::vector<int>& route) {
  if (route.empty()) return 1;
  return std::max(1.0,
                  std::ranges::min(route | std::views::transform([&](int l) { return links.capacity(l); })));
}

}  // namespace

two_levels::two_levels(const network& on) : model_(on.model) {
  const int node = on.places_of_node();
  const long long places = on.model->places();
  // A place beyond node 0 may not exist; then the last place is used.
  const auto partner_at = [&](long long place) {
    if (places > 0) place = std::min(place, places - 1);
    partner p{.place = static_cast<int>(place)};
    if (on.links && place < on.links->places()) {
      const std::vector<int> route = route_to(*on.links, p.place);
      p.hops = std::max(1, static_cast<int>(route.size()));
      p.lanes = lanes_of(*on.links, route);
    }
    return p;
  };
  far_ = partner_at(std::max<long long>({1, node, places - 1}));
  near_ = node > 1 ? partner_at(1) : far_;
}

// In topologies of nodes, the first links are those that leave nodes, all with the same capacity.
double link_lanes(const network& on) { return on.links && on.links->links() > 0 ? on.links->capacity(0) : 1; }

double memory_lanes(const network& on) { return on.links ? on.links->memory_lanes() : 0; }

leaf_switches leaves_of(const network& on) { return on.links ? on.links->leaves() : leaf_switches{}; }

}  // namespace tutti
