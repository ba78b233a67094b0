// Combining while data arrive, and after they have arrived.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "on_engine.hpp"
#include "tutti/engine/predict.hpp"

namespace tutti::tests {
namespace {

network on_arrival(double gamma) {
  network on(machine{.alpha = 3, .beta = 0.5, .gamma = gamma});
  on.combines_on_arrival = true;
  return on;
}

// Process 1 receives 8 bytes, perhaps sends an answer, and combines what it has received `times` times.
double received_and_combined(const network& on, int times, bool answers = false) {
  return time_of(2, on, [=](process& self) -> task {
    co_await one_message(self, 8);
    if (answers && self.rank() == 0) co_await self.recv(room(8), 1);
    if (self.rank() == 0) co_return;
    if (answers) co_await self.send(room(8), 0);
    for (int k = 0; k < times; ++k) self.reduce({}, room(8), room(8));
  });
}

TEST(combining, follows_the_arrival_of_the_data) {
  EXPECT_EQ(received_and_combined(network(machine{.alpha = 3, .beta = 0.5, .gamma = 0.25}), 1), 3 + 4 + 2);
}

TEST(combining, on_arrival_takes_only_what_it_takes_longer_than_the_data) {
  EXPECT_EQ(received_and_combined(on_arrival(0.25), 1), 3 + 4);
  EXPECT_EQ(received_and_combined(on_arrival(0.5), 1), 3 + 4);
  EXPECT_EQ(received_and_combined(on_arrival(2), 1), 3 + 16);
  EXPECT_EQ(received_and_combined(on_arrival(0.25), 2), 3 + 4);
  EXPECT_EQ(received_and_combined(on_arrival(0.25), 5), 3 + 10);  // 4 of 10 seconds while the data arrived
}

TEST(combining, after_another_communication_takes_its_time) {
  EXPECT_EQ(received_and_combined(on_arrival(0.25), 1, true), 3 + 4 + 3 + 4 + 2);
}

TEST(combining, is_hidden_in_a_pipelined_chain) {
  const algorithm& chain = *find(collective::reduce, "chain");
  const shape s{.p = 8, .bytes = 4096, .pieces = 64};
  const auto time = [&](double gamma, bool on_arrival_too) {
    network on(machine{.alpha = 1, .beta = 1, .gamma = gamma});
    on.combines_on_arrival = on_arrival_too;
    return predict(chain, s, on).seconds;
  };
  EXPECT_EQ(time(1, true), time(0, true));
  EXPECT_GT(time(1, false), 1.5 * time(0, false));
  EXPECT_GT(time(2, true), 1.5 * time(0, true));
  EXPECT_LT(time(2, true), time(2, false));
}

TEST(combining, on_arrival_needs_messages_without_overhead) {
  network on = on_arrival(1);
  on.overhead = 0.5;
  EXPECT_THROW(on.check(2), std::invalid_argument);
  EXPECT_NO_THROW(on_arrival(1).check(2));
  EXPECT_TRUE(
      make_network("linear:alpha=1us,beta=1ns,combine-on-arrival=yes", "", "", 2).combines_on_arrival);
}

}  // namespace
}  // namespace tutti::tests
