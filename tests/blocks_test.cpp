// The totals of blocks, in every layout, compared with sums over the single blocks.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "tutti/buffer.hpp"

namespace tutti {
namespace {

void expect_amounts(const const_blocks& of, const char* layout) {
  for (int one = -1; one <= of.size(); ++one) {
    block_amounts expected;
    for (int i = 0; i < of.size(); ++i) {
      if (i == one) continue;
      const std::size_t bytes = of[i].bytes();
      expected.longest = std::max(expected.longest, bytes);
      expected.total += bytes;
      expected.blocks += bytes > 0;
    }
    const block_amounts found = of.amounts_but(one);
    EXPECT_EQ(found.longest, expected.longest) << layout << ", all but " << one;
    EXPECT_EQ(found.total, expected.total) << layout << ", all but " << one;
    EXPECT_EQ(found.blocks, expected.blocks) << layout << ", all but " << one;
  }
}

constexpr datatype pairs{.size = 8, .extent = 16}, triples{.size = 3, .extent = 3},
    nothing{.size = 0, .extent = 4};

TEST(Blocks, AmountToTheSumOfEach) {
  const std::array<int, 6> counts{3, 0, 7, 0, 1, 2}, places{0, 9, 1, 4, 30, 12};
  const std::array<std::ptrdiff_t, 6> long_counts{3, 0, std::ptrdiff_t{1} << 33, 0, 1, 2}, long_places{};
  const std::array<std::size_t, 7> offsets{0, 3, 3, 10, 10, 11, 13};
  const std::array<const datatype*, 6> types{&pairs, &nothing, &triples, &pairs, &nothing, &byte_type};
  for (const datatype* type : {&pairs, &triples, &nothing}) {
    for (int n = 0; n <= 6; ++n) {
      expect_amounts(blocks::regular(nullptr, 5, *type, n), "regular");
      expect_amounts(blocks::consecutive(nullptr, offsets.data(), *type, n), "consecutive");
      expect_amounts(blocks::irregular(nullptr, counts.data(), places.data(), *type, n), "irregular");
      expect_amounts(blocks::irregular(nullptr, long_counts.data(), long_places.data(), *type, n),
                     "long irregular");
    }
  }
  for (int n = 0; n <= 6; ++n) {
    expect_amounts(blocks::typed(nullptr, counts.data(), places.data(), types.data(), n), "typed");
    expect_amounts(blocks::typed(nullptr, counts.data(), long_places.data(), types.data(), n), "placed");
    expect_amounts(blocks::typed(nullptr, long_counts.data(), long_places.data(), types.data(), n),
                   "long typed");
    std::array<const_buffer, 6> all;
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = {nullptr, static_cast<std::size_t>(counts[i]), *types[i]};
    expect_amounts(const_blocks::listed(all.data(), n), "listed");
  }
}

TEST(Blocks, OfNobodyAmountToNothing) {
  expect_amounts(blocks(), "none");
  EXPECT_EQ(blocks().amounts_but(0).blocks, 0U);
}

// MPI lets the type of an empty block be anything; the layer over MPI passes none on.
TEST(Blocks, AmountToNothingWithoutTypes) {
  const std::array<int, 2> counts{0, 4}, places{};
  const std::array<const datatype*, 2> types{nullptr, &pairs};
  const block_amounts found =
      blocks::typed(nullptr, counts.data(), places.data(), types.data(), 2).amounts_but(-1);
  EXPECT_EQ(found.total, 32U);
  EXPECT_EQ(found.blocks, 1U);
}

}  // namespace
}  // namespace tutti
