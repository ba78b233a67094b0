#pragma once

#include <cstdint>

#include "machine/splitmix.hpp"

namespace tutti {

// Hash functions that resist accidental collisions, not attacks.

/// Multiplication by the golden ratio: similar keys get different upper bits (Knuth, The Art of Computer
/// Programming, volume 3, section 6.4).
constexpr std::uint64_t spread(std::uint64_t key) noexcept { return key * splitmix_step; }

/// Extends a sequence of numbers, whose hash is h, by the number x. Returns the new hash.
constexpr std::uint64_t mixed(std::uint64_t h, std::uint64_t x) noexcept {
  h = spread(h ^ x);
  return h ^ (h >> 29U);
}

}  // namespace tutti
