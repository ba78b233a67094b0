#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

/// Guarantees of a reduction about the bracketing of its operands, beyond a correct result. The bracketing
/// matters for operators that round. prove() and proved_properties check that an algorithm keeps its
/// guarantees.
struct reduction_properties {
  /// Each element of the vector is bracketed alike, wherever it lies and however many pieces the data are cut
  /// into.
  bool elements = false;
  bool placements = false;  ///< the bracketing does not depend on the nodes of the processes
  bool ranks = false;       ///< operands are combined in rank order
  bool processes = false;   ///< all processes that have the result bracket alike
  friend bool operator==(const reduction_properties&, const reduction_properties&) = default;
};

/// The properties that the entry of a reduction declares. Rank order and equal results on all processes
/// follow from the operators that it needs. The bracketing is independent of the placement if the algorithm
/// does not use nodes, not even for the order of a ring.
constexpr reduction_properties properties_of(const algorithm& a) noexcept {
  return {.elements = a.traits.same_for_elements,
          .placements = !a.needs.nodes && !a.traits.in_node_order,
          .ranks = !a.needs.commutative && !a.needs.exact,
          .processes = !a.needs.exact};
}

}  // namespace tutti
