// Messages by the protocols of MPI libraries: eager, rendezvous, and within a node.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "on_engine.hpp"
#include "tutti/engine/predict.hpp"

namespace tutti::tests {
namespace {

TEST(protocols, a_message_takes_what_the_cost_model_says) {
  for (const std::size_t bytes : {0, 8, 16, 17, 100})
    EXPECT_EQ(time_of(2, with_protocols(), [&](process& self) { return one_message(self, bytes); }),
              10 + static_cast<double>(bytes));
}

std::array<double, 2> clocks_of(std::size_t bytes, const arrival& skews) {
  world w(2, with_protocols());
  w.without_data();
  w.begin_at(skews);
  w.run([&](process& self) { return one_message(self, bytes); });
  return {w.of(0).clock, w.of(1).clock};
}

TEST(protocols, the_sender_of_a_short_message_goes_on_and_that_of_a_long_one_waits) {
  EXPECT_EQ(clocks_of(8, {0, 0}), (std::array<double, 2>{2, 18}));
  EXPECT_EQ(clocks_of(8, {0, 50}), (std::array<double, 2>{2, 52}));  // it has arrived, and takes the overhead
  EXPECT_EQ(clocks_of(20, {0, 0}), (std::array<double, 2>{30, 30}));
  EXPECT_EQ(clocks_of(20, {0, 50}), (std::array<double, 2>{78, 78}));  // asked for at 52, then 6 and 20
}

TEST(protocols, a_process_is_busy_with_one_message_at_a_time) {
  // Process 0 is free for the next message after 2, 4, 6. The last one, without bytes, arrives at 6 + 6 and
  // is taken in until 14.
  EXPECT_EQ(time_of(4, with_protocols(), [](process& self) { return star(self, 0); }), 14);
  // Bytes leave one message after the other, from 8 to 16, 24, 32.
  EXPECT_EQ(time_of(4, with_protocols(), [](process& self) { return star(self, 8); }), 34);
  // Bytes also enter one message after the other, if those of three senders begin to arrive at 8. The last
  // message is taken in until 34.
  const auto to_one = [](process& self) -> task {
    const buffer data = room(8);
    if (self.rank() > 0) co_await self.send(data, 0);
    for (int i = 1; i < self.size() && self.rank() == 0; ++i) co_await self.recv(data, i);
  };
  EXPECT_EQ(time_of(4, with_protocols(), to_one), 34);
}

TEST(protocols, messages_between_nodes_may_have_another_overhead) {
  network on = with_protocols();
  on.model = hierarchical_model({{.size = 2, .alpha = 10, .beta = 1}, {.size = 2, .alpha = 20, .beta = 1}});
  on.overhead_between = 5;
  // Process 0 is free after 2, and then after 7 and 12. The last message is under way for 20 - 2 * 5 and is
  // taken in until 27.
  EXPECT_EQ(time_of(4, on, [](process& self) { return star(self, 0); }), 27);
  EXPECT_EQ(time_of(2, on, [](process& self) { return star(self, 0); }), 10);
  const network read =
      make_network("hierarchical:2=10s+1s,2=20s+1s,overhead=2s,overhead-between=5s", "", "", 4);
  EXPECT_EQ(time_of(4, read, [](process& self) { return star(self, 0); }), 27);
  // Data of long messages: the first begin after 2 + 2 + 6, the others follow.
  EXPECT_EQ(time_of(4, on, [](process& self) { return star(self, 20); }), 10 + 3 * 20);
}

TEST(protocols, an_overhead_between_nodes_needs_nodes_and_an_overhead) {
  const auto why_not = [](const network& on) -> std::string {
    try {
      on.check(4);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  network on = with_protocols();
  on.overhead_between = 5;
  EXPECT_EQ(why_not(on), "an overhead between nodes means something only on a machine with nodes");
  on.model = hierarchical_model({{.size = 2, .alpha = 10, .beta = 1}, {.size = 2, .alpha = 20, .beta = 1}});
  EXPECT_EQ(why_not(on), "");
  on.overhead_between = -1;
  EXPECT_EQ(why_not(on), "the overhead between nodes must be a time, not negative, and at most 1e12 s");
  on.overhead_between = 5;
  on.overhead = 0;
  EXPECT_EQ(why_not(on), "an overhead between nodes means something only beside an overhead");
}

// As an MPI library does, which looks for messages when the process waits.
TEST(protocols, a_process_sends_before_it_takes_in_what_has_arrived) {
  const auto along = [](process& self) -> task {
    const int after = self.rank() < 2 ? self.rank() + 1 : nobody, before = self.rank() - 1;
    co_await self.sendrecv(room(0), after, room(0), before >= 0 ? before : nobody);
  };
  trace messages;
  // The first message arrives at 8. Process 1, which starts at 20, sends until 22, and its message arrives at
  // 28.
  EXPECT_EQ(time_of(3, with_protocols(), along, {0, 20, 0}, &messages), 30);
  EXPECT_EQ(messages.messages.front().end, 24);
  // Process 1 starts at 4 and sends until 6, 8 and 10: it has not sent all when the message arrives. The last
  // one is taken in until 18.
  const auto to_many = [](process& self) -> task {
    if (self.rank() == 0) co_await self.send(room(0), 1);
    if (self.rank() > 1) co_await self.recv(room(0), 1);
    if (self.rank() != 1) co_return;
    std::vector<transfer> all{{.in = room(0), .from = 0}};
    for (const int to : {2, 3, 4}) all.push_back({.out = room(0), .to = to});
    co_await self.together(all);
  };
  trace of_many;
  EXPECT_EQ(time_of(5, with_protocols(), to_many, {0, 4, 0, 0, 0}, &of_many), 18);
  EXPECT_EQ(of_many.messages.front().end, 12);
}

task one_message_to_the_next(process& self, std::size_t bytes) {
  const buffer data = room(bytes);
  if (self.rank() % 2 == 0) co_await self.send(data, self.rank() + 1);
  if (self.rank() % 2 == 1) co_await self.recv(data, self.rank() - 1);
}

TEST(protocols, a_nodes_memory_is_shared) {
  network on = with_protocols();
  on.links = cluster(1, 4, 1, 1);
  on.sharing = link_sharing::max_min;
  const auto pairs = [](process& self) { return one_message_to_the_next(self, 8); };
  EXPECT_EQ(time_of(2, on, pairs), 18);
  // Two pairs: each end takes 2 + 4. Alone it would have two thirds of the memory's speed; it has half of it.
  EXPECT_EQ(time_of(4, on, pairs), 8 + 6 + 8);
  on.links = cluster(1, 4, 1, 2);
  EXPECT_EQ(time_of(4, on, pairs), 18);
}

// Of one node, with room in its memory for all messages at full speed.
network of_one_node(bool in_order) {
  network on = with_protocols();
  on.links = cluster(1, 4, 1, 4);
  on.sharing = link_sharing::max_min;
  on.in_order = in_order;
  on.eager = 1e9;
  return on;
}
constexpr std::size_t longer = longest_through_ring + 1;

// Process 0 sends to all others at once, or receives from all.
task star_of_a_node(process& self, bool out, std::size_t bytes) {
  std::vector<transfer> all;
  for (int r = 1; r < self.size() && self.rank() == 0; ++r)
    all.push_back(out ? transfer{.out = room(bytes), .to = r} : transfer{.in = room(bytes), .from = r});
  if (self.rank() > 0)
    all.push_back(out ? transfer{.in = room(bytes), .from = 0} : transfer{.out = room(bytes), .to = 0});
  co_await self.together(all);
}

TEST(protocols, a_process_copies_one_message_of_its_node_at_a_time) {
  const auto scatters = [](process& self) { return star_of_a_node(self, true, longer); };
  const auto gathers = [](process& self) { return star_of_a_node(self, false, longer); };
  // Scattered, the messages leave at 2, 4 and 6, and can be copied from 8, 10 and 12 on, for as long as they
  // have bytes. Gathered, they arrive together, at 8.
  EXPECT_EQ(time_of(4, of_one_node(true), scatters), 8 + 3 * longer + 2);
  EXPECT_EQ(time_of(4, of_one_node(false), scatters), 12 + longer + 2);
  EXPECT_EQ(time_of(4, of_one_node(true), gathers), 8 + 3 * longer + 2);
  EXPECT_EQ(time_of(4, of_one_node(false), gathers), 8 + longer + 3 * 2);
}

TEST(protocols, short_messages_of_a_node_are_written_by_one_process_and_read_by_the_other) {
  const auto scatters = [](process& self) { return star_of_a_node(self, true, 8); };
  const auto gathers = [](process& self) { return star_of_a_node(self, false, 8); };
  const auto exchange = [](process& self) -> task {
    co_await self.sendrecv(room(8), 1 - self.rank(), room(8), 1 - self.rank());
  };
  // Each half takes 2 + 4, and the way 6. One process has three halves to do; before or after that, each of
  // the others has one.
  EXPECT_EQ(time_of(4, of_one_node(true), scatters), 3 * 6 + 6 + 6);
  EXPECT_EQ(time_of(4, of_one_node(true), gathers), 6 + 6 + 3 * 6);
  EXPECT_EQ(time_of(2, of_one_node(true), exchange), 18);  // one of each
  // A process that sends and receives at once has all halves to do.
  const auto all_to_all = [](process& self) -> task {
    std::vector<transfer> all;
    for (int i = 1; i < 4; ++i)
      all.push_back({room(8), (self.rank() + i) % 4, room(8), (self.rank() + 4 - i) % 4});
    co_await self.together(all);
  };
  EXPECT_EQ(time_of(4, of_one_node(true), all_to_all), 6 * 6);
  // Between nodes a network does that.
  network far = of_one_node(true);
  far.links = cluster(4, 1, 4, 4);
  EXPECT_EQ(time_of(4, far, scatters), 12 + 8 + 2);
}

// The other processes read the copy that was written for the first one. Of a short message that is half of
// the work. A longer one takes two thirds of its way through memory, because the copy is in a cache.
TEST(protocols, what_goes_to_several_of_a_node_is_copied_once) {
  static std::array<std::byte, 4 * longer> data{};
  const auto star = [](std::size_t bytes, std::size_t apart) {
    return [bytes, apart](process& self) -> task {
      if (self.rank() > 0) {
        co_await self.recv(room(bytes), 0);
        co_return;
      }
      std::vector<transfer> all;
      for (int r = 1; r < self.size(); ++r) {
        const std::byte* const from = data.data() + static_cast<std::size_t>(r) * apart;
        all.push_back({.out = const_buffer(from, bytes, byte_type), .to = r});
      }
      co_await self.together(all);
    };
  };
  network on = of_one_node(true);
  EXPECT_EQ(time_of(4, on, star(8, 8)), 3 * 6 + 6 + 6);
  EXPECT_EQ(time_of(4, on, star(8, 0)), 6 + 2 * 2 + 6 + 6);  // the overhead is that of each
  EXPECT_EQ(time_of(4, on, star(longer, longer)), 8 + 3 * longer + 2);
  EXPECT_EQ(time_of(4, on, star(longer, 0)), 8 + longer + 2);
  on.shares_memory = false;
  EXPECT_EQ(time_of(4, on, star(longer, 0)), 8 + 3 * longer + 2);
  on.shares_memory = true;
  on.links = cluster(1, 4, 1, 1);  // where they share the memory
  EXPECT_NEAR(time_of(4, on, star(longer, 0)), 8 + longer + 2 * longer * 2.0 / 3 + 2, 1e-6);
  on.links = cluster(1, 4, 1);  // where they share nothing
  EXPECT_EQ(time_of(4, on, star(8, 0)), 6 + 2 * 2 + 6 + 6);
  EXPECT_NEAR(time_of(4, on, star(longer, 0)), 8 + longer + 2, 1e-6);
  // Between nodes each is a message of its own.
  on.links = cluster(4, 1, 4, 4);
  EXPECT_EQ(time_of(4, on, star(8, 0)), 12 + 8 + 2);
}

TEST(protocols, what_a_longer_message_takes_to_begin_is_work_within_a_node) {
  const auto one = [](process& self) { return one_message(self, 8); };
  const auto scatters = [](process& self) { return star_of_a_node(self, true, 8); };
  for (const bool in_order : {true, false}) {
    network on = of_one_node(in_order);
    on.model = piecewise_model({{0, 10, 1}, {5, 20, 1}});
    EXPECT_EQ(time_of(2, on, one), 28);
    EXPECT_EQ(time_of(4, on, scatters), in_order ? 3 * 11 + 6 + 11 : 22 + 8 + 2);
  }
}

TEST(protocols, data_arrive_and_who_waits_for_ever_is_said) {
  for (const std::size_t bytes : {8, 40}) {
    std::vector<std::byte> sent(bytes, std::byte{7}), received(bytes);
    world w(2, with_protocols());
    w.run([&](process& self) -> task {
      if (self.rank() == 0) {
        co_await self.send({sent.data(), bytes, byte_type}, 1);
        std::fill(sent.begin(), sent.end(), std::byte{1});  // which is the sender's right
      } else {
        co_await self.recv({received.data(), bytes, byte_type}, 0);
      }
    });
    EXPECT_EQ(received, std::vector<std::byte>(bytes, std::byte{7}));
    const auto nobody_receives = [&](process& self) -> task {
      const buffer data = room(bytes);
      if (self.rank() == 0) co_await self.send(data, 1);
    };
    if (bytes > 16) {
      EXPECT_THROW(time_of(2, with_protocols(), nobody_receives), communication_error);
    }
  }
}

// Ten eager pieces of 1000 bytes to one process: the first arrives after its own bytes, or after those of
// all.
TEST(protocols, keep_the_pieces_of_a_stream_in_order) {
  constexpr int pieces = 10;
  constexpr std::size_t bytes = 1000;
  double first = 0;
  const auto program = [&](process& self) -> task {
    for (int k = 0; k < pieces; ++k) {
      if (self.rank() == 0) co_await self.send(room(bytes), 1);
      if (self.rank() == 1) co_await self.recv(room(bytes), 0);
      if (self.rank() == 1 && k == 0) co_await self.send(room(bytes), 2);  // its end shows when it began
      if (self.rank() == 2 && k == 0) co_await self.recv(room(bytes), 1);
    }
  };
  const auto end_of_second = [&](bool in_order) {
    network on = make_network("hierarchical:1=1us+1ns,3=2us+1ns,overhead=0.01us", "cluster:3x1", "", 3);
    on.in_order = in_order;
    world w(3, on);
    w.without_data();
    w.run(program);
    first = w.of(2).clock;
    return w.time();
  };
  const double streams = end_of_second(true), first_of_streams = first;
  const double shared = end_of_second(false);
  EXPECT_NEAR(first_of_streams, 2 * (2e-6 + 1e-6), 0.1e-6);
  EXPECT_GT(first, 2e-6 + 9e-6);
  EXPECT_NEAR(streams, 2e-6 + 10e-6, 0.3e-6);
  EXPECT_LE(streams, shared + 1e-12);
}

TEST(protocols, packets_of_a_process_leave_its_node_one_after_the_other) {
  network on = with_protocols();
  on.links = cluster(4, 1, 1);
  const auto to_three = [](std::size_t bytes) {
    return [bytes](process& self) { return star(self, bytes); };
  };
  // The packets are on the links from 8 on, each for its bytes. The first has arrived at 16, the last at 32.
  const auto first_end = [&](std::size_t bytes) {
    world w(4, on);
    w.without_data();
    w.run(to_three(bytes));
    return w.of(1).clock;
  };
  EXPECT_EQ(first_end(8), 18);
  EXPECT_EQ(time_of(4, on, to_three(8)), 34);
  // Longer messages share the link. The first one begins alone, 2 before the second, 4 before the third.
  on.eager = std::numeric_limits<double>::infinity();
  constexpr std::size_t several_packets = 10'000;
  EXPECT_GT(first_end(several_packets), 2.9 * several_packets);
}

TEST(protocols, a_message_that_is_faster_than_long_ones_takes_the_time_that_it_has_alone) {
  network on = with_protocols();
  on.model = piecewise_model({{0, 10, 1}, {1000, 10, 20}});
  for (const double lanes : {1, 2}) {
    on.links = cluster(2, 1, lanes);
    EXPECT_EQ(time_of(2, on, [](process& self) { return one_message(self, 16); }), 26) << lanes;
  }
}

TEST(protocols, a_message_takes_the_time_that_it_has_alone_where_long_ones_take_none) {
  network on = with_protocols();
  on.model = piecewise_model({{0, 10, 1}, {1000, 50, 0}});
  for (const bool in_order : {true, false})
    for (const int per_node : {1, 3}) {
      on.in_order = in_order;
      on.links = cluster(3, per_node, 1, 1);
      EXPECT_EQ(time_of(2, on, [](process& self) { return one_message(self, 16); }), 26) << per_node;
      EXPECT_EQ(time_of(2, on, [](process& self) { return one_message(self, 1000); }), 50) << per_node;
    }
}

TEST(protocols, every_algorithm_ends) {
  network on = make_network("hierarchical:3=1us+0.2ns,3=2us+0.4ns,overhead=0.4us,eager=1K",
                            "cluster:3x3,lanes=1,memory=2", "", 7);
  for (const algorithm* a : catalogue())
    for (const double bytes : {0.0, 70.0, 7000.0, 70000.0})
      for (const link_sharing rule : {link_sharing::equal, link_sharing::max_min}) {
        if (a->needs.power_of_two) continue;
        on.sharing = rule;
        const prediction found = predict(*a, {.p = 7, .bytes = bytes, .pieces = 3}, on);
        if (found.messages == 0) continue;
        EXPECT_GT(found.seconds, 0) << name_of(a->of) << "." << a->name;
        predict_options soon;
        soon.give_up_after = found.seconds / 2;
        EXPECT_EQ(predict(*a, {.p = 7, .bytes = bytes, .pieces = 3}, on, soon).seconds,
                  std::numeric_limits<double>::infinity());
        soon.give_up_after = found.seconds;
        EXPECT_EQ(predict(*a, {.p = 7, .bytes = bytes, .pieces = 3}, on, soon).seconds, found.seconds)
            << name_of(a->of) << "." << a->name;
      }
}

}  // namespace
}  // namespace tutti::tests
