#include "tutti/engine/agreed_graph.hpp"

#include <algorithm>
#include <optional>

#include "engine/totals.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

agreed_graph::agreed_graph(process_graph graph, std::span<const int> nodes, const network& on)
    : graph_(std::move(graph)) {
  const int p = graph_.p();
  std::optional<node_map> map;
  if (!nodes.empty()) map.emplace(nodes);
  if (map && (map->nodes() == 1 || map->per_node() == 1)) map.reset();
  all_.reserve(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) {
    const auto k = static_cast<std::size_t>(r);
    all_.emplace_back(r, p, graph_.sources[k], graph_.destinations[k], graph_.cartesian);
  }
  world w(p, on);
  w.run([&](process& self) {
    return agree_on(self, all_[static_cast<std::size_t>(self.rank())], map ? &*map : nullptr);
  });
  agreeing_ = totals_of(w);
}
std::size_t agreed_graph::most_memory() const noexcept {
  std::size_t most = 0;
  for (const neighbourhood& one : all_) most = std::max(most, one.memory());
  return most;
}
agreed_graph::agreed_graph(agreed_graph&&) noexcept = default;
agreed_graph::~agreed_graph() = default;

}  // namespace tutti
