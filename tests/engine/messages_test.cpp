// The times of messages on models of all kinds, the sharing of ports, and the record of messages in a trace.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "on_engine.hpp"
#include "tutti/engine/predict.hpp"

namespace tutti::tests {
namespace {

TEST(linear, a_message_takes_alpha_and_beta_for_each_byte) {
  for (const std::size_t n : {0, 1, 10, 1000})
    EXPECT_EQ(time_of(2, slow, [n](process& self) { return one_message(self, n); }),
              3 + 0.5 * static_cast<double>(n));
}

TEST(linear, send_and_receive_at_once_are_one_round) {
  EXPECT_EQ(time_of(5, slow,
                    [](process& self) {
                      return exchange_with(self, ring(self.rank(), 2, 5), ring(self.rank(), -2, 5), 8);
                    }),
            3 + 0.5 * 8);
}

task compute_then_send(process& self, std::size_t reduced) {
  const buffer data = room(reduced), none = room(0);
  if (self.rank() == 0) {
    self.reduce(operation{}, data, data);
    co_await self.send(none, 1);
  } else {
    co_await self.recv(none, 0);
  }
}

TEST(linear, reducing_takes_gamma_for_each_byte) {
  EXPECT_EQ(time_of(2, slow, [](process& self) { return compute_then_send(self, 40); }), 0.25 * 40 + 3);
}

TEST(ports, one_is_shared_by_the_transfers_of_a_list) {
  for (const int p : {2, 3, 7, 16}) {
    EXPECT_EQ(time_of(p, unit, [](process& self) { return star(self, 4); }), p - 1);
    EXPECT_EQ(time_of(p, unit, [](process& self) { return everything_at_once(self, 4); }), p - 1);
  }
}

TEST(ports, several_serve_several_at_once) {
  network three = unit;
  three.ports = 3;
  for (const int p : {2, 4, 5, 17}) {
    EXPECT_EQ(time_of(p, three, [](process& self) { return star(self, 4); }), std::ceil((p - 1) / 3.0));
    EXPECT_EQ(time_of(p, three, [](process& self) { return everything_at_once(self, 4); }),
              std::ceil((p - 1) / 3.0));
  }
}

task receive_from_both(process& self, std::vector<int>* order) {
  const buffer data = room(1);
  if (self.rank() != 0) {
    co_await self.send(data, 0);
    order->push_back(self.rank());
    co_return;
  }
  std::array<transfer, 2> both{transfer{{}, nobody, data, 1}, transfer{{}, nobody, data, 2}};
  const std::span<transfer> list(both);
  co_await self.together(list);
}

TEST(ports, who_is_ready_first_is_served_first) {
  std::vector<int> order;
  const auto program = [&](process& self) { return receive_from_both(self, &order); };
  EXPECT_EQ(time_of(3, unit, program, {0, 5, 0}), 6);  // 2 from 0 to 1, then 1 from 5 to 6
  EXPECT_EQ(order, (std::vector<int>{2, 1}));
  order.clear();
  EXPECT_EQ(time_of(3, unit, program, {0, 0.5, 0}), 2);  // 1 has to wait for the port
  EXPECT_EQ(order, (std::vector<int>{2, 1}));
  order.clear();
  EXPECT_EQ(time_of(3, unit, program), 2);  // both at once: the order of the list
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

task crossed(process& self) {  // the lists name their partners in opposite orders: no deadlock
  const buffer data = room(1);
  const int a = self.rank() < 2 ? 2 : 1, b = self.rank() < 2 ? 3 : 0;
  std::array<transfer, 2> both{
      self.rank() < 2 ? transfer{data, a, {}, nobody} : transfer{{}, nobody, data, a},
      self.rank() < 2 ? transfer{data, b, {}, nobody} : transfer{{}, nobody, data, b}};
  const std::span<transfer> list(both);
  co_await self.together(list);
}

TEST(ports, lists_in_opposite_orders_do_not_wait_for_each_other) {
  EXPECT_LE(time_of(4, unit, [](process& self) { return crossed(self); }), 3);
}

TEST(models, piecewise_pairwise_hierarchical_store_and_forward) {
  const auto message = [](std::size_t n) { return [n](process& self) { return one_message(self, n); }; };
  network on;
  on.model = piecewise_model({{0, 1, 2}, {10, 5, 0.5}});
  EXPECT_EQ(time_of(2, on, message(9)), 1 + 18);
  EXPECT_EQ(time_of(2, on, message(10)), 5 + 5);
  on.model = pairwise_model(2, {9, 2, 3, 9}, {9, 0.5, 9, 9});
  EXPECT_EQ(time_of(2, on, message(4)), 2 + 2);
  on.model = hierarchical_model({{2, 1, 0}, {3, 10, 0}, {5, 100, 0}});
  const auto far = [&](int distance) {
    return time_of(30, on, [distance](process& self) {
      return exchange_with(self, self.rank() == 0 ? distance : nobody, self.rank() == distance ? 0 : nobody,
                           1);
    });
  };
  EXPECT_EQ(far(1), 1);
  EXPECT_EQ(far(2), 10);
  EXPECT_EQ(far(5), 10);
  EXPECT_EQ(far(6), 100);
  on.model = store_and_forward_model(2, 4);
  on.links = linear_array(4);
  EXPECT_EQ(time_of(4, on,
                    [](process& self) {
                      return exchange_with(self, self.rank() == 0 ? 3 : nobody, self.rank() == 3 ? 0 : nobody,
                                           8);
                    }),
            3 * (2 + 8 / 4.0));
}

TEST(determinism, the_same_inputs_give_the_same_times_to_the_last_bit) {
  network on{machine{.alpha = 1e-6, .beta = 0.37e-9, .gamma = 0}};
  on.links = torus({4, 4, 2});
  on.places = random_placement(32, *on.links, 3);
  const arrival noise = random_arrival(32, 1e-5, 11);
  trace first, second;
  const auto program = [](process& self) { return everything_at_once(self, 777); };
  const double a = time_of(32, on, program, noise, &first), b = time_of(32, on, program, noise, &second);
  EXPECT_EQ(a, b);
  ASSERT_EQ(first.messages.size(), 32U * 31U);
  ASSERT_EQ(second.messages.size(), first.messages.size());
  for (std::size_t k = 0; k < first.messages.size(); ++k) {
    EXPECT_EQ(first.messages[k].from, second.messages[k].from);
    EXPECT_EQ(first.messages[k].to, second.messages[k].to);
    EXPECT_EQ(first.messages[k].start, second.messages[k].start);
    EXPECT_EQ(first.messages[k].end, second.messages[k].end);
  }
}

TEST(trace, holds_every_message_with_its_times) {
  trace t;
  time_of(
      3, slow, [](process& self) { return star(self, 4); }, {}, &t);
  ASSERT_EQ(t.messages.size(), 2U);
  EXPECT_EQ(t.messages[1].from, 0);
  EXPECT_EQ(t.messages[1].to, 2);
  EXPECT_EQ(t.messages[1].bytes, 4U);
  EXPECT_EQ(t.messages[1].start, 5);
  EXPECT_EQ(t.messages[1].end, 10);
  EXPECT_EQ(
      table_of_rounds(t),
      "t = 0 (1 message)\n  0 -> 1   4 bytes   until 5\nt = 5 (1 message)\n  0 -> 2   4 bytes   until 10\n");
}

TEST(trace, opens_as_chrome_trace_events) {
  trace t;
  predict_options in;
  in.record = &t;
  (void)predict(*find(collective::bcast, "chain"), {3, 80, 2}, network(slow), in);
  ASSERT_EQ(t.messages.size(), 4U);
  std::ostringstream text;
  write_chrome_trace(t, 3, text);
  const auto json = nlohmann::json::parse(text.str());
  int slices = 0, arrows = 0;
  std::multiset<std::string> data;
  for (const auto& e : json.at("traceEvents")) {
    if (e.at("ph") == "X") {
      ++slices;
      EXPECT_DOUBLE_EQ(e.at("dur"), (3 + 0.5 * 40) * 1e6);
      data.insert(e.at("args").at("data"));
    }
    arrows += e.at("ph") == "s";
  }
  EXPECT_EQ(slices, 8);
  EXPECT_EQ(arrows, 4);
  EXPECT_EQ(data.count("out 0..39"), 4U);
  EXPECT_EQ(data.count("out 40..79"), 4U);
  EXPECT_NE(table_of_rounds(t).find("  0 -> 1   40 bytes   until 46   out 40..79"), std::string::npos)
      << table_of_rounds(t);
}

}  // namespace
}  // namespace tutti::tests
