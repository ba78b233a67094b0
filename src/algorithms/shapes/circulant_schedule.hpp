#pragma once

#include <array>
#include <span>

#include "tutti/cost.hpp"
#include "tutti/memory.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

// The n-block schedule of the circulant graph with halving skips.
// Source: Traeff, "Optimal broadcast schedules in logarithmic time", 2023-2024.
//
// With q = ceil(log2 p), round i and k = i mod q, process r (counted from the root) sends to r + skip[k] and
// receives from r - skip[k], modulo p. In the q rounds of a group it receives
//   once its base block b of this group, 0 <= b < q (not the root, which has no base block), and
//   once each of the negative numbers -q, ..., -1 but b - q, where x < 0 is block x + q of the group before.
// Group g carries the blocks q g, ..., q g + q - 1, so each process receives q blocks in q rounds, and each
// block of all groups once.
// In round k process r sends the block that r + skip[k] receives, which is one that r has received before.
// The root receives nothing: its own receive schedule is not used.

/// The q entries of the receive schedule of process `rank`, counted from the root. O(log p).
/// `receive` has room for skips.rounds() of them.
void circulant_receive_schedule(const halving_skips& skips, int rank, std::span<int> receive) noexcept;

/// The q entries of the send schedule of process `rank`: send[k] is entry k of the receive schedule of rank +
/// skip[k]. O(log^2 p).
void circulant_send_schedule(const halving_skips& skips, int rank, std::span<int> send) noexcept;

/// The steps in which circulant_receive_schedule() finds a schedule: the skips that it looks at.
int circulant_receive_steps(const halving_skips& skips, int rank) noexcept;
/// The steps in which a process finds both its schedules.
int circulant_schedule_steps(const halving_skips& skips, int rank) noexcept;

/// The receive and the send schedule of one process. `rank` counts from the root of a broadcast among `size`
/// processes.
class circulant_schedule {
 public:
  circulant_schedule(int rank, int size) noexcept : skips_(size) {
    const auto q = static_cast<std::size_t>(skips_.rounds());
    circulant_receive_schedule(skips_, rank, std::span(receive_).first(q));
    circulant_send_schedule(skips_, rank, std::span(send_).first(q));
  }
  [[nodiscard]] int rounds() const noexcept { return skips_.rounds(); }
  [[nodiscard]] int skip(int k) const noexcept { return skips_[k]; }
  [[nodiscard]] int receive(int k) const noexcept { return receive_[static_cast<std::size_t>(k)]; }
  [[nodiscard]] int send(int k) const noexcept { return send_[static_cast<std::size_t>(k)]; }

 private:
  halving_skips skips_;
  std::array<int, most_rounds> receive_, send_;
};

/// The rounds in which M blocks travel: M - 1 + q of them. Groups of q rounds are counted so that the last
/// round ends a group; the first group may start in its middle, and its earlier blocks are then missing
/// ("virtual").
///
///   M = 4, q = 3:   round   0 1 2 | 3 4 5         k    0 1 2 | 0 1 2        M - 1 + q = 6 rounds
///   M = 5, q = 3:   round   - - 2 | 3 4 5 | 6 7 8      - - 2 | 0 1 2 | ...  M - 1 + q = 7 rounds, first = 2
class circulant_rounds {
 public:
  /// Requires q >= 1, pieces >= 1.
  constexpr circulant_rounds(int q, int pieces) noexcept
      : q_(q), pieces_(pieces), first_((q - (pieces - 1) % q) % q) {}
  [[nodiscard]] constexpr int first() const noexcept { return first_; }
  [[nodiscard]] constexpr int end() const noexcept { return first_ + pieces_ - 1 + q_; }
  /// The index of the skip and of the schedule entries in this round.
  [[nodiscard]] constexpr int index(int round) const noexcept { return round % q_; }
  /// The block, 0 .. M - 1, that a schedule's entry means in this round; -1 if nothing travels.
  [[nodiscard]] constexpr int block(int entry, int round) const noexcept {
    const int b = entry + round / q_ * q_ - first_;
    return b < 0 ? -1 : b < pieces_ ? b : pieces_ - 1;
  }

 private:
  int q_, pieces_, first_;
};

/// The schedules of p concurrent broadcasts, one from each process, of M blocks each. Takes O(p log p) time,
/// the first time: the schedules are then cached for some numbers of processes.
class all_schedules {
 public:
  /// Requires p >= 2.
  all_schedules(int p, int pieces);
  [[nodiscard]] const circulant_rounds& rounds() const noexcept { return rounds_; }
  /// The distance between sender and receiver in this round.
  [[nodiscard]] int skip(int round) const noexcept { return skips_[rounds_.index(round)]; }
  /// Calls visit(root, block) for each block that process t receives in a round, in the order of the roots 1,
  /// 2, ... below t.
  template <class Visit>
  void each_received(int t, int round, Visit visit) const {
    const int p = skips_[skips_.rounds()];
    for (int v = 1; v < p; ++v) {
      const int block = rounds_.block(of(v)[static_cast<std::size_t>(rounds_.index(round))], round);
      if (block >= 0) visit(ring(t, -v, p), block);
    }
  }

 private:
  // The receive schedule of the process v above a root.
  [[nodiscard]] std::span<const int> of(int v) const noexcept {
    const auto q = static_cast<std::size_t>(skips_.rounds());
    return entries_.subspan(static_cast<std::size_t>(v) * q, q);
  }

  halving_skips skips_;
  circulant_rounds rounds_;
  std::span<const int> entries_;
  workspace<int> own_;  // the schedules, if they are not cached
};

/// The price of these broadcasts, or of the reverse reductions, without the bytes reduced: at most m / M
/// bytes a round, however unequal the blocks are.
cost price_of_all_schedules(const shape& s) noexcept;

}  // namespace tutti
