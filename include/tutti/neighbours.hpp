#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tutti/cxx20.hpp"
#include "tutti/process.hpp"

namespace tutti {

class node_map;
class route_plan;

/// An edge of one process in a process graph: the rank at the other end, and the number of the block that is
/// sent or received over it.
struct neighbour {
  int rank;
  int block;
};

/// Routes on which blocks for several neighbours share messages. Each block travels in phases. Each phase
/// moves it one step towards its destination: by one coordinate, by one digit, or to another node. All blocks
/// that a process moves to the same process in a phase form one message.
struct routing {
  enum class kind : std::uint8_t {
    none,
    /// one coordinate after the other, in a grid of all processes whose last dimension is contiguous
    grid,
    ring,  ///< one digit of the distance around the ring after the other, the lowest first
    /// to the process responsible for this pair of nodes, to its counterpart on the other node, to the
    /// destination
    nodes
  };
  static constexpr int most_dimensions = 4;

  kind by = kind::none;
  std::array<int, most_dimensions> extent{};  ///< the sides of a grid; of a ring, the first is the radix
  /// Sums over the phases of the maximum that a process sends or receives in the phase.
  struct load {
    int messages = 0;
    int behind = 0;         ///< of these, those that start together with another of their phase
    int blocks = 0;         ///< if each block is for one neighbour
    int shared_blocks = 0;  ///< if a process has one block for all its neighbours
    friend auto operator<=>(const load&, const load&) = default;
  };
  load all, far;  ///< far: messages and blocks between nodes; equals `all` if no nodes are known
  /// Sums over the phases of the maximum number of blocks, over all nodes, that cross the link of a node
  /// (`crossing`: out or in, whichever is more) and that are sent within a node (`inside`). If no nodes are
  /// known, each process counts as a node.
  struct sums {
    int crossing = 0, inside = 0;
    int shared_crossing = 0, shared_inside = 0;  ///< if a process has one block for all its neighbours
    friend auto operator<=>(const sums&, const sums&) = default;
  } on_node;
  friend auto operator<=>(const routing&, const routing&) = default;
};

/// The size assumed for a block whose length is not known to all processes of a graph, in bytes: a size at
/// which both start-ups and bytes matter.
inline constexpr std::size_t assumed_neighbour_block = 512;

/// The facts of a graph on which all its processes have agreed.
struct graph_facts {
  int degree = 0;      ///< maximum number of blocks that a process sends to, or receives from, others
  int far_degree = 0;  ///< maximum number of these to, or from, other nodes
  /// If each block is sent directly: the maximum number of blocks that cross the link of a node, out or in,
  /// and that the processes of a node send each other.
  int crossing = 0, inside = 0;
  bool isolated = false;  ///< some processes have no neighbours, and may not know the length of blocks
  /// Routes that save messages: the best for long, for shorter and for the shortest blocks. Equal ones occur
  /// once; unused entries are kind::none.
  std::array<routing, 3> ways{};
  routing by_node{};
  friend auto operator<=>(const graph_facts&, const graph_facts&) = default;
};

/// The neighbours of one process in a process graph, as MPI's neighbourhood collectives define them.
///
/// If a process occurs several times among the neighbours of another, blocks are matched in order: the first
/// block that one sends to the other is the first that the other receives from it. In a Cartesian grid, each
/// dimension has a lower and an upper neighbour, and a block sent down is received from above. To match
/// blocks in order there, the two receive blocks of each dimension are swapped. This also holds if both
/// neighbours are the same process (a periodic dimension of two), or this process.
class neighbourhood {
 public:
  /// The lists hold ranks; `nobody` is a missing neighbour (beyond the border of a grid), whose block is
  /// neither sent nor received. `cartesian`: both lists are equal, with two neighbours in each dimension.
  neighbourhood(int rank, int size, std::span<const int> sources, std::span<const int> destinations,
                bool cartesian = false);
  neighbourhood(neighbourhood&&) noexcept;
  neighbourhood& operator=(neighbourhood&&) = delete;
  ~neighbourhood();

  /// The number of blocks, including those of missing neighbours.
  [[nodiscard]] int blocks_out() const noexcept { return blocks_out_; }
  [[nodiscard]] int blocks_in() const noexcept { return blocks_in_; }
  /// The partners, in the order in which blocks are matched: see above.
  [[nodiscard]] std::span<const neighbour> destinations() const noexcept { return destinations_; }
  [[nodiscard]] std::span<const neighbour> sources() const noexcept { return sources_; }
  /// The same, sorted by the distance up to the destination, or down to the source; this process comes first.
  [[nodiscard]] std::span<const neighbour> destinations_by_distance() const noexcept { return spread_out_; }
  [[nodiscard]] std::span<const neighbour> sources_by_distance() const noexcept { return spread_in_; }
  [[nodiscard]] bool cartesian() const noexcept { return cartesian_; }

  [[nodiscard]] const graph_facts& facts() const noexcept { return facts_; }
  /// This process's part of the plan of facts().ways[way].
  [[nodiscard]] const route_plan& along(std::size_t way) const noexcept { return *plans_[way]; }
  [[nodiscard]] const route_plan& by_node() const noexcept { return *plans_.back(); }
  /// The memory of the lists and plans, bytes.
  [[nodiscard]] std::size_t memory() const noexcept;

 private:
  friend task agree_on(process& self, neighbourhood& mine, const node_map* nodes);

  int blocks_out_, blocks_in_;
  bool cartesian_;
  std::vector<neighbour> destinations_, sources_, spread_out_, spread_in_;
  graph_facts facts_;
  std::array<std::unique_ptr<const route_plan>, std::tuple_size_v<decltype(graph_facts::ways)> + 1> plans_;
};

/// Agrees on the facts of the graph: its degree, and the routes that save messages, with a plan for each.
/// Collective; called once for each graph, before any algorithm. On each process, the memory is proportional
/// to the number of its neighbours and of the blocks that it forwards.
task agree_on(process& self, neighbourhood& mine, const node_map* nodes);

}  // namespace tutti
