#pragma once

#include <algorithm>
#include <cstddef>

#include "tutti/process.hpp"

namespace tutti {

// What alltoalls of blocks of any lengths agree on, and do with it.

/// What may be agreed on, bytes.
struct extremes {
  std::size_t longest = 0;  ///< a block
  std::size_t most = 0;     ///< that one process sends, or receives
};
inline extremes greatest(const extremes& a, const extremes& b) noexcept {
  return {std::max(a.longest, b.longest), std::max(a.most, b.most)};
}
/// As a message.
inline buffer message(extremes& e) noexcept {
  return {reinterpret_cast<std::byte*>(&e), sizeof e, byte_type};
}
/// The greatest of all processes', by dissemination: ceil(log2 p) rounds.
task greatest_of_all(process& self, extremes& mine);

/// How blocks that are equal, or padded to be, travel fastest.
struct combination {
  int radix;     ///< of the number system of alltoall_by_digits; p: straight
  double bytes;  ///< the time that it takes, in that of bytes
};
/// For blocks of so many bytes. `startup`: the bytes that travel during a start-up.
combination best_combination(int p, double bytes, double startup);

}  // namespace tutti
