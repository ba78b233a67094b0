#pragma once

#include <compare>
#include <cstdint>
#include <string_view>

#include "tutti/algorithm.hpp"

// What a choice may depend on: only what is the same on all processes.
namespace tutti {

/// What can be said of an operator before an algorithm is chosen. The same on all processes.
enum class operator_class : std::uint8_t { exact, commutative, ordered };
inline constexpr int operator_classes = 3;

constexpr operator_class class_of(const operation& op) noexcept {
  return !op.commutative ? operator_class::ordered
         : op.exact      ? operator_class::exact
                         : operator_class::commutative;
}

/// Whether the blocks of an irregular collective are equal, where all processes know their lengths.
enum class regularity : std::uint8_t { equal, unequal };

/// Calls that may differ only in their size.
struct call_kind {
  collective of = collective::barrier;
  operator_class op = operator_class::exact;
  regularity lengths = regularity::equal;
  friend auto operator<=>(const call_kind&, const call_kind&) = default;
};
inline constexpr int kinds_of_a_collective = 2 * operator_classes;

/// What every process knows of a communicator.
struct surroundings {
  int p = 1;
  int per_node = 1;         ///< the most processes that share a node, and with it a link to the network
  int nodes = 0;            ///< 0: every process has its own
  bool consecutive = true;  ///< the ranks of each node follow each other
  friend auto operator<=>(const surroundings&, const surroundings&) = default;
};

constexpr bool one_node(const surroundings& on) noexcept { return on.per_node >= on.p; }

/// Whether the collective combines: only then its operator counts.
bool combines(collective c) noexcept;
/// Whether every process knows how many bytes are moved. Otherwise algorithms are chosen by p alone.
bool size_known(collective c) noexcept;
/// Whether it has blocks of lengths that every process knows and that may differ.
bool has_known_lengths(collective c) noexcept;

std::string_view name_of(operator_class k) noexcept;

}  // namespace tutti
