// LogP and LogGP: overheads, gaps and the capacity of the network.

#include <gtest/gtest.h>

#include <cstddef>

#include "on_engine.hpp"
#include "tutti/model/closed_forms.hpp"

namespace tutti::tests {
namespace {

task several_messages(process& self, int k, std::size_t bytes) {
  const buffer data = room(bytes);
  for (int i = 0; i < k; ++i) {
    if (self.rank() == 0) co_await self.send(data, 1);
    if (self.rank() == 1) co_await self.recv(data, 0);
  }
}

TEST(log_gp, messages_arrive_when_the_lecture_says) {
  for (const int k : {1, 2, 5})
    for (const std::size_t m : {1, 2, 100}) {
      const double t =
          time_of(2, logp_network(parameters), [=](process& self) { return several_messages(self, k, m); });
      EXPECT_DOUBLE_EQ(t, lecture::loggp_messages(parameters, k, m)) << k << " messages of " << m;
      EXPECT_DOUBLE_EQ(t, 2 + k * static_cast<double>(m - 1) * 0.5 + (k - 1) * 4 + 6 + 2);
    }
}

TEST(log_gp, a_sender_is_busy_for_its_overhead_only) {
  world w(2, logp_network(parameters));
  w.without_data();
  w.run([](process& self) { return one_message(self, 100); });
  EXPECT_EQ(w.of(0).clock, 2);
  EXPECT_EQ(w.of(1).clock, 2 + 99 * 0.5 + 6 + 2);
}

TEST(log_gp, a_message_under_way_has_its_own_data) {
  int seen = 0;
  world w(2, logp_network(parameters));
  w.run([&](process& self) { return overwrite(self, &seen, 1); });
  EXPECT_EQ(seen, 7);
}

// Process 0 combines before it exchanges a message with process 1, whose message arrives meanwhile.
task exchange_after_combining(process& self, std::size_t combined) {
  const buffer data = room(1);
  if (self.rank() == 0) self.reduce({}, room(combined), room(combined));
  co_await self.sendrecv(data, 1 - self.rank(), data, 1 - self.rank());
}

TEST(log_gp, a_process_that_has_combined_sends_before_it_receives) {
  network on = logp_network(parameters);
  on.gamma = 1;
  world w(2, on);
  w.without_data();
  w.run([](process& self) { return exchange_after_combining(self, 100); });
  EXPECT_EQ(w.of(0).clock, 100 + 2 + 2);      // sends, and takes the message in
  EXPECT_EQ(w.of(1).clock, 100 + 2 + 6 + 2);  // its message has left at once
}

task star_logp(process& self) {
  const buffer data = room(1);
  for (int r = 1; r < self.size(); ++r) {
    if (self.rank() == 0) co_await self.send(data, r);
    if (self.rank() == r) co_await self.recv(data, 0);
  }
}

TEST(log_p, a_star_scatters_in_the_best_possible_time) {
  const loggp logp{.L = 6, .o = 2, .g = 4};
  for (const int p : {2, 3, 9})
    EXPECT_EQ(time_of(p, logp_network(logp), [](process& self) { return star_logp(self); }),
              lecture::logp_scatter_star(logp, p, 1));
}

// Broadcast along the tree of the dynamic programme: processes first .. first + n - 1, of which `first` has
// the item.
task broadcast_in(process& self, const lecture::logp_tree* tree) {
  const buffer data = room(1);
  int first = 0, n = self.size();
  while (n > 1) {  // the last split[n] of the range go to the child
    const int i = tree->split[static_cast<std::size_t>(n)], child = first + n - i;
    if (self.rank() == first) co_await self.send(data, child);
    if (self.rank() == child) co_await self.recv(data, first);
    if (self.rank() >= child)
      first = child, n = i;
    else
      n -= i;
  }
}

TEST(log_p, the_tree_of_the_dynamic_programme_takes_its_value) {
  for (const loggp& m :
       {loggp{.L = 6, .o = 2, .g = 4}, loggp{.L = 20, .o = 1, .g = 1}, loggp{.L = 1, .o = 1, .g = 3}}) {
    const lecture::logp_tree tree = lecture::logp_broadcast(m, 64);
    for (const int p : {2, 3, 8, 23, 64})
      EXPECT_DOUBLE_EQ(time_of(p, logp_network(m), [&](process& self) { return broadcast_in(self, &tree); }),
                       tree.time[static_cast<std::size_t>(p)])
          << "p = " << p << ", L = " << m.L;
  }
}

TEST(log_p, the_recurrence_waits_for_a_gap_that_nobody_needs) {
  const loggp m{.L = 1, .o = 1, .g = 10};
  EXPECT_EQ(lecture::logp_broadcast(m, 2).time[2], 10);
  EXPECT_EQ(time_of(2, logp_network(m), [](process& self) { return one_message(self, 1); }), 3);
}

task all_to_zero(process& self) {
  const buffer data = room(1);
  if (self.rank() > 0) {
    co_await self.send(data, 0);
    co_return;
  }
  for (int r = 1; r < self.size(); ++r) co_await self.recv(data, r);
}

TEST(log_p, the_network_holds_no_more_messages_for_one_than_its_capacity) {
  // L = 8, g = 4: two in transit to process 0. Ejection at 2 + 8 = 10, then every 4; the third may leave at
  // 10.
  const loggp bounded{.L = 8, .o = 2, .g = 4};
  world w(5, logp_network(bounded));
  w.without_data();
  w.run([](process& self) { return all_to_zero(self); });
  EXPECT_EQ(w.of(1).clock, 2);
  EXPECT_EQ(w.of(2).clock, 2);
  EXPECT_EQ(w.of(3).clock, 10);
  EXPECT_EQ(w.of(4).clock, 14);
  EXPECT_EQ(w.of(0).clock, 22 + 2);  // the last is ejected at 22
  loggp unbounded = bounded;
  unbounded.capacity = false;
  world free(5, logp_network(unbounded));
  free.without_data();
  free.run([](process& self) { return all_to_zero(self); });
  EXPECT_EQ(free.of(4).clock, 2);
}

}  // namespace
}  // namespace tutti::tests
