#pragma once

#include <cstddef>
#include <optional>

#include "tutti/algorithm.hpp"

namespace tutti {

/// A piece below this many bytes is all overhead, whatever the machine.
inline constexpr std::size_t smallest_piece = 512;

/// An algorithm considered for a call, with its predicted times.
struct candidate {
  const algorithm* use = nullptr;
  const char* excluded = nullptr;  ///< why it cannot serve the call; null if it can
  double predicted = 0;            ///< seconds, by the cost estimate
  double messages = 0;  ///< upper estimate of the messages of all processes, for each piece, from the price
  int pieces = 1;       ///< M: the best by price, or, after a run in virtual time, the best found there
  /// Seconds in virtual time. Infinite if the run was stopped because another algorithm is faster. None if
  /// the algorithm was not run or needs too many messages.
  std::optional<double> simulated;
  std::size_t copied = 0;  ///< bytes copied by all processes, in virtual time
  /// Mean seconds from a process's own arrival to its end, in virtual time, if processes arrive at different
  /// times.
  double inside = 0;
  /// For collectives whose sizes not all processes know: the largest slowdown relative to the fastest
  /// algorithm plus the time to agree on it, over blocks from small to large. 0 if the choice does not use
  /// it.
  double worst_slowdown = 0;
  /// geometric mean of these slowdowns, without the cases in which nearly all blocks are empty
  double mean_slowdown = 0;
};

/// A candidate within this factor of the fastest may still turn out to be the fastest: with another number of
/// pieces, or, for prices, in reality. A judgement: prices ignore messages that share a link.
inline constexpr double may_win_factor = 1.3;
/// A candidate within this factor of the fastest counts as equally fast if it sends to neighbours only: no
/// real network is as uniform as in virtual time, and traffic to neighbours is the easiest for a network.
/// Also used if processes do not arrive at once, or if not all know the lengths. A judgement: with a factor
/// of 1, rings that were much faster on a slow link were not chosen.
inline constexpr double tie_factor = 1.02;
/// The same on a machine that was not measured: the true costs may favour either candidate by more. A
/// judgement, too.
inline constexpr double guessed_tie_factor = 1.05;
inline bool goes_to_neighbours(const candidate& c) noexcept {
  return c.use->traits.on_network == traffic::neighbours;
}
/// Times within this factor are equal: they differ only in the order of summation.
inline constexpr double rounding_factor = 1 + 1e-9;

}  // namespace tutti
