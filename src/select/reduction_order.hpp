#pragma once

#include <optional>
#include <string_view>

namespace tutti {

/// The facts that may influence the order in which reductions combine operands, if their operators round:
/// TUTTI_REDUCTIONS. By default these are only facts that are equal in every run with the same processes,
/// placement and settings.
struct reduction_order {
  bool repeatable = true;   ///< no measurements made at start-up; required by those below
  bool elements = false;    ///< each element of a vector is bracketed alike
  bool placements = false;  ///< the bracketing does not depend on the nodes of the processes
  bool ranks = false;       ///< operands are combined in rank order
  friend bool operator==(const reduction_order&, const reduction_order&) = default;

  /// True if reductions that round may only be served by algorithms with certain properties.
  [[nodiscard]] constexpr bool demanding() const noexcept { return elements || placements || ranks; }
};

/// The values of TUTTI_REDUCTIONS.
inline constexpr const char* reduction_orders =
    "any, repeatable, or one or more of elements, placements and ranks with commas";
/// Parses such a value.
std::optional<reduction_order> reduction_order_from(std::string_view text);

}  // namespace tutti
