// The four properties that make the circulant schedules right, for every process of every p up to 1199 and
// for p next to powers of two: an iterative variant in a widely used library violates them first for p = 33.

#include "algorithms/shapes/circulant_schedule.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tutti {
namespace {

// All processes' receive and send schedules for one p, q entries each.
struct schedules {
  explicit schedules(int p) : skips(p), q(static_cast<std::size_t>(skips.rounds())) {
    receive.resize(static_cast<std::size_t>(p) * q);
    send.resize(receive.size());
    for (int r = 0; r < p; ++r) {
      circulant_receive_schedule(skips, r, of(receive, r));
      circulant_send_schedule(skips, r, of(send, r));
    }
  }
  std::span<int> of(std::vector<int>& table, int r) const {
    return std::span(table).subspan(static_cast<std::size_t>(r) * q, q);
  }
  halving_skips skips;
  std::size_t q;
  std::vector<int> receive, send;
};

std::vector<int> sizes() {
  std::vector<int> all;
  for (int p = 2; p < 1200; ++p) all.push_back(p);
  for (int k = 11; k <= 14; ++k)
    for (int p : {(1 << k) - 1, 1 << k, (1 << k) + 1}) all.push_back(p);
  all.insert(all.end(), {1535, 1537, 3000, 9999, 19999, 20000});
  return all;
}

// Of the greedy sum of skips that is r, the index of the smallest; written here again on purpose.
int expected_base(const halving_skips& skips, int r) {
  int b = skips.rounds();
  for (int e = skips.rounds() - 1; e >= 0; --e)
    if (r >= skips[e]) r -= skips[b = e];
  return b;
}

TEST(circulant_schedule, what_is_sent_is_what_is_received) {
  for (int p : sizes()) {
    schedules s(p);
    for (int r = 0; r < p; ++r)
      for (std::size_t k = 0; k < s.q; ++k)
        ASSERT_EQ(s.of(s.send, r)[k], s.of(s.receive, (r + s.skips[static_cast<int>(k)]) % p)[k])
            << "p = " << p << ", r = " << r << ", k = " << k;
  }
}

TEST(circulant_schedule, each_block_of_a_group_is_received_once) {
  for (int p : sizes()) {
    schedules s(p);
    const int q = static_cast<int>(s.q);
    for (int r = 0; r < p; ++r) {
      const int base = expected_base(s.skips, r);
      std::uint64_t seen = 0;  // bit x + q of entry x
      for (int x : s.of(s.receive, r)) {
        ASSERT_TRUE(-q <= x && x < q) << "p = " << p << ", r = " << r << ", entry " << x;
        seen |= std::uint64_t{1} << (x + q);
      }
      std::uint64_t want = (std::uint64_t{1} << q) - 1;
      if (r != 0) want = (want & ~(std::uint64_t{1} << base)) | std::uint64_t{1} << (base + q);
      ASSERT_EQ(seen, want) << "p = " << p << ", r = " << r;
    }
  }
}

TEST(circulant_schedule, nothing_is_sent_before_it_is_received) {
  for (int p : sizes()) {
    schedules s(p);
    for (int r = 1; r < p; ++r) {
      const int before = expected_base(s.skips, r) - static_cast<int>(s.q);
      const auto receive = s.of(s.receive, r);
      for (std::size_t k = 0; k < s.q; ++k) {
        if (r + s.skips[static_cast<int>(k)] == p) continue;  // the root is sent nothing
        const int x = s.of(s.send, r)[k];
        bool had = x == before;
        for (std::size_t j = 0; j < k; ++j) had = had || receive[j] == x;
        ASSERT_TRUE(had) << "p = " << p << ", r = " << r << ", k = " << k << ": sends " << x;
      }
    }
  }
}

// Runs the rounds with a set of blocks (a bit each) on each process.
TEST(circulant_schedule, all_blocks_are_everywhere_after_blocks_minus_one_plus_log_rounds) {
  for (int p : sizes()) {
    schedules s(p);
    const int q = static_cast<int>(s.q);
    for (int blocks : {1, 2, q, q + 1, 2 * q - 1, 3 * q + 2}) {
      if (blocks < 1 || (p > 1199 && blocks != q + 1)) continue;
      const std::uint64_t all = (std::uint64_t{1} << blocks) - 1;
      const circulant_rounds rounds(q, blocks);
      ASSERT_EQ(rounds.end() - rounds.first(), blocks - 1 + q);
      std::vector<std::uint64_t> has(static_cast<std::size_t>(p)), then;
      has[0] = all;
      for (int i = rounds.first(); i < rounds.end(); ++i) {
        const int k = rounds.index(i);
        then = has;
        for (int r = 1; r < p; ++r) {
          const int b = rounds.block(s.of(s.receive, r)[static_cast<std::size_t>(k)], i);
          if (b < 0) continue;
          const std::uint64_t bit = std::uint64_t{1} << b;
          const int from = (r - s.skips[k] + p) % p;
          ASSERT_TRUE(has[static_cast<std::size_t>(from)] & bit)
              << "p = " << p << ", M = " << blocks << ", round " << i << ": " << from << " lacks block " << b;
          then[static_cast<std::size_t>(r)] |= bit;
        }
        has.swap(then);
      }
      for (int r = 0; r < p; ++r)
        ASSERT_EQ(has[static_cast<std::size_t>(r)], all)
            << "p = " << p << ", M = " << blocks << ", r = " << r;
    }
  }
}

}  // namespace
}  // namespace tutti
