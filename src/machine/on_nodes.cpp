// A machine with other nodes than those that its description was written for.

#include <algorithm>
#include <vector>

#include "tutti/machine/network.hpp"

namespace tutti {
namespace {

// Places of a node, or 1 where the machine knows no nodes.
int places_of_node(const network& on) {
  if (on.links && on.links->places_per_node() > 1) return on.links->places_per_node();
  return std::max(1, on.model->places_per_node());
}

/// What messages cost within a node and between nodes of another machine, on nodes of `places` places.
class resized final : public cost_model {
 public:
  resized(const network& on, int places) : model_(on.model), places_(places) {
    const int node = places_of_node(on);
    near_ = node > 1 ? 1 : 0;
    far_ = static_cast<int>(
        std::max<long long>({1, node, std::min<long long>(on.model->places(), 1 << 30) - 1}));
    if (const long long known = on.model->places(); known > 0)
      far_ = static_cast<int>(std::min<long long>(far_, known - 1));
    if (near_ == 0) near_ = far_;
    if (on.links && far_ < on.links->places()) hops_ = std::max(1, on.hops(0, far_));
  }
  duration of(int from, int to, std::size_t bytes, int) const override {
    return from / places_ == to / places_ ? model_->of(0, near_, bytes, 1)
                                          : model_->of(0, far_, bytes, hops_);
  }
  const loggp* overheads() const override { return model_->overheads(); }
  int places_per_node() const override { return places_; }

 private:
  cost_model_ptr model_;
  int places_, near_ = 0, far_ = 1, hops_ = 1;
};

}  // namespace

network on_nodes(const network& on, std::span<const int> node_of) {
  const int p = static_cast<int>(node_of.size());
  if (on.links && !on.links->is_cluster()) {
    on.check(p);
    return on;
  }
  const int nodes = p > 0 ? *std::ranges::max_element(node_of) + 1 : 1;
  std::vector<int> filled(static_cast<std::size_t>(nodes));
  for (const int n : node_of) ++filled[static_cast<std::size_t>(n)];
  const int places = std::max(1, *std::ranges::max_element(filled));
  std::ranges::fill(filled, 0);
  network made = on;
  made.places.clear();
  for (const int n : node_of) made.places.push_back(n * places + filled[static_cast<std::size_t>(n)]++);
  if (!on.model->uniform()) made.model = std::make_shared<resized>(on, places);
  const double lanes = on.links && on.links->links() > 0 ? on.links->capacity(0) : 1;
  const double memory = on.links ? on.links->memory_lanes() : 0;
  made.links = on.model->overheads() ? nullptr : cluster(nodes, places, lanes, memory);
  return made;
}

}  // namespace tutti
