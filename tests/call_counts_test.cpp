// The counts of calls for the report.

#include "mpi/observe/call_counts.hpp"

#include <gtest/gtest.h>

using namespace tutti::mpi;

TEST(Histogram, OfSeveralProcessesHasRoomForTheirCallsTogether) {
  histogram all;
  all.add(5);
  for (int k = 0; k < 32; ++k) {  // twice as many each time
    const histogram others = all;
    all.add(others);
  }
  EXPECT_DOUBLE_EQ(all.median(), 5);
  histogram few;
  few.add(7);
  all.add(few);
  EXPECT_DOUBLE_EQ(all.median(), 5);
}
