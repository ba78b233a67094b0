#include "select/call_kind.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tutti/nodes.hpp"

namespace tutti {

imbalance unequal_by(std::size_t longest, std::size_t total, int p) noexcept {
  if (total == 0) return imbalance::equal;
  const double times = static_cast<double>(longest) * p / static_cast<double>(total);
  if (times <= 1) return imbalance::equal;
  // An octave of the squared ratio is half an octave of the ratio. Unlike a logarithm, a product and frexp()
  // have the same result on all machines.
  int half_octaves = 0;
  if (std::frexp(times * times, &half_octaves) == 0.5) --half_octaves;
  return static_cast<imbalance>(std::clamp(half_octaves, 1, imbalances - 1));
}

double times_the_average(imbalance r) noexcept {
  return r == imbalance::equal ? 1 : std::exp2((static_cast<double>(r) - 0.5) / 2);
}

surroundings surroundings_of(const node_map& map) noexcept {
  return {.p = map.processes(),
          .per_node = map.per_node(),
          .nodes = map.nodes(),
          .consecutive = map.consecutive()};
}

surroundings full_nodes(int p, int per_node, bool consecutive) noexcept {
  surroundings on{.p = p, .per_node = std::min(p, per_node)};
  on.nodes = (p + on.per_node - 1) / on.per_node;
  on.consecutive = consecutive || on.nodes == 1 || on.per_node == 1;
  return on;
}

std::vector<int> nodes_like(const surroundings& on) {
  const int nodes = on.nodes > 0 ? on.nodes : on.p;
  if (!on.consecutive &&
      (on.p + nodes - 1) / nodes == on.per_node) {  // round-robin: node sizes differ by at most one
    std::vector<int> names(static_cast<std::size_t>(on.p));
    for (int r = 0; r < on.p; ++r) names[static_cast<std::size_t>(r)] = r % nodes;
    return names;
  }
  std::vector<int> room;  // free places on each node
  for (int left = on.p, n = nodes; n > 0; --n) {
    room.push_back(std::min(on.per_node, left - (n - 1)));
    left -= room.back();
  }
  std::vector<int> names;
  for (int n = 0; static_cast<int>(names.size()) < on.p; n = (n + 1) % nodes)
    for (int& left = room[static_cast<std::size_t>(n)]; left > 0;) {
      names.push_back(n);
      --left;
      if (!on.consecutive) break;
    }
  return names;
}

std::string_view name_of(operator_class k) noexcept {
  constexpr std::array<std::string_view, operator_classes> names{"exact", "commutative", "ordered"};
  return names[static_cast<std::size_t>(k)];
}

std::optional<operator_class> operator_class_named(std::string_view name) noexcept {
  for (const auto k : {operator_class::exact, operator_class::commutative, operator_class::ordered})
    if (name == name_of(k)) return k;
  return std::nullopt;
}

}  // namespace tutti
