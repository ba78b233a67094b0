// When a waiting process keeps its processor: after a yield that gave a time slice to another program.

#include "mpi/progress/yielding.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace {

using tutti::mpi::yielding;
using namespace std::chrono_literals;

constexpr yielding::clock::time_point start{1h};

TEST(Yielding, IsAllowedAtFirst) { EXPECT_TRUE(yielding().allowed(start)); }

TEST(Yielding, GoesOnWhileYieldsAreShort) {
  yielding y;
  y.note(start, start + 3us);
  EXPECT_TRUE(y.allowed(start + 3us));
  y.note(start + 3us, start + 3us + yielding::slice);
  EXPECT_TRUE(y.allowed(start + 3us + yielding::slice));
}

TEST(Yielding, PausesAfterALongOne) {
  yielding y;
  const auto end = start + yielding::slice + 1ns;
  y.note(start, end);
  EXPECT_FALSE(y.allowed(end));
  EXPECT_FALSE(y.allowed(end + yielding::pause - 1ns));
  EXPECT_TRUE(y.allowed(end + yielding::pause));
  y.note(end + yielding::pause, end + yielding::pause + 1us);
  EXPECT_TRUE(y.allowed(end + yielding::pause + 1us));
}

TEST(Yielding, KnowsWhetherMoreThreadsWaitThanThereAreProcessors) {
  yielding y;
  const yielding::waiting_thread first(y);
  EXPECT_FALSE(y.too_many_wait());
  {
    const yielding::waiting_thread second(y);
    EXPECT_TRUE(y.too_many_wait());
    y.has_processors(2);
    EXPECT_FALSE(y.too_many_wait());
    const yielding::waiting_thread third(y);
    EXPECT_TRUE(y.too_many_wait());
  }
  EXPECT_FALSE(y.too_many_wait());
}

TEST(Yielding, NeverPausesIfTheUserSaysSo) {
  yielding y;
  y.never_pause();
  y.note(start, start + 10 * yielding::slice);
  EXPECT_TRUE(y.allowed(start + 10 * yielding::slice));
}

}  // namespace
