#pragma once

#include <array>

namespace tutti {

// Assumed mean length of a block, in bytes, if not all processes know the lengths. (Neighbourhood collectives
// have their own: assumed_neighbour_block.)

/// The size for which candidates are sorted and their times reported.
inline constexpr double assumed_block_bytes = 4096;
/// A choice by prices must be good for all of these, from latency-bound to bandwidth-bound. A price costs
/// next to nothing to compute.
inline constexpr std::array priced_blocks{8.0, 512.0, assumed_block_bytes, 65536.0, 1048576.0};
/// A choice in virtual time must be good for all of these. Each one costs a run of every algorithm for each
/// problem and root, so there are fewer of them, and shorter ones. The exact values are a judgement.
inline constexpr std::array simulated_blocks{8, 512, 8192, 131072};

}  // namespace tutti
