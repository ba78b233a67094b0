#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// What a process has combined so far: at first its own vector, then one vector after the other that comes
/// from processes just below or just above those combined so far, so that rank order is kept.
///
///   partial_result mine(self, op, in, {place, other place}, swaps);
///   co_await self.recv(mine.room(higher), child);
///   mine.take(higher);
///
/// Nothing is copied where it can be avoided. Since right = left op right, a vector from lower ranks is
/// combined into the partial result where that lies; a vector from higher ranks takes the partial result in,
/// and the two places swap their parts. The own vector is only read, so the first vector takes it in if it
/// comes from higher ranks; otherwise the own vector is copied. An operator that commutes needs neither copy
/// nor swap.
class partial_result {
 public:
  /// The result ends in places[0] if `swaps` is the number of vectors from higher ranks, the first vector not
  /// counted. `in` may lie in places[0].
  struct two_places {
    buffer first, second;
  };
  partial_result(process& self, const operation& op, const_buffer in, const two_places& places,
                 int swaps = 0) noexcept
      : self_(self),
        op_(op),
        value_(in),
        place_{places.first, places.second},
        at_(op.commutative ? 0 : swaps % 2) {}

  /// Where the next vector shall be received.
  [[nodiscard]] buffer room(bool higher) {
    if (!own_) return other();
    own_ = false;
    const bool here = same_elements(value_, place_[at_]);
    if (op_.commutative ? !here : higher) {  // the vector that comes will take the own one in
      if (here) move_own_to(other());
      return place_[at_];
    }
    move_own_to(place_[at_]);
    return other();
  }

  /// Combines what came there.
  void take(bool higher) {
    if (!same_elements(value_, place_[at_])) {
      self_.reduce(op_, value_, place_[at_]);
    } else if (op_.commutative || !higher) {
      self_.reduce(op_, other(), place_[at_]);
    } else {
      self_.reduce(op_, value_, other());
      at_ ^= 1;
    }
    value_ = place_[at_];
  }

  /// The own vector where it lies if nothing was taken.
  [[nodiscard]] const_buffer value() const noexcept { return value_; }

 private:
  [[nodiscard]] buffer other() const noexcept { return place_[at_ ^ 1]; }
  void move_own_to(buffer place) {
    self_.copy(value_, place);
    value_ = place;
  }

  process& self_;
  operation op_;
  const_buffer value_;
  buffer place_[2];
  int at_;  // the place of the partial result, or where it will be
  bool own_ = true;
};

}  // namespace tutti
