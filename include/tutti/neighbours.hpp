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

/// One end of an edge in a graph of processes: the process at the other end, and which of the own blocks it
/// is about.
struct neighbour {
  int rank;
  int block;
};

/// Ways on which blocks for several neighbours travel together. Each block goes in phases; in each
/// phase it moves to the process that has one more thing in common with its destination, with all
/// others that do the same from there.
struct routing {
  enum class kind : std::uint8_t {
    none,
    /// the coordinate in one dimension after the other, in a grid of all processes, the last dimension
    /// contiguous
    grid,
    ring,  ///< one digit of the distance around the ring after the other, the lowest first
    /// to who answers for the two nodes, over to its counterpart on the other node, to the destination
    nodes
  };
  static constexpr int most_dimensions = 4;

  kind by = kind::none;
  std::array<int, most_dimensions> extent{};  ///< of a grid; of a ring the first one is the radix
  /// The most that a process sends or receives in each phase, in all phases together.
  struct load {
    int messages = 0;
    int behind = 0;         ///< of these, those that begin together with another of their phase
    int blocks = 0;         ///< if each block is for one neighbour
    int shared_blocks = 0;  ///< if a process has one block for all its neighbours
    friend auto operator<=>(const load&, const load&) = default;
  };
  load all, far;  ///< far: of these, between nodes; all of them where no nodes are known
  /// Blocks in all phases together, of the node with the most: that cross its link, out or in, whichever is
  /// more, and that its processes send each other. 0 where no nodes are known.
  struct sums {
    int crossing = 0, inside = 0;
    int shared_crossing = 0, shared_inside = 0;  ///< if a process has one block for all its neighbours
    friend auto operator<=>(const sums&, const sums&) = default;
  } on_node;
  friend auto operator<=>(const routing&, const routing&) = default;
};

/// Bytes of a block where not all processes of a graph know how long it is: any size for which start-ups and bytes count.
inline constexpr std::size_t assumed_neighbour_block = 512;

/// What all processes of a graph have agreed on.
struct graph_facts {
  int degree = 0;      ///< the most other processes' blocks that a process sends, or receives
  int far_degree = 0;  ///< the most of them to, or from, other nodes
  /// If each block goes straight: the most that cross the link of a node, out or in, and that
  /// processes of one send each other.
  int crossing = 0, inside = 0;
  bool isolated = false;  ///< some processes have no neighbours, and may not know how long blocks are
  /// For long blocks, shorter and the shortest, some of which may be missing: those that save messages.
  std::array<routing, 3> ways{};
  routing by_node{};
  friend auto operator<=>(const graph_facts&, const graph_facts&) = default;
};

/// The neighbours of one process in a graph of processes, as MPI's neighbourhood collectives have it.
///
/// Where a process occurs several times among the neighbours of another, their blocks belong together in the
/// order in which they occur: the first that one has for the other, and the first that the other has from it.
/// In a Cartesian grid, which has a neighbour below and one above in each dimension, what is sent down comes
/// from above: there that is the order if each two blocks that are received change places, also where both
/// neighbours are one process (a periodic dimension of two), or this one.
class neighbourhood {
 public:
  /// A missing neighbour (beyond the border of a grid) has a block that is neither sent nor received.
  /// `cartesian`: both lists are the same, two neighbours in each dimension.
  neighbourhood(int rank, int size, std::span<const int> sources, std::span<const int> destinations,
                bool cartesian = false);
  neighbourhood(neighbourhood&&) noexcept;
  neighbourhood& operator=(neighbourhood&&) = delete;
  ~neighbourhood();

  /// Blocks, those of missing neighbours included.
  [[nodiscard]] int blocks_out() const noexcept { return blocks_out_; }
  [[nodiscard]] int blocks_in() const noexcept { return blocks_in_; }
  /// The partners, in an order in which what belongs together meets: see above.
  [[nodiscard]] std::span<const neighbour> destinations() const noexcept { return destinations_; }
  [[nodiscard]] std::span<const neighbour> sources() const noexcept { return sources_; }
  /// The same by the distance up to the destination, and down to the source, the own process first.
  [[nodiscard]] std::span<const neighbour> destinations_by_distance() const noexcept { return spread_out_; }
  [[nodiscard]] std::span<const neighbour> sources_by_distance() const noexcept { return spread_in_; }
  [[nodiscard]] bool cartesian() const noexcept { return cartesian_; }

  [[nodiscard]] const graph_facts& facts() const noexcept { return facts_; }
  /// The plan of one of the ways of facts(): this process's part of it.
  [[nodiscard]] const route_plan& along(std::size_t way) const noexcept { return *plans_[way]; }
  [[nodiscard]] const route_plan& by_node() const noexcept { return *plans_.back(); }
  /// What its lists and plans take, bytes.
  [[nodiscard]] std::size_t memory() const noexcept;

 private:
  friend task agree_on(process& self, neighbourhood& mine, const node_map* nodes);

  int blocks_out_, blocks_in_;
  bool cartesian_;
  std::vector<neighbour> destinations_, sources_, spread_out_, spread_in_;
  graph_facts facts_;
  std::array<std::unique_ptr<const route_plan>, std::tuple_size_v<decltype(graph_facts::ways)> + 1> plans_;
};

/// Fills in what all processes of a graph have to agree on: its degree, and on which ways blocks can travel
/// together, with a plan for each that saves messages. Called once for each graph, before any algorithm;
/// collective. Memory by the number of neighbours and of what is passed on for others, on each process.
task agree_on(process& self, neighbourhood& mine, const node_map* nodes);

}  // namespace tutti
