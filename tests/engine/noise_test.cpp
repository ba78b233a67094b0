// Interruptions of processes, in all models: what waits for them, and for how long.

#include "tutti/machine/noise.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "on_engine.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/full_name.hpp"

namespace tutti::tests {
namespace {

TEST(noise, takes_its_share_of_each_process_once_in_each_period) {
  for (const bool random : {false, true}) {
    const interruptions noise{.period = 1, .length = 0.1, .random = random, .seed = 7};
    for (int r = 0; r < 50; ++r) {
      EXPECT_NEAR(noise.after(r, 0, 9), 10, 0.21);
      // In the time of a hundred periods. The first and the last one of the process may be cut off.
      int interrupted = 0;
      for (int k = 0; k < 10000; ++k) interrupted += noise.free_from(r, k * 1e-2) > k * 1e-2;
      EXPECT_NEAR(interrupted, 1000, 20);
      const double both = noise.free_from(r, r + 1, 3.05);
      EXPECT_EQ(noise.free_from(r, both), both);
      EXPECT_EQ(noise.free_from(r + 1, both), both);
    }
  }
}

// A collective begins at time 0, which must be as likely to be interrupted as any other time.
TEST(noise, interrupts_the_same_share_of_processes_at_any_time) {
  for (const bool random : {false, true}) {
    const interruptions noise{.period = 1, .length = 0.1, .random = random, .seed = 11};
    for (const double time : {0.0, 0.05, 0.95, 1.0, 17.0, 123.456}) {
      int interrupted = 0;
      for (int r = 0; r < 10000; ++r) interrupted += noise.free_from(r, time) > time;
      EXPECT_NEAR(interrupted, 1000, 120) << time;  // four standard deviations
    }
  }
}

TEST(noise, delays_a_message_until_both_ends_are_free) {
  const interruptions noise{.period = 100, .length = 20, .random = true, .seed = 3};
  for (double begin = 0; begin < 2000; begin += 7) {
    world w(2, network(slow));
    w.without_data();
    w.begin_at({begin, begin});
    w.interrupt_by(noise);
    w.run([](process& self) { return one_message(self, 8); });
    EXPECT_DOUBLE_EQ(w.time(), noise.free_from(0, 1, begin) + 3 + 0.5 * 8);
  }
}

TEST(noise, stretches_combining) {
  const interruptions noise{.period = 100, .length = 20, .random = true, .seed = 5};
  for (double begin = 0; begin < 2000; begin += 7) {
    world w(2, network(slow));
    w.without_data();
    w.begin_at({begin, begin});
    w.interrupt_by(noise);
    w.run([](process& self) -> task {
      co_await one_message(self, 8);
      if (self.rank() == 1) self.reduce({}, room(8), room(8));
    });
    EXPECT_DOUBLE_EQ(w.time(), noise.after(1, noise.free_from(0, 1, begin) + 3 + 0.5 * 8, 0.25 * 8));
  }
}

TEST(noise, stretches_the_overheads_of_a_message) {
  const interruptions noise{.period = 100, .length = 20, .random = false, .seed = 3};
  for (double begin = 0; begin < 300; begin += 7)
    for (const network& on : {with_protocols(), logp_network({.L = 6, .o = 2, .g = 4})}) {
      world w(2, on);
      w.without_data();
      w.begin_at({begin, begin});
      w.interrupt_by(noise);
      w.run([](process& self) { return one_message(self, 1); });
      const double between = on.has_protocols() ? 6 + 1 : 6;
      EXPECT_DOUBLE_EQ(w.time(), noise.after(1, noise.after(0, begin, 2) + between, 2));
    }
}

// The same noise has the same effect; no noise is the usual run. No algorithm is faster for it by more than
// the order of messages that meet can change.
TEST(noise, of_a_seed_is_always_the_same) {
  for (const algorithm* a : catalogue(collective::allreduce)) {
    const shape s{.p = 16, .bytes = 4096, .pieces = a->stages ? 4 : 1};
    predict_options quiet, noisy;
    noisy.noise = make_interruptions("period=50us,length=10us,random,seed=2");
    const network on{machine{}};
    const double without = predict(*a, s, on, quiet).seconds, with = predict(*a, s, on, noisy).seconds;
    EXPECT_GT(with, without) << full_name(*a);
    EXPECT_EQ(with, predict(*a, s, on, noisy).seconds) << full_name(*a);
  }
}

TEST(noise, each_mistake_is_one_clear_sentence) {
  const auto error = [](const char* text) -> std::string {
    try {
      (void)make_interruptions(text);
    } catch (const std::invalid_argument& wrong) {
      return wrong.what();
    }
    return "no error";
  };
  EXPECT_EQ(error("period=1ms,length=10us,random,seed=7"), "no error");
  EXPECT_EQ(error("period=1ms"), "noise: length is missing");
  EXPECT_EQ(error("period=1ms,length=500us"),
            "noise: length must be above 0, and less than half of the period");
  EXPECT_EQ(error("period=1ns,length=1ps"), "noise: period must be at least 1us");
  EXPECT_EQ(error("period=1ms,length=1us,often"), "noise: expected name=value, found 'often'");
  EXPECT_EQ(error("period=1ms,length=1us,seed=-1"), "noise: seed must not be negative");
}

}  // namespace
}  // namespace tutti::tests
