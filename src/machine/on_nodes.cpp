// A machine with other nodes than those in its description.

#include <algorithm>
#include <vector>

#include "machine/two_levels.hpp"

namespace tutti {
namespace {

/// The costs of messages within and between nodes of another machine, on nodes of `places` places.
class resized final : public cost_model {
 public:
  resized(const network& on, int places) : costs_(on), model_(on.model), places_(places) {}
  duration of(int from, int to, std::size_t bytes, int) const override {
    return from / places_ == to / places_ ? costs_.within(bytes) : costs_.between(bytes);
  }
  const loggp* overheads() const override { return model_->overheads(); }
  int places_per_node() const override { return places_; }

 private:
  two_levels costs_;
  cost_model_ptr model_;
  int places_;
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
  made.links = on.model->overheads()
                   ? nullptr
                   : cluster(nodes, places, link_lanes(on), memory_lanes(on), leaves_of(on));
  return made;
}

}  // namespace tutti
