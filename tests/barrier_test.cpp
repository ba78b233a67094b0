// No process leaves a barrier before the last one has entered it, whichever process is the last.

#include <gtest/gtest.h>

#include "tutti/algorithm.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {
namespace {

TEST(barrier, nobody_leaves_before_the_last_enters) {
  ASSERT_FALSE(catalogue(collective::barrier).empty());
  for (const algorithm* a : catalogue(collective::barrier))
    for (int p = 1; p <= 33; ++p)
      for (int late = 0; late < p; ++late) {
        world w(p, machine{.alpha = 1, .beta = 0, .gamma = 0});
        arrival times(static_cast<std::size_t>(p), 0.0);
        times[static_cast<std::size_t>(late)] = 1000;
        w.begin_at(times);
        w.run([a](process& self) { return a->run(self, {}); });
        for (int r = 0; r < p; ++r)
          ASSERT_GE(w.of(r).clock, 1000) << "barrier." << a->name << ", p = " << p << ": process " << r
                                         << " leaves while " << late << " has not entered";
      }
}

}  // namespace
}  // namespace tutti
