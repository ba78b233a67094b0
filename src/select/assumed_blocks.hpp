#pragma once

#include <array>

namespace tutti {

// Assumed mean length of a block, in bytes, where not all processes know the lengths.
// (Neighbourhood collectives have their own: assumed_neighbour_block.)

/// The size for which candidates are sorted and their times reported.
inline constexpr double assumed_block_bytes = 4096;
/// A choice by prices must be good for all of these, from latency-bound to bandwidth-bound. A price costs
/// next to nothing to compute.
inline constexpr std::array priced_blocks{8.0, 512.0, assumed_block_bytes, 65536.0, 1048576.0};
/// The same in virtual time, where each means a run of every algorithm for each problem and root: one less,
/// and no such long ones. Nothing else is known to speak for just these.
inline constexpr std::array simulated_blocks{8, 512, 8192, 131072};

}  // namespace tutti
