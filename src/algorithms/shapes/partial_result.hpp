#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// The partial result of a process. At first it is the process's own vector. Then vectors are added one by
/// one, each from the processes just below or just above those combined so far, so that rank order is kept.
///
///   partial_result mine(self, op, in, {place, other place}, swaps);
///   co_await self.recv(mine.room(higher), child);
///   mine.take(higher);
///
/// Copies are avoided where possible. Since reduce() computes right = left op right, a vector from lower
/// ranks is combined into the partial result in place. The partial result is combined into a vector from
/// higher ranks, and the two places swap roles. The process's own vector is only read: it is combined into
/// the first vector if that comes from higher ranks, and is copied otherwise. A commutative operator needs
/// neither copy nor swap.
class partial_result {
 public:
  /// The result ends in places.first if `swaps` is the number of vectors from higher ranks, not counting the
  /// first vector received. `in` may be places.first.
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

  /// The place for receiving the next vector. `higher`: the vector comes from higher ranks.
  [[nodiscard]] buffer room(bool higher) {
    if (!own_) return other();
    own_ = false;
    const bool here = same_elements(value_, place_[at_]);
    // this process's vector will be combined into the one that arrives
    if (op_.commutative ? !here : higher) {
      if (here) move_own_to(other());
      return place_[at_];
    }
    move_own_to(place_[at_]);
    return other();
  }

  /// Combines the vector that was received in room(higher).
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

  /// The partial result: this process's vector in its original place if nothing was taken.
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
  int at_;  // the place of the partial result, now or later
  bool own_ = true;
};

}  // namespace tutti
