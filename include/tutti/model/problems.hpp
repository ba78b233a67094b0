#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "tutti/cxx20.hpp"

namespace tutti {

/// The problem types for the evaluation of irregular gather and scatter. Source: Traeff, "Practical,
/// distributed, low overhead algorithms for irregular gather and scatter collectives", section 5. For an
/// average size of b, block i of p has
///
///   same         b
///   random       a number from [1, 2b], evenly distributed
///   bucket       floor(b/2) and a number from [1, b], evenly distributed
///   spikes       5b with probability 1/5, otherwise 1
///   increasing   floor(2b (i + 1) / p), at least 1
///   decreasing   floor(2b (p - i) / p) + 1
///   alternating  b + floor(b/2) for even i, b - floor(b/2) for odd i
///   two_blocks   b for i = 0 and i = p - 1, otherwise nothing
///
/// According to the paper, only two_blocks has empty blocks. Its formula for `increasing` also gives empty
/// blocks if 2b < p; these have size 1 here.
enum class problem : std::uint8_t {
  same,
  random,
  bucket,
  spikes,
  increasing,
  decreasing,
  alternating,
  two_blocks
};
inline constexpr std::array all_problems{problem::same,        problem::random,     problem::bucket,
                                         problem::spikes,      problem::increasing, problem::decreasing,
                                         problem::alternating, problem::two_blocks};

/// The size of a spike in `spikes`, as a multiple of the average size; the other blocks have size 1.
inline constexpr int spike_factor = 5;

/// "two_blocks"
std::string_view name_of(problem type) noexcept;
std::optional<problem> problem_named(std::string_view name) noexcept;

/// The sizes of the p blocks of a problem, in the unit of b (in Traeff's paper, one int). The same seed gives
/// the same sizes on every machine. Throws std::invalid_argument if p or b is below 1, or if a block would
/// exceed the range of int.
std::vector<int> block_sizes(problem type, int p, int b, std::uint64_t seed = 1);

/// The root of the paper's experiments, floor(p / 2).
constexpr int middle_root(int p) noexcept { return p / 2; }

/// The root of the ordered gather tree that Lemma 1 builds from these lengths if no root is given: it has all
/// data after d alpha + beta (sum of all blocks but its own), d = ceil(log2 p). If either half of a cube may
/// gather, the right half does, as in gatherv.linear_time. Requires at least one process.
int root_of_lemma_1(std::span<const int> lengths);

}  // namespace tutti
