#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/neighbours.hpp"

// The arguments of a choice: only facts that are the same on all processes.
namespace tutti {

class node_map;

/// The properties of an operator on which the choice of an algorithm depends. The same on all processes.
enum class operator_class : std::uint8_t { exact, commutative, ordered };
inline constexpr int operator_classes = 3;

constexpr operator_class class_of(const operation& op) noexcept {
  return !op.commutative ? operator_class::ordered
         : op.exact      ? operator_class::exact
                         : operator_class::commutative;
}

/// The imbalance of an irregular collective whose lengths all processes know: equal blocks, or unequal ones.
/// Values from `unequal` on say how unequal the blocks are: see unequal_by().
enum class imbalance : std::uint8_t { equal, unequal };
inline constexpr int imbalances = 24;
/// Classifies p blocks of `total` bytes (or elements), the longest of which has `longest`. Value k = 1
/// (`unequal`), 2, ... means that the longest block has more than 2^((k - 1)/2) and at most 2^(k/2) times the
/// average. The last value has no upper limit.
imbalance unequal_by(std::size_t longest, std::size_t total, int p) noexcept;
/// The length of the longest block over the average, at the (geometric) middle of the class.
double times_the_average(imbalance r) noexcept;

/// Calls that may differ only in their size.
struct call_kind {
  collective of = collective::barrier;
  operator_class op = operator_class::exact;
  imbalance lengths = imbalance::equal;
  friend auto operator<=>(const call_kind&, const call_kind&) = default;
};
inline constexpr int kinds_of_a_collective = imbalances * operator_classes;

/// The layout of a communicator on nodes, as every process knows it.
struct surroundings {
  int p = 1;
  int per_node = 1;         ///< largest number of processes on a node, which share a link to the network
  int nodes = 0;            ///< 0: one node for each process
  bool consecutive = true;  ///< the ranks of each node follow each other
  graph_facts graph{};      ///< the process graph, if there is one and the processes have agreed on it
  friend auto operator<=>(const surroundings&, const surroundings&) = default;
};

surroundings surroundings_of(const node_map& map) noexcept;
/// p processes on full nodes of per_node each; the last node may have fewer. Ranks fill one node after the
/// other, or, unless `consecutive`, go to the nodes in turn.
surroundings full_nodes(int p, int per_node, bool consecutive = true) noexcept;
/// Returns a node for each process that matches these surroundings, the largest nodes first. Ranks that are
/// not consecutive go to the nodes round robin, if the largest node then has the right size.
std::vector<int> nodes_like(const surroundings& on);

constexpr bool one_node(const surroundings& on) noexcept { return on.per_node >= on.p; }

std::string_view name_of(operator_class k) noexcept;
std::optional<operator_class> operator_class_named(std::string_view name) noexcept;

}  // namespace tutti
