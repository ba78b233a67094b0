#pragma once

#include <cstdint>

#include "machine/splitmix.hpp"

namespace tutti {

// Against accidents, not attacks.

/// Multiples of the golden ratio: keys that differ little differ in the upper bits of this (Knuth, The Art of Computer Programming,
/// volume 3, section 6.4).
constexpr std::uint64_t spread(std::uint64_t key) noexcept { return key * splitmix_step; }

/// The hash of several numbers in their order: of those that h is the hash of, and x.
constexpr std::uint64_t mixed(std::uint64_t h, std::uint64_t x) noexcept {
  h = spread(h ^ x);
  return h ^ (h >> 29U);
}

}  // namespace tutti
