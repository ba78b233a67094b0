// Properties that the proofs of the catalogue do not show: the sorted union, and the cost of irregular
// blocks.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tutti/algorithm.hpp"
#include "tutti/algorithms/allgather_merge.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/proof.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

// Few different keys, so that many elements are equal; `from` tells them apart.
struct item {
  int key, from;
  bool operator==(const item&) const = default;
};
bool by_key(const item& a, const item& b) { return a.key < b.key; }
bool by_all(const item& a, const item& b) { return std::pair(a.key, a.from) < std::pair(b.key, b.from); }

TEST(allgather_merge, every_element_is_everywhere_once_and_in_order) {
  std::mt19937 random(3);
  for (int p = 1; p <= 70; ++p)
    for (int n : {0, 1, 4}) {
      const auto size = static_cast<std::size_t>(p), block = static_cast<std::size_t>(n);
      std::vector<std::vector<item>> in(size), out(size, std::vector<item>(size * block));
      std::vector<item> all;
      for (std::size_t r = 0; r < size; ++r) {
        for (std::size_t i = 0; i < block; ++i)
          in[r].push_back({static_cast<int>(random() % 10), static_cast<int>(r * block + i)});
        std::ranges::sort(in[r], by_key);
        all.insert(all.end(), in[r].begin(), in[r].end());
      }
      std::ranges::sort(all, by_all);

      world w(p, machine{1, 0, 0});
      w.run([&](process& self) {
        const auto r = static_cast<std::size_t>(self.rank());
        return allgather_merge<item>(self, std::span<const item>(in[r]), std::span<item>(out[r]), &by_key);
      });
      EXPECT_EQ(w.time(), n > 0 ? ceil_log2(p) : 0) << "rounds, p = " << p << ", n = " << n;
      for (auto& o : out) {
        EXPECT_TRUE(std::ranges::is_sorted(o, by_key)) << "p = " << p << ", n = " << n;
        std::ranges::sort(o, by_all);
        EXPECT_EQ(o, all) << "p = " << p << ", n = " << n;
      }
    }
}

std::vector<std::vector<int>> irregular(int p) {
  const auto n = static_cast<std::size_t>(p);
  std::mt19937 random(5);
  std::vector<int> giant(n, 0), sparse(n, 0), mixed(n), equal(n, 12);
  giant[n / 2] = 12 * p;
  for (std::size_t i = 0; i < n; i += 3) sparse[i] = 30;
  for (int& c : mixed) c = static_cast<int>(random() % 40);
  return {giant, sparse, mixed, equal};
}

// Rounds and bytes along the longest chain, and bytes of all blocks: 8 an element.
struct measured_cost {
  double rounds, bytes;
  std::size_t all;
};
measured_cost measured(std::string_view name, int p, std::vector<int> counts, int pieces) {
  const algorithm* a = find(collective::allgatherv, name);
  const finding f = prove({.of = a, .p = p, .pieces = pieces, .counts = counts});
  EXPECT_TRUE(f.wrong.empty()) << name << ": " << f.wrong.front();
  for (int& n : counts) n *= 8;
  const int all = std::accumulate(counts.begin(), counts.end(), 0);
  const prediction one = predict(*a, {.p = p, .bytes = 1.0 * all, .pieces = pieces},
                                 network(machine{0, 1, 0}), {.skews = {}, .lengths = counts});
  return {f.rounds, one.seconds, static_cast<std::size_t>(all)};
}

TEST(allgatherv_pipelined_ring, rounds_are_at_most_the_pieces_of_all_blocks_and_p_minus2) {
  for (int p = 2; p <= 20; ++p)
    for (const auto& counts : irregular(p))
      for (int pieces : {1, 3, 16, 50}) {
        const auto [rounds, bytes, m] = measured("pipelined_ring", p, counts, pieces);
        const std::size_t b = (m + static_cast<std::size_t>(pieces) - 1) / static_cast<std::size_t>(pieces);
        std::size_t most = static_cast<std::size_t>(p - 2);
        for (int c : counts) most += (8 * static_cast<std::size_t>(c) + b - 1) / b;
        EXPECT_LE(rounds, static_cast<double>(most)) << "p = " << p << ", M = " << pieces;
        EXPECT_LE(bytes, static_cast<double>(most * b)) << "p = " << p << ", M = " << pieces;
      }
}

TEST(allgatherv_circulant, costs_the_same_however_the_data_is_distributed) {
  for (int p = 2; p <= 33; ++p)
    for (const auto& counts : irregular(p))
      for (int pieces : {1, 3, 16}) {
        const auto [found, bytes, m] = measured("circulant", p, counts, pieces);
        const double rounds = pieces - 1 + ceil_log2(p);
        // Each root's block is cut by itself: a byte more for each in a message.
        EXPECT_LE(found, rounds);
        EXPECT_LE(bytes, rounds * (static_cast<double>(m) / pieces + p)) << "p = " << p << ", M = " << pieces;
      }
}

TEST(allgatherv_ring, pays_for_a_giant_block_on_every_link) {
  const auto giant = irregular(8).front();
  const auto [rounds, bytes, m] = measured("ring", 8, giant, 1);
  EXPECT_EQ(bytes, 7.0 * static_cast<double>(m));
  EXPECT_LT(measured("pipelined_ring", 8, giant, 50).bytes, 1.4 * static_cast<double>(m));
  EXPECT_LT(measured("circulant", 8, giant, 48).bytes, 1.1 * static_cast<double>(m));
}

}  // namespace
}  // namespace tutti
