#include "machine/two_levels.hpp"

#include <algorithm>
#include <vector>

namespace tutti {
namespace {

// Places of a node, or 0 where the machine knows no nodes.
int places_of_node(const network& on) {
  if (on.links && on.links->places_per_node() > 1) return on.links->places_per_node();
  return on.model->places_per_node();
}

// Of the links between place 0 and another, the least capacity; 0 where there are none.
double narrowest(const topology& links, int place) {
  std::vector<int> route;
  links.route(0, place, route);
  double least = 0;
  for (const int l : route) least = least == 0 ? links.capacity(l) : std::min(least, links.capacity(l));
  return least;
}

}  // namespace

two_levels::two_levels(const network& on) : model_(on.model) {
  const int node = places_of_node(on);
  const long long places = on.model->places();
  // The first place that is not on node 0 may not exist.
  const auto partner_at = [&](long long place) {
    if (places > 0) place = std::min(place, places - 1);
    partner p{.place = static_cast<int>(place)};
    if (on.links && place < on.links->places()) {
      p.hops = std::max(1, on.hops(0, p.place));
      p.lanes = std::max(1.0, narrowest(*on.links, p.place));
    }
    return p;
  };
  far_ = partner_at(std::max<long long>({1, node, places - 1}));
  near_ = node > 1 ? partner_at(1) : far_;
}

}  // namespace tutti
