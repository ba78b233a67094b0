#include "tutti/nodes.hpp"

#include <algorithm>
#include <map>

namespace tutti {

node_map::node_map(std::span<const int> names) : first_{0} {
  std::map<int, int> number;
  std::vector<int> size;
  for (const int name : names) {
    const int node = number.try_emplace(name, static_cast<int>(number.size())).first->second;
    if (at(node) == size.size()) size.push_back(0);
    node_of_.push_back(node);
    place_of_.push_back(size[at(node)]++);
  }
  for (const int n : size) {
    first_.push_back(first_.back() + n);
    per_node_ = std::max(per_node_, n);
  }
  ranks_.resize(names.size());
  lanes_.resize(names.empty()                                           ? 0
                : nodes() * per_node_ == static_cast<int>(names.size()) ? names.size()
                                                                        : at(nodes()));
  for (std::size_t r = 0; r < names.size(); ++r) {
    const int node = node_of_[r], place = place_of_[r], rank = static_cast<int>(r);
    ranks_[at(first(node) + place)] = rank;
    if (place == 0 || regular()) lanes_[at(place * nodes() + node)] = rank;
    consecutive_ = consecutive_ && first(node) + place == rank;
  }
}

hierarchy::hierarchy(process& self, const node_map* map, int root) : self_(self), map_(map), root_(root) {
  if (!map) return;
  leaders_ = map->lane(0);
  if (root == nobody || map->place_of(root) == 0 || !leads()) return;
  auto& with_root = with_root_.emplace(leaders_.size());
  std::ranges::copy(leaders_, with_root.begin());
  with_root[static_cast<std::size_t>(map->node_of(root))] = root;
  leaders_ = with_root;
}

}  // namespace tutti
