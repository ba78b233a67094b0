// Networks that store a message at each hop.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "on_engine.hpp"

namespace tutti::tests {
namespace {

constexpr double latency = 2, bandwidth = 4;
double hop(double bytes) { return latency + bytes / bandwidth; }
network stored_on(topology_ptr links) {
  network on;
  on.model = store_and_forward_model(latency, bandwidth);
  on.links = std::move(links);
  return on;
}

// Process 0 sends to all others, the farthest of a linear array first, or last.
task deal(process& self, std::size_t bytes, bool farthest_first) {
  const int p = self.size();
  const buffer data = room(bytes);
  for (int k = 1; k < p; ++k) {
    const int r = farthest_first ? p - k : k;
    if (self.rank() == 0) co_await self.send(data, r);
    if (self.rank() == r) co_await self.recv(data, 0);
  }
}

TEST(store_and_forward, a_sender_is_free_when_its_message_has_left_the_first_link) {
  for (const int p : {2, 3, 8}) {
    // Farthest first, the messages follow one another on the array and all arrive at once; farthest last, the
    // last one sets out after p - 2 others.
    EXPECT_DOUBLE_EQ(
        time_of(p, stored_on(linear_array(p)), [](process& self) { return deal(self, 8, true); }),
        (p - 1) * hop(8));
    EXPECT_DOUBLE_EQ(
        time_of(p, stored_on(linear_array(p)), [](process& self) { return deal(self, 8, false); }),
        (p - 2 + p - 1) * hop(8));
  }
}

TEST(store_and_forward, messages_meet_on_a_link_only_when_they_are_on_it_at_once) {
  // On an array 0 - 1 - 2 - 3, 0 -> 2 and 1 -> 3 both take the link 1 -> 2, one after the other if they begin
  // together.
  const auto program = [](process& self) {
    const int r = self.rank();
    return exchange_with(self, r < 2 ? r + 2 : nobody, r < 2 ? nobody : r - 2, 8);
  };
  EXPECT_DOUBLE_EQ(time_of(4, stored_on(linear_array(4)), program), 2 * hop(8));
  // If 1 begins when the message of 0 has reached it, they share the link: twice the time of their bytes. 0
  // -> 2 has then arrived, 1 -> 3 has one more hop to go.
  world w(4, stored_on(linear_array(4)));
  w.without_data();
  w.begin_at({0, hop(8), 0, 0});
  w.run(program);
  EXPECT_DOUBLE_EQ(w.of(0).clock, hop(8));
  EXPECT_DOUBLE_EQ(w.of(2).clock, hop(8) + latency + 2 * 8 / bandwidth);
  EXPECT_DOUBLE_EQ(w.of(3).clock, hop(8) + latency + 2 * 8 / bandwidth + hop(8));
}

task both_neighbours_to_one(process& self) {  // 0 and 4 of an array send to 2, which takes both at once
  const buffer data = room(8);
  if (self.rank() == 0 || self.rank() == 4) co_await self.send(data, 2);
  if (self.rank() != 2) co_return;
  std::array<transfer, 2> both{transfer{{}, nobody, data, 4}, transfer{{}, nobody, data, 0}};
  const std::span<transfer> list(both);
  co_await self.together(list);
}

TEST(store_and_forward, a_receiver_is_occupied_from_the_last_link_on) {
  const auto program = [](process& self) { return both_neighbours_to_one(self); };
  network on = stored_on(linear_array(5));
  EXPECT_DOUBLE_EQ(time_of(5, on, program),
                   3 * hop(8));  // both take their first hop, then one port takes one by one
  on.ports = 2;
  EXPECT_DOUBLE_EQ(time_of(5, on, program), 2 * hop(8));
}

TEST(store_and_forward, a_message_within_a_node_is_one_hop) {
  EXPECT_DOUBLE_EQ(
      time_of(2, stored_on(cluster(1, 2, 1)), [](process& self) { return one_message(self, 8); }), hop(8));
}

TEST(store_and_forward, data_arrives_though_its_sender_has_gone_on) {
  int seen = 0;
  world w(3, stored_on(linear_array(3)));
  w.run([&](process& self) { return overwrite(self, &seen, 2); });
  EXPECT_EQ(seen, 7);
  EXPECT_DOUBLE_EQ(w.of(0).clock, hop(sizeof seen));
  EXPECT_DOUBLE_EQ(w.of(2).clock, 2 * hop(sizeof seen));
}

}  // namespace
}  // namespace tutti::tests
