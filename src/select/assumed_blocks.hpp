#pragma once

#include <array>

namespace tutti {

// What is assumed where not all processes know how long blocks are: bytes of a block, on average.
// (Neighbourhoods have their own: assumed_neighbour_block.)

/// The one size for which candidates are ordered and their times told.
inline constexpr double assumed_block_bytes = 4096;
/// By prices one algorithm has to do for all of these: from what is all start-up to what is all bandwidth.
/// They cost next to nothing.
inline constexpr std::array priced_blocks{8.0, 512.0, assumed_block_bytes, 65536.0, 1048576.0};
/// The same in virtual time, where each means a run of every algorithm for each problem and root: one less,
/// and no such long ones. Nothing else is known to speak for just these.
inline constexpr std::array simulated_blocks{8, 512, 8192, 131072};

}  // namespace tutti
