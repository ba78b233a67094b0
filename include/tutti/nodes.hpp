#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/memory.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// The mapping of processes to nodes. The processes of a node share its memory and its links to other nodes.
/// All processes hold the same map. Nodes are numbered from 0 in the order of their first processes. The
/// place of a process is its position on its node, in rank order.
///
///     rank    0 1 2 3 4 5        node order 0 2 4 | 1 3 | 5      places in node 0: 0 1 2
///     node    0 1 0 1 0 2        leaders    0       1     5
class node_map {
 public:
  /// names[r] identifies the node of process r: any number, equal for all processes of a node.
  explicit node_map(std::span<const int> names);

  [[nodiscard]] int processes() const noexcept { return static_cast<int>(ranks_.size()); }
  [[nodiscard]] int nodes() const noexcept { return static_cast<int>(first_.size()) - 1; }
  /// The number of processes of the largest node.
  [[nodiscard]] int per_node() const noexcept { return per_node_; }
  /// True if all nodes have the same number of processes.
  [[nodiscard]] bool regular() const noexcept { return nodes() * per_node_ == processes(); }
  /// True if the ranks of each node are consecutive, so that node order is rank order.
  [[nodiscard]] bool consecutive() const noexcept { return consecutive_; }

  [[nodiscard]] int node_of(int rank) const noexcept { return node_of_[at(rank)]; }
  [[nodiscard]] int place_of(int rank) const noexcept { return place_of_[at(rank)]; }
  /// The position at which a node begins in node order; first(nodes()) is the number of processes.
  [[nodiscard]] int first(int node) const noexcept { return first_[at(node)]; }
  /// The position of a process in node order.
  [[nodiscard]] int position_of(int rank) const noexcept { return first(node_of(rank)) + place_of(rank); }
  /// All ranks in node order.
  [[nodiscard]] std::span<const int> ranks() const noexcept { return ranks_; }
  [[nodiscard]] std::span<const int> members(int node) const noexcept {
    return ranks().subspan(at(first(node)), at(first(node + 1) - first(node)));
  }
  /// The processes at this place of all nodes. Requires regular(), except for lane 0, the leaders.
  [[nodiscard]] std::span<const int> lane(int place) const noexcept {
    return std::span(lanes_).subspan(at(place * nodes()), at(nodes()));
  }

 private:
  static constexpr std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }

  std::vector<int> node_of_, place_of_, ranks_, first_, lanes_;
  int per_node_ = 0;
  bool consecutive_ = true;
};

/// A virtual numbering of the processes in node order, for rings and chains. A ring by these numbers goes
/// through one node after the other, whatever the placement: it enters and leaves each node once. Source:
/// Traeff, HPC lecture "Collectives", "Hierarchical communication systems".
///
///     rank    0 1 2 3 4 5        number  0 1 2 3 4 5
///     node    0 1 0 1 0 2        node    0 0 0 1 1 2
///     number  0 3 1 4 2 5        rank    0 2 4 1 3 5
///
/// Without a map, or if the ranks of each node are consecutive, the numbers are the ranks.
class numbering {
 public:
  /// The map must outlive this object.
  explicit numbering(const node_map* map) noexcept : map_(map && !map->consecutive() ? map : nullptr) {}

  [[nodiscard]] bool is_by_rank() const noexcept { return !map_; }
  [[nodiscard]] int number_of(int rank) const noexcept { return map_ ? map_->position_of(rank) : rank; }
  /// The rank of the process with this number; `nobody` for `nobody`.
  [[nodiscard]] int rank_of(int number) const noexcept {
    return map_ && number != nobody ? map_->ranks()[static_cast<std::size_t>(number)] : number;
  }

 private:
  const node_map* map_;
};

/// One process's view of the nodes: the groups from which collectives by leaders and by full lanes are
/// composed. Without a map, every process is a node.
class hierarchy {
 public:
  /// The leader of a node is its first process; the root, if given, is the leader of its own node.
  hierarchy(process& self, const node_map* map, int root = nobody);

  [[nodiscard]] int nodes() const noexcept { return map_ ? map_->nodes() : self_.size(); }
  [[nodiscard]] int node() const noexcept { return node_of(self_.rank()); }
  [[nodiscard]] int place() const noexcept { return place_of(self_.rank()); }
  [[nodiscard]] int node_of(int rank) const noexcept { return map_ ? map_->node_of(rank) : rank; }
  [[nodiscard]] int place_of(int rank) const noexcept { return map_ ? map_->place_of(rank) : 0; }
  [[nodiscard]] bool regular() const noexcept { return !map_ || map_->regular(); }
  [[nodiscard]] bool consecutive() const noexcept { return !map_ || map_->consecutive(); }

  // Node order: the processes of node 0, of node 1, ...
  [[nodiscard]] int first(int node) const noexcept { return map_ ? map_->first(node) : node; }
  [[nodiscard]] int members(int node) const noexcept { return first(node + 1) - first(node); }
  [[nodiscard]] int rank_at(int position) const noexcept {
    return map_ ? map_->ranks()[static_cast<std::size_t>(position)] : position;
  }
  /// The rank of the process at a place of a node.
  [[nodiscard]] int rank_at(int node, int place) const noexcept { return rank_at(first(node) + place); }

  /// The place of the leader of this process's node.
  [[nodiscard]] int leader() const noexcept {
    return root_ != nobody && node() == node_of(root_) ? place_of(root_) : 0;
  }
  [[nodiscard]] bool leads() const noexcept { return place() == leader(); }

  /// The processes of this process's node.
  [[nodiscard]] group own_node() const noexcept {
    return map_ ? group(self_, map_->members(node()), place()) : group(self_, self_.rank(), 1);
  }
  /// The leaders of all nodes. This process must be one of them. The hierarchy must outlive the group.
  [[nodiscard]] group leaders() const noexcept {
    return map_ ? group(self_, leaders_, node()) : group(self_, 0, self_.size());
  }
  /// The processes at this process's place on all nodes. Requires regular().
  [[nodiscard]] group lane() const noexcept {
    return map_ ? group(self_, map_->lane(place()), node()) : group(self_, 0, self_.size());
  }

 private:
  process& self_;
  const node_map* map_;
  int root_;
  std::optional<workspace<int>> with_root_;
  std::span<const int> leaders_;
};

}  // namespace tutti
