#pragma once

#include <cstddef>
#include <optional>

#include "tutti/algorithm.hpp"

namespace tutti {

/// A piece below this many bytes is all overhead, whatever the machine.
inline constexpr std::size_t smallest_piece = 512;

/// An algorithm as it was considered for a call.
struct candidate {
  const algorithm* use = nullptr;
  const char* excluded = nullptr;  ///< why it cannot serve; null if it can
  double predicted = 0;            ///< seconds, by its price
  double messages = 0;  ///< of all processes, for each piece, at most about this many, by its price
  int pieces = 1;       ///< M, the best by price; where it ran in virtual time, the best there
  /// Seconds in virtual time; infinite if it was given up, being slower than another. None: it did not run
  /// there, or took too many messages.
  std::optional<double> simulated;
  std::size_t copied = 0;  ///< bytes, by all processes, where it ran in virtual time
  /// Seconds from a process's own arrival to its end in virtual time, the mean; where not all arrive at once.
  double inside = 0;
  /// Where lengths are unknown but algorithms look at them: the most times that it takes what the best one
  /// does, and agreeing on that one, over blocks from small to large. 0 where that does not decide.
  double worst = 0;
  double usually = 0;  ///< the geometric mean of the same, where not nearly all blocks are empty
};

/// What takes this many times the least may still be the best: in other pieces; or, where that is its price,
/// in truth. Judged: prices do not know what is under way at once.
inline constexpr double in_reach = 1.3;
/// What takes this many times the least is as good where all that is sent goes to a neighbour: no real
/// network is as even as virtual time, and nothing is easier for it. Judged; at 1, rings that were much
/// faster on a slow link were not chosen. Also where processes do not arrive at once, and where not all know
/// the lengths.
inline constexpr double as_good = 1.02;
inline bool goes_to_neighbours(const candidate& c) noexcept {
  return c.use->traits.on_network == traffic::neighbours;
}
/// What differs by no more takes the same time, added up in another order.
inline constexpr double the_same = 1 + 1e-9;

}  // namespace tutti
