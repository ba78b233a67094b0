#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "mpi/start/communicator_numbers.hpp"

namespace {

using tutti::mpi::number_pool;

TEST(Numbers, ZeroIsTuttisOwn) {
  number_pool pool(8);
  EXPECT_EQ(pool.take(), 1);
}

TEST(Numbers, TheLowestFreeOneIsTaken) {
  number_pool pool(200);
  for (int n = 1; n < 200; ++n) EXPECT_EQ(pool.take(), n);
  for (const int n : {150, 63, 64}) pool.give(n);
  EXPECT_EQ(pool.take(), 63);
  EXPECT_EQ(pool.take(), 64);
  EXPECT_EQ(pool.take(), 150);
}

TEST(Numbers, NoneIsTakenBeyondTheLast) {
  for (const int count : {1, 2, 63, 64, 65, 128}) {
    number_pool pool(count);
    for (int n = 1; n < count; ++n) EXPECT_EQ(pool.take(), n) << count;
    EXPECT_EQ(pool.take(), std::nullopt) << count;
    if (count == 1) continue;
    pool.give(count - 1);
    EXPECT_EQ(pool.take(), count - 1);
    EXPECT_EQ(pool.take(), std::nullopt) << count;
  }
}

TEST(Numbers, OperationsLeaveHalfToCommunicators) {
  for (const int count : {2, 64, 200, 256}) {
    number_pool pool(count);
    for (int n = 1; n < count / 2; ++n) EXPECT_EQ(pool.take_for_operation(), n) << count;
    for (int n = count / 2; n < count; ++n) {
      EXPECT_EQ(pool.take_for_operation(), std::nullopt) << count;
      EXPECT_EQ(pool.take(), n) << count;
    }
    EXPECT_EQ(pool.take(), std::nullopt) << count;
    if (count == 2) continue;
    pool.give(count / 2 - 1);
    EXPECT_EQ(pool.take_for_operation(), count / 2 - 1);
  }
}

TEST(Numbers, NoTwoThreadsHaveTheSame) {
  number_pool pool(300);
  std::mutex guard;
  std::set<int> in_use;
  bool twice = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      std::vector<int> mine;
      for (int round = 0; round < 2000; ++round) {
        if (mine.size() < 40) {
          const auto n = pool.take();
          const std::lock_guard lock(guard);
          twice = twice || !n || !in_use.insert(*n).second;
          if (n) mine.push_back(*n);
        } else {
          {
            const std::lock_guard lock(guard);
            for (const int n : mine) in_use.erase(n);
          }
          for (const int n : mine) pool.give(n);
          mine.clear();
        }
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_FALSE(twice);
}

}  // namespace
