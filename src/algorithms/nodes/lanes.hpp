#pragma once

#include "tutti/algorithm.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// True if the processes at one place of all nodes are a lane: all nodes have the same number of processes.
inline bool has_lanes(const node_map* nodes) noexcept { return !nodes || nodes->regular(); }

/// A vector as a part for each of n processes.
class node_parts {
 public:
  node_parts(const_buffer vector, int n) : n_(n), offsets_(static_cast<std::size_t>(n) + 1) {
    for (int i = 0; i <= n; ++i) offsets_[static_cast<std::size_t>(i)] = vector.parts_from(0, i, n).count;
  }
  /// The parts of a vector of as many elements.
  [[nodiscard]] blocks of(buffer v) const noexcept {
    return blocks::consecutive(v.data, offsets_.data(), *v.type, n_);
  }
  [[nodiscard]] const_blocks of(const_buffer v) const noexcept {
    return const_blocks::consecutive(v.data, offsets_.data(), *v.type, n_);
  }

 private:
  int n_;
  workspace<std::size_t> offsets_;
};

/// The processes of this node counted from a place on, as from a root: place, place + 1, ..., n - 1, 0, ...
class turned_node {
 public:
  turned_node(process& self, const hierarchy& h, int place)
      : self_(self), members_(static_cast<std::size_t>(h.members(h.node()))) {
    const int n = h.members(h.node());
    for (int v = 0; v < n; ++v)
      members_[static_cast<std::size_t>(v)] = h.rank_at(h.node(), absolute_rank(v, place, n));
    rank_ = relative_rank(h.place(), place, n);
  }
  [[nodiscard]] group processes() const noexcept { return {self_, members_, rank_}; }

 private:
  process& self_;
  workspace<int> members_;
  int rank_;
};

}  // namespace tutti
