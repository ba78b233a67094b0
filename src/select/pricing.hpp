#pragma once

#include <array>
#include <cstddef>

#include "select/call_kind.hpp"
#include "select/settings.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Converts the prices of algorithms to seconds on a machine, for given surroundings. Processes that decide
/// by these seconds must have the same rounding mode (tutti/rounding.hpp).
class pricing {
 public:
  /// Both arguments must outlive this object.
  pricing(const cost_settings& on, const surroundings& around);

  /// Describes a call in `pieces` pieces to the price functions.
  [[nodiscard]] shape shape_of(const algorithm& a, double bytes, int pieces,
                               imbalance lengths = imbalance::equal) const;
  /// The time of algorithm `a`. The only place where a price becomes seconds.
  [[nodiscard]] double seconds(const algorithm& a, const shape& s) const;
  /// M of a pipelined algorithm, at most `most`.
  [[nodiscard]] int best_pieces_of(const algorithm& a, double bytes, double most) const;

  /// call::straight_beyond of an irregular collective.
  [[nodiscard]] std::size_t straight_beyond(collective of) const noexcept {
    return straight_beyond_[static_cast<std::size_t>(of)];
  }
  /// call::busy.
  [[nodiscard]] std::size_t busy() const noexcept { return busy_; }
  /// call::logp. Valid as long as this object.
  [[nodiscard]] const loggp_levels* logp() const noexcept { return &logp_; }

 private:
  struct parts;

  /// The cost of a message of `message` bytes between the processes: over the links of nodes, or through the
  /// memory of a single node. lanes(): the number of messages that travel there at full speed at once; 0:
  /// all.
  [[nodiscard]] machine link(double message) const;
  [[nodiscard]] double lanes() const;
  [[nodiscard]] double overhead_here() const;
  /// True if the algorithm's order of processes, by rank or by number, keeps the processes of each node side
  /// by side.
  [[nodiscard]] bool node_by_node(const algorithm& a) const;
  /// The number of processes of a node that send at once, for prices that ignore nodes.
  [[nodiscard]] double senders(const algorithm& a) const;
  [[nodiscard]] parts parts_of(const algorithm& a, const cost& c) const;
  [[nodiscard]] double begun_together(const algorithm& a, const cost& c, const parts& of) const;
  [[nodiscard]] double around_ring(const cost& c, const parts& of) const;
  [[nodiscard]] std::size_t best_straight_beyond(collective of) const;

  const cost_settings& on_;
  const surroundings& around_;
  loggp_levels logp_;
  std::size_t busy_;
  std::array<std::size_t, collectives> straight_beyond_{};
};

}  // namespace tutti
