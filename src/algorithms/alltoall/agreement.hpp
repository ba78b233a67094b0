#pragma once

#include <algorithm>
#include <cstddef>

#include "tutti/algorithm.hpp"
#include "tutti/cost.hpp"
#include "tutti/process.hpp"

namespace tutti {

// What alltoalls of blocks of any lengths agree on, and what they do with it.

/// What is agreed on about blocks for other processes.
struct extremes {
  std::size_t longest = 0;  ///< bytes of a block
  std::size_t most = 0;     ///< bytes that one process sends, or receives
  std::size_t blocks = 0;   ///< that are not empty and that one process sends, or receives
};
inline extremes greatest(const extremes& a, const extremes& b) noexcept {
  return {std::max(a.longest, b.longest), std::max(a.most, b.most), std::max(a.blocks, b.blocks)};
}
/// What one process knows of it.
extremes extremes_of(int rank, const_blocks send, blocks recv);
/// The same as numbers to decide by.
struct agreed_lengths {
  double longest, most, blocks;
  explicit agreed_lengths(const extremes& e) noexcept
      : longest(static_cast<double>(e.longest)),
        most(static_cast<double>(e.most)),
        blocks(static_cast<double>(e.blocks)) {}
  /// For blocks of equal length for p - 1 others: what prices assume.
  agreed_lengths(int p, double block) noexcept : longest(block), most((p - 1) * block), blocks(p - 1) {}
};
/// The greatest of all processes', by dissemination: ceil(log2 p) rounds.
task greatest_of_all(process& self, extremes& mine);

/// What start-ups take, in the bytes that travel meanwhile.
struct startups {
  double alone;  ///< of a message that is waited for
  double busy;   ///< of each further one that begins together with it
  /// From what call and shape say, where `sharing` processes share a link.
  startups(double straight_beyond, double busy_with_one, int sharing = 1) noexcept
      : alone(straight_beyond / straight_startups / sharing),
        busy(std::min(alone, busy_with_one / sharing)) {}
  /// What messages that begin together take, and their bytes, which travel while further ones begin where
  /// start-ups overlap.
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

/// Where the processes of a node share its link: that many times fewer bytes travel during a start-up.
startups shared_startups(const call& c) noexcept;
startups shared_startups(const shape& s) noexcept;

/// How blocks that are equal, or padded to be, travel fastest.
struct combination {
  int radix;     ///< of the number system of alltoall_by_digits; p: straight
  double bytes;  ///< the time that it takes, in that of bytes
};
/// The fastest for blocks of `bytes` bytes.
combination best_combination(int p, double bytes, const startups& s);
/// The same for what has been agreed on: straight without what is empty, or padded to the longest.
combination best_combination(int p, const agreed_lengths& agreed, const startups& s);
/// Its radix, the same on all processes.
int agreed_radix(int p, const extremes& agreed, const startups& s);

}  // namespace tutti
