#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/neighbours.hpp"

// What a choice may depend on: only what is the same on all processes.
namespace tutti {

class node_map;

/// What can be said of an operator before an algorithm is chosen. The same on all processes.
enum class operator_class : std::uint8_t { exact, commutative, ordered };
inline constexpr int operator_classes = 3;

constexpr operator_class class_of(const operation& op) noexcept {
  return !op.commutative ? operator_class::ordered
         : op.exact      ? operator_class::exact
                         : operator_class::commutative;
}

/// Whether the blocks of an irregular collective are equal, where all processes know their lengths; and if
/// not, how far from it, which each value beyond `unequal` says: see unequal_by().
enum class imbalance : std::uint8_t { equal, unequal };
inline constexpr int imbalances = 24;
/// How unequal p blocks of `total` bytes (or elements) are of which the longest has `longest`. The longest
/// has more than 2^((k - 1)/2), at most 2^(k/2) times the average for k = 1 (`unequal`), 2, ...; the last one
/// stands for all beyond.
imbalance unequal_by(std::size_t longest, std::size_t total, int p) noexcept;
/// The length of the longest block over the average, in the middle of that range.
double times_the_average(imbalance r) noexcept;

/// Calls that may differ only in their size.
struct call_kind {
  collective of = collective::barrier;
  operator_class op = operator_class::exact;
  imbalance lengths = imbalance::equal;
  friend auto operator<=>(const call_kind&, const call_kind&) = default;
};
inline constexpr int kinds_of_a_collective = imbalances * operator_classes;

/// What every process knows of a communicator.
struct surroundings {
  int p = 1;
  int per_node = 1;         ///< the most processes that share a node, and with it a link to the network
  int nodes = 0;            ///< 0: every process has its own
  bool consecutive = true;  ///< the ranks of each node follow each other
  graph_facts graph{};      ///< of its processes, where it has one and they have agreed on it
  friend auto operator<=>(const surroundings&, const surroundings&) = default;
};

surroundings surroundings_of(const node_map& map) noexcept;
/// p processes on nodes of per_node each but for the last one, one node after the other or, if not
/// `consecutive`, dealt to the nodes in turn.
surroundings full_nodes(int p, int per_node, bool consecutive = true) noexcept;
/// The node of each process in such surroundings, the largest nodes first; dealt out in turn, if that makes
/// the largest as large.
std::vector<int> nodes_like(const surroundings& on);

constexpr bool one_node(const surroundings& on) noexcept { return on.per_node >= on.p; }

std::string_view name_of(operator_class k) noexcept;
std::optional<operator_class> operator_class_named(std::string_view name) noexcept;

}  // namespace tutti
