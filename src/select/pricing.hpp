#pragma once

#include <array>
#include <cstddef>

#include "select/call_kind.hpp"
#include "select/settings.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// What algorithms cost on a machine, in such surroundings, by their prices. Where processes decide by it,
/// they ask with one rounding (tutti/rounding.hpp).
class pricing {
 public:
  /// Both must outlive this.
  pricing(const cost_settings& on, const surroundings& around);

  /// A call in `pieces` pieces, as prices see it.
  [[nodiscard]] shape shape_of(const algorithm& a, double bytes, int pieces,
                               imbalance lengths = imbalance::equal) const;
  /// The one place where a price becomes seconds.
  [[nodiscard]] double seconds(const algorithm& a, const shape& s) const;
  /// M, at most `most`, of a pipelined algorithm.
  [[nodiscard]] int best_pieces_of(const algorithm& a, double bytes, double most) const;

  /// call::straight_beyond of an irregular collective.
  [[nodiscard]] std::size_t straight_beyond(collective of) const noexcept {
    return straight_beyond_[static_cast<std::size_t>(of)];
  }
  /// call::busy.
  [[nodiscard]] std::size_t busy() const noexcept { return busy_; }
  /// call::logp, as long as this lives.
  [[nodiscard]] const loggp_levels* logp() const noexcept { return &logp_; }

 private:
  struct parts;

  /// What joins the processes: the links of nodes, on one node its memory. What a message of `message` bytes
  /// costs on it, and how many are at full speed at once; 0: all.
  [[nodiscard]] machine link(double message) const;
  [[nodiscard]] double lanes() const;
  /// Processes of a node that send on it at once, where the price does not look at nodes.
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
