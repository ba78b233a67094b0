#pragma once

#include <algorithm>
#include <cstddef>

#include "tutti/algorithm.hpp"
#include "tutti/cost.hpp"
#include "tutti/process.hpp"

namespace tutti {

// The agreement of alltoalls of blocks of any lengths, and the choice that follows from it.

/// The quantities to agree on: maxima over the blocks for other processes.
struct extremes {
  std::size_t longest = 0;  ///< bytes of a block
  std::size_t most = 0;     ///< bytes that one process sends, or receives
  std::size_t blocks = 0;   ///< non-empty blocks that one process sends, or receives
};
inline extremes greatest(const extremes& a, const extremes& b) noexcept {
  return {std::max(a.longest, b.longest), std::max(a.most, b.most), std::max(a.blocks, b.blocks)};
}
/// The extremes of one process's own blocks.
extremes extremes_of(int rank, const_blocks send, blocks recv);
/// The same as floating-point numbers, for decisions.
struct agreed_lengths {
  double longest, most, blocks;
  explicit agreed_lengths(const extremes& e) noexcept
      : longest(static_cast<double>(e.longest)),
        most(static_cast<double>(e.most)),
        blocks(static_cast<double>(e.blocks)) {}
  /// For equal blocks for p - 1 other processes, as prices assume.
  agreed_lengths(int p, double block) noexcept : longest(block), most((p - 1) * block), blocks(p - 1) {}
};
/// Replaces `mine` by the maximum over all processes, by dissemination: ceil(log2 p) rounds.
task greatest_of_all(process& self, extremes& mine);

/// The time of start-ups, measured in bytes that travel meanwhile.
struct startups {
  double alone;  ///< of a message that the process waits for
  double busy;   ///< of each further message that begins together with it
  /// From the fields of a call or a shape, if `sharing` processes share a link.
  startups(double straight_beyond, double busy_with_one, int sharing = 1) noexcept
      : alone(straight_beyond / straight_startups / sharing),
        busy(std::min(alone, busy_with_one / sharing)) {}
  /// The time of messages that begin together, and of their bytes. If start-ups overlap, bytes travel while
  /// further messages begin.
  [[nodiscard]] double with(double messages, double bytes) const noexcept {
    if (!(messages > 0)) return 0;
    const double further = (messages - 1) * busy;
    return alone + (overlap() ? std::max(further, bytes) : further + bytes);
  }
  [[nodiscard]] bool overlap() const noexcept { return busy < alone; }
};

inline startups startups_of(const call& c, int sharing = 1) noexcept {
  return {static_cast<double>(c.straight_beyond), static_cast<double>(c.busy), sharing};
}

/// The start-ups if the processes of a node share its link: that many times fewer bytes travel during a
/// start-up.
startups shared_startups(const call& c) noexcept;
startups shared_startups(const shape& s) noexcept;

/// The fastest way for blocks that are equal, or padded to equal length.
struct combination {
  int radix;     ///< of the number system of alltoall_by_digits; p: straight
  double bytes;  ///< its time, measured in bytes that travel meanwhile
};
/// The fastest combination for blocks of `bytes` bytes.
combination best_combination(int p, double bytes, const startups& s);
/// The same for the agreed lengths: straight without empty blocks, or padded to the longest.
combination best_combination(int p, const agreed_lengths& agreed, const startups& s);
/// The radix of the fastest combination, the same on all processes.
int agreed_radix(int p, const extremes& agreed, const startups& s);

}  // namespace tutti
