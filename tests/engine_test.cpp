// The embedded engine: ports, the order of service, LogP and LogGP, shared links, arrival, determinism, deadlocks.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "engine/events.hpp"
#include "engine/running.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/sensitivity.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/model/closed_forms.hpp"

namespace tutti {
namespace {

constexpr machine unit{.alpha = 1, .beta = 0, .gamma = 0};
constexpr machine slow{.alpha = 3, .beta = 0.5, .gamma = 0.25};

// Messages as MPI libraries send them: alpha 10 of which 2 at each end, beta 1, eager up to 16 bytes.
network with_protocols() {
  network on(machine{.alpha = 10, .beta = 1, .gamma = 0});
  on.overhead = 2;
  on.eager = 16;
  return on;
}

// Buffers of a run without data.
buffer room(std::size_t bytes) { return {nullptr, bytes, byte_type}; }

double time_of(int p, const network& on, const std::function<task(process&)>& program,
               const arrival& skews = {}, trace* record = nullptr) {
  world w(p, on);
  w.without_data();
  if (!skews.empty()) w.begin_at(skews);
  if (record) w.record(*record);
  w.run(program);
  return w.time();
}

task one_message(process& self, std::size_t bytes) {
  const buffer data = room(bytes);
  if (self.rank() == 0) co_await self.send(data, 1);
  if (self.rank() == 1) co_await self.recv(data, 0);
}

task several_messages(process& self, int k, std::size_t bytes) {
  const buffer data = room(bytes);
  for (int i = 0; i < k; ++i) {
    if (self.rank() == 0) co_await self.send(data, 1);
    if (self.rank() == 1) co_await self.recv(data, 0);
  }
}

task exchange_with(process& self, int to, int from, std::size_t bytes) {
  const buffer data = room(bytes);
  co_await self.sendrecv(data, to, data, from);
}

task one_message_to_the_next(process& self, std::size_t bytes) {
  const buffer data = room(bytes);
  if (self.rank() % 2 == 0) co_await self.send(data, self.rank() + 1);
  if (self.rank() % 2 == 1) co_await self.recv(data, self.rank() - 1);
}

// Process 0 sends to all others at once.
task star(process& self, std::size_t bytes) {
  const buffer data = room(bytes);
  if (self.rank() > 0) {
    co_await self.recv(data, 0);
    co_return;
  }
  const workspace<transfer> all(static_cast<std::size_t>(self.size() - 1));
  for (int r = 1; r < self.size(); ++r) all[static_cast<std::size_t>(r - 1)] = {data, r, buffer{}, nobody};
  const std::span<transfer> list(all.data(), all.size());
  co_await self.together(list);
}

// All send to and receive from all others at once, in shifted order.
task everything_at_once(process& self, std::size_t bytes) {
  const int p = self.size();
  const buffer data = room(bytes);
  const workspace<transfer> all(static_cast<std::size_t>(p - 1));
  for (int k = 1; k < p; ++k)
    all[static_cast<std::size_t>(k - 1)] = {data, ring(self.rank(), k, p), data, ring(self.rank(), -k, p)};
  const std::span<transfer> list(all.data(), all.size());
  co_await self.together(list);
}

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

TEST(arrival, processes_begin_when_they_arrive) {
  EXPECT_EQ(time_of(2, unit, [](process& self) { return one_message(self, 1); }, {2, 7}), 8);
  const arrival noise = random_arrival(100, 2.5, 7);
  EXPECT_EQ(noise, random_arrival(100, 2.5, 7));
  EXPECT_NE(noise, random_arrival(100, 2.5, 8));
  for (const double t : noise) EXPECT_TRUE(t >= 0 && t < 2.5);
}

sensitivity of(const algorithm& a, const shape& s, const network& on, const arrival& skews) {
  std::vector<double> ends, together;
  predict_options in{.skews = skews, .ends = &ends};
  const double seconds = predict(a, s, on, in).seconds;
  in = {.ends = &together};
  (void)predict(a, s, on, in);
  const sensitivity found = sensitivity_of(skews, ends, together);
  EXPECT_EQ(seconds, *std::ranges::max_element(skews) + found.after_last);
  return found;
}

arrival late(int p, int rank, double seconds) {
  arrival skews(static_cast<std::size_t>(p));
  skews[static_cast<std::size_t>(rank)] = seconds;
  return skews;
}

TEST(arrival, at_once_is_what_no_arrival_is) {
  for (const network& on : {network(slow), with_protocols()})
    for (int c = 0; c < collectives; ++c)
      for (const algorithm* a : catalogue(static_cast<collective>(c))) {
        if (a->needs.ways || is_neighbourhood(a->of)) continue;
        const shape s{.p = 8, .bytes = 800, .pieces = a->stages ? 3 : 1};
        const sensitivity found = of(*a, s, on, arrival(8));
        EXPECT_EQ(found.after_last, found.together) << a->name;
        EXPECT_EQ(found.mean_inside, found.mean_inside_together) << a->name;
        EXPECT_EQ(found.held_up, 0) << a->name;
        EXPECT_EQ(found.last_arrival, 0) << a->name;
        EXPECT_TRUE(std::isnan(found.absorbed())) << a->name;
        EXPECT_EQ(found.together, predict(*a, s, on).seconds) << a->name;
      }
}

// Process 0 sends to 1, 2 and 4 one after the other, 1 to 3 and 5, 2 to 6, 3 to 7: together all end at 3.
TEST(arrival, all_wait_for_the_root_of_a_broadcast) {
  const algorithm& a = *find(collective::bcast, "binomial");
  const sensitivity s = of(a, {8, 1, 1}, network(unit), late(8, 0, 50));
  EXPECT_EQ(s.together, 3);
  EXPECT_EQ(s.last_arrival, 50);
  EXPECT_EQ(s.after_last, 3);
  EXPECT_EQ(s.absorbed(), 0);
  EXPECT_EQ(s.mean_inside_together, 3);
  EXPECT_EQ(s.mean_inside, (3 + 7 * 53) / 8.0);
  EXPECT_EQ(s.held_up, 7);
}

// Its parent waits for it if a message occupies both ends, and nobody if the message leaves before it is asked for.
TEST(arrival, a_late_leaf_holds_up_its_parent_or_nobody) {
  const algorithm& a = *find(collective::bcast, "binomial");
  const sensitivity both = of(a, {8, 1, 1}, network(unit), late(8, 7, 50));
  EXPECT_EQ(both.after_last, 1);
  EXPECT_EQ(both.absorbed(), 2 / 3.0);
  EXPECT_EQ(both.held_up, 1);  // process 3; the late one itself is inside for 1 instead of 3
  EXPECT_EQ(both.mean_inside, (6 * 3 + 51 + 1) / 8.0);
  const sensitivity eager = of(a, {8, 1, 1}, with_protocols(), late(8, 7, 50));
  EXPECT_EQ(eager.after_last, 2);  // the overhead
  EXPECT_EQ(eager.held_up, 0);
}

// A chain from process 4 to the root, process 0, of one block: the root is late, or the process at the other end.
TEST(arrival, a_reduction_does_its_work_before_a_late_root_comes) {
  const algorithm& a = *find(collective::reduce, "chain");
  const sensitivity root = of(a, {5, 1, 1}, network(unit), late(5, 0, 50));
  EXPECT_EQ(root.together, 4);
  EXPECT_EQ(root.after_last, 1);
  EXPECT_EQ(root.absorbed(), 3 / 4.0);
  EXPECT_EQ(root.held_up, 1);  // process 1, which could send after 3
  const sensitivity early = of(a, {5, 1, 1}, network(unit), late(5, 0, 3));
  EXPECT_EQ(early.after_last, 1);
  EXPECT_EQ(early.absorbed(), 1);
  EXPECT_EQ(early.held_up, 0);
  const sensitivity end = of(a, {5, 1, 1}, network(unit), late(5, 4, 50));
  EXPECT_EQ(end.after_last, 4);
  EXPECT_EQ(end.absorbed(), 0);
  EXPECT_EQ(end.held_up, 4);
}

TEST(arrival, sensitivity_wants_as_many_ends_as_beginnings) {
  EXPECT_THROW((void)sensitivity_of({}, {}, {}), std::invalid_argument);
  EXPECT_THROW((void)sensitivity_of({0, 1}, {1}, {1, 1}), std::invalid_argument);
  EXPECT_THROW((void)sensitivity_of({0, 1}, {1, 2}, {1}), std::invalid_argument);
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

// LogP and LogGP: the lecture's "A more detailed model".
const loggp parameters{.L = 6, .o = 2, .g = 4, .G = 0.5};

network logp_network(const loggp& m) {
  network on;
  on.model = loggp_model(m);
  return on;
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

// Broadcast along the tree of the dynamic programme: processes first .. first + n - 1, of which `first` has the item.
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
  // L = 8, g = 4: two in transit to process 0. Ejection at 2 + 8 = 10, then every 4; the third may leave at 10.
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

task overwrite(process& self, int* seen, int reader) {
  int value = 7;
  if (self.rank() == 0) {
    const const_buffer out(reinterpret_cast<const std::byte*>(&value), sizeof value, byte_type);
    co_await self.send(out, reader);
    value = 8;  // the send has ended: the buffer is free, though the message is under way
  } else if (self.rank() == reader) {
    const buffer in(reinterpret_cast<std::byte*>(seen), sizeof *seen, byte_type);
    co_await self.recv(in, 0);
  }
}

TEST(log_gp, a_message_under_way_has_its_own_data) {
  int seen = 0;
  world w(2, logp_network(parameters));
  w.run([&](process& self) { return overwrite(self, &seen, 1); });
  EXPECT_EQ(seen, 7);
}

// How a set of messages lies in a network: the longest route and the most messages over one link at once.
embedding embed(const std::vector<std::pair<int, int>>& messages, const network& in) {
  embedding e;
  std::vector<int> load(static_cast<std::size_t>(in.links->links())), route;
  for (const auto& [from, to] : messages) {
    route.clear();
    in.links->route(in.place_of(from), in.place_of(to), route);
    e.dilation = std::max(e.dilation, static_cast<int>(route.size()));
    for (const int l : route)
      e.congestion = std::max(e.congestion, ++load[static_cast<std::size_t>(l)] / in.links->capacity(l));
  }
  return e;
}

TEST(contention, an_exchange_of_a_hypercube_on_a_ring_is_scaled_by_its_congestion) {
  network on{slow};
  on.links = ring_of(16);
  for (const int d : {1, 2, 4}) {
    std::vector<std::pair<int, int>> pairs;
    for (int r = 0; r < 16; ++r) pairs.emplace_back(r, r ^ d);
    const embedding e = embed(pairs, on);
    EXPECT_EQ(e.dilation, d);
    EXPECT_EQ(e.congestion, d);
    EXPECT_DOUBLE_EQ(
        time_of(16, on,
                [d](process& self) { return exchange_with(self, self.rank() ^ d, self.rank() ^ d, 100); }),
        3 + d * 0.5 * 100);
  }
}

TEST(contention, the_engine_reports_what_the_embedding_says) {
  for (const topology_ptr& t : {ring_of(16), torus({4, 4}), hypercube(4), switch_tree(16), fat_tree(4, 4, 2)})
    for (const cost_model_ptr& model : {linear_model(3, 0.5), store_and_forward_model(3, 2)})
      for (const int d : {1, 2, 4, 8}) {
        network on;
        on.model = model;
        on.links = t;
        std::vector<std::pair<int, int>> pairs;
        for (int r = 0; r < 16; ++r) pairs.emplace_back(r, r ^ d);
        const embedding e = embed(pairs, on);
        world w(16, on);
        w.without_data();
        w.run([d](process& self) { return exchange_with(self, self.rank() ^ d, self.rank() ^ d, 100); });
        EXPECT_EQ(w.on_links().dilation, e.dilation) << t->name() << ", distance " << d;
        if (model->stores_and_forwards())
          EXPECT_LE(w.on_links().congestion, e.congestion) << t->name() << ", distance " << d;
        else
          EXPECT_EQ(w.on_links().congestion, e.congestion) << t->name() << ", distance " << d;
      }
}

TEST(contention, e_cube_routes_of_pairs_and_shifts_do_not_meet) {
  network on{slow};
  on.links = hypercube(5);
  for (int k = 1; k < 32; ++k) {
    EXPECT_EQ(
        time_of(32, on,
                [k](process& self) { return exchange_with(self, self.rank() ^ k, self.rank() ^ k, 8); }),
        7);
    EXPECT_EQ(time_of(32, on,
                      [k](process& self) {
                        return exchange_with(self, ring(self.rank(), k, 32), ring(self.rank(), -k, 32), 8);
                      }),
              textbook::shift_routed(8, slow))
        << "shift by " << k;
  }
}

task two_to_the_end(process& self) {  // on an array 0 - 1 - 2 - 3: 0 -> 2 and 1 -> 3 share the link 1 -> 2
  const buffer small = room(100), large = room(300);
  switch (self.rank()) {
    case 0: co_await self.send(small, 2); break;
    case 1: co_await self.send(large, 3); break;
    case 2: co_await self.recv(small, 0); break;
    default: co_await self.recv(large, 1);
  }
}

TEST(contention, when_one_has_ended_the_other_has_the_link_for_itself) {
  network on{machine{.alpha = 0, .beta = 1, .gamma = 0}};
  on.links = linear_array(4);
  world w(4, on);
  w.without_data();
  w.run([](process& self) { return two_to_the_end(self); });
  EXPECT_DOUBLE_EQ(w.of(2).clock, 200);        // 100 at half speed
  EXPECT_DOUBLE_EQ(w.of(3).clock, 200 + 200);  // 100 at half speed, 200 at full
}

// Three messages, of so many seconds alone: 0 -> 3, 1 -> 2 and 2 -> 4, all from the start on.
task three_on_two_links(process& self, std::array<std::size_t, 3> bytes) {
  const buffer a = room(bytes[0]), b = room(bytes[1]), c = room(bytes[2]);
  switch (self.rank()) {
    case 0: co_await self.send(a, 3); break;
    case 1: co_await self.send(b, 2); break;
    case 2: {
      std::array<transfer, 2> both{transfer{c, 4, {}, nobody}, transfer{{}, nobody, b, 1}};
      const std::span<transfer> list(both);
      co_await self.together(list);
      break;
    }
    case 3: co_await self.recv(a, 0); break;
    default: co_await self.recv(c, 2);
  }
}

// Links x and y, x with half the capacity: what 0 sends takes both, what 1 sends x, what 2 sends y.
class two_links final : public topology {
 public:
  [[nodiscard]] int places() const override { return 5; }
  [[nodiscard]] int links() const override { return 2; }
  void route(int from, int /*to*/, std::vector<int>& links) const override {
    if (from == 0 || from == 1) links.push_back(0);
    if (from == 0 || from == 2) links.push_back(1);
  }
  [[nodiscard]] double capacity(int link) const override { return link == 0 ? 0.5 : 1; }
  [[nodiscard]] int diameter() const override { return 2; }
  [[nodiscard]] double bisection_width() const override { return 1; }
  [[nodiscard]] std::string name() const override { return "two links"; }
};

std::array<double, 3> ends_of_three(link_sharing rule, const std::array<std::size_t, 3>& bytes) {
  network on{machine{.alpha = 0, .beta = 1, .gamma = 0}};
  on.links = std::make_shared<two_links>();
  on.sharing = rule;
  world w(5, on);
  w.without_data();
  w.run([&](process& self) { return three_on_two_links(self, bytes); });
  return {w.of(3).clock, w.of(1).clock, w.of(4).clock};
}

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
  EXPECT_EQ(clocks_of(8, {0, 50}),
            (std::array<double, 2>{2, 52}));  // it is there already, and takes the overhead
  EXPECT_EQ(clocks_of(20, {0, 0}), (std::array<double, 2>{30, 30}));
  EXPECT_EQ(clocks_of(20, {0, 50}), (std::array<double, 2>{78, 78}));  // asked for at 52, then 6 and 20
}

TEST(protocols, a_process_is_busy_with_one_message_at_a_time) {
  // Process 0 is free for the next after 2, 4, 6, and the last one without bytes is there at 6 + 6, taken in until 14.
  EXPECT_EQ(time_of(4, with_protocols(), [](process& self) { return star(self, 0); }), 14);
  // Bytes leave one message after the other, from 8 to 16, 24, 32.
  EXPECT_EQ(time_of(4, with_protocols(), [](process& self) { return star(self, 8); }), 34);
  // And enter so, if three senders' first are there at 8; the last message is taken in until 34.
  const auto to_one = [](process& self) -> task {
    const buffer data = room(8);
    if (self.rank() > 0) co_await self.send(data, 0);
    for (int i = 1; i < self.size() && self.rank() == 0; ++i) co_await self.recv(data, i);
  };
  EXPECT_EQ(time_of(4, with_protocols(), to_one), 34);
}

// As an MPI library does, which looks for messages when the process waits.
TEST(protocols, a_process_sends_before_it_takes_in_what_has_arrived) {
  const auto along = [](process& self) -> task {
    const int after = self.rank() < 2 ? self.rank() + 1 : nobody, before = self.rank() - 1;
    co_await self.sendrecv(room(0), after, room(0), before >= 0 ? before : nobody);
  };
  trace messages;
  // The first message is there at 8. Process 1, which comes at 20, sends until 22, and what it sends is there at 28.
  EXPECT_EQ(time_of(3, with_protocols(), along, {0, 20, 0}, &messages), 30);
  EXPECT_EQ(messages.messages.front().end, 24);
  // Process 1 comes at 4 and has not sent all when the message is there: 6, 8 and 10; 18 is when the last has been taken in.
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

TEST(protocols, a_nodes_memory_is_shared) {
  network on = with_protocols();
  on.links = cluster(1, 4, 1, 1);
  on.sharing = link_sharing::max_min;
  const auto pairs = [](process& self) { return one_message_to_the_next(self, 8); };
  EXPECT_EQ(time_of(2, on, pairs), 18);
  EXPECT_EQ(time_of(4, on, pairs), 26);  // two of them have half the speed each
  on.links = cluster(1, 4, 1, 2);
  EXPECT_EQ(time_of(4, on, pairs), 18);
}

// Of one node, with room in its memory for all messages at full speed.
network of_one_node(bool in_order) {
  network on = with_protocols();
  on.links = cluster(1, 4, 1, 4);
  on.sharing = link_sharing::max_min;
  on.in_order = in_order;
  return on;
}

// Process 0 sends to all others at once, or receives from all.
task star(process& self, bool out, std::size_t bytes) {
  std::vector<transfer> all;
  for (int r = 1; r < self.size() && self.rank() == 0; ++r)
    all.push_back(out ? transfer{.out = room(bytes), .to = r} : transfer{.in = room(bytes), .from = r});
  if (self.rank() > 0)
    all.push_back(out ? transfer{.in = room(bytes), .from = 0} : transfer{.out = room(bytes), .to = 0});
  co_await self.together(all);
}

TEST(protocols, a_process_copies_one_message_of_its_node_at_a_time) {
  const auto scatters = [](process& self) { return star(self, true, 8); };
  const auto gathers = [](process& self) { return star(self, false, 8); };
  const auto exchange = [](process& self) -> task {
    co_await self.sendrecv(room(8), 1 - self.rank(), room(8), 1 - self.rank());
  };
  // They leave at 2, 4 and 6 and could be copied from 8, 10 and 12 on, for 8 each; or come together, from 8 on.
  EXPECT_EQ(time_of(4, of_one_node(true), scatters), 8 + 3 * 8 + 2);
  EXPECT_EQ(time_of(4, of_one_node(false), scatters), 12 + 8 + 2);
  EXPECT_EQ(time_of(4, of_one_node(true), gathers), 8 + 3 * 8 + 2);
  EXPECT_EQ(time_of(4, of_one_node(false), gathers), 8 + 8 + 3 * 2);
  EXPECT_EQ(time_of(2, of_one_node(true), exchange), 18);  // one out and one in
  // Between nodes a network does that.
  network far = of_one_node(true);
  far.links = cluster(4, 1, 4, 4);
  EXPECT_EQ(time_of(4, far, scatters), 12 + 8 + 2);
}

TEST(protocols, what_a_longer_message_takes_to_begin_is_work_within_a_node) {
  const auto one = [](process& self) { return one_message(self, 8); };
  const auto scatters = [](process& self) { return star(self, true, 8); };
  for (const bool in_order : {true, false}) {
    network on = of_one_node(in_order);
    on.model = piecewise_model({{0, 10, 1}, {5, 20, 1}});
    EXPECT_EQ(time_of(2, on, one), 28);
    EXPECT_EQ(time_of(4, on, scatters), in_order ? 8 + 3 * 18 + 2 : 22 + 8 + 2);
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

// Ten eager pieces of 1000 bytes to one process: the first arrives after its own bytes, or after those of all.
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

TEST(sharing, equal_shares_leave_what_a_message_cannot_use) {
  // x gives 1/4 to each, y 1/2 to each. The first has ended at 400, the second too; the third at 200.
  EXPECT_EQ(ends_of_three(link_sharing::equal, {100, 100, 100}), (std::array<double, 3>{400, 400, 200}));
}

TEST(sharing, an_event_keeps_what_versions_are_compared_by) {
  constexpr std::uint32_t many = (1U << event::version_bits) + 5;
  events all;
  all.add(1, happening::bunch_ends, 7, many);
  const event e = all.take();
  EXPECT_EQ(e.who, 7U);
  EXPECT_EQ(static_cast<happening>(e.what), happening::bunch_ends);
  EXPECT_EQ(e.version, event::kept(many));
  EXPECT_NE(e.version, event::kept(many + 1));
}

TEST(sharing, max_min_leaves_it_to_the_neighbours) {
  // x gives 1/4 to each; y has 3/4 left for the third, which needs 300 / (3/4) = 400 alone with them.
  EXPECT_EQ(ends_of_three(link_sharing::max_min, {100, 100, 300}), (std::array<double, 3>{400, 400, 400}));
  // The third ends at 60 / (3/4) = 80; nothing changes for the two, which x holds.
  EXPECT_EQ(ends_of_three(link_sharing::max_min, {100, 100, 60}), (std::array<double, 3>{400, 400, 80}));
  // The second ends at 10 / (1/4) = 40. Then x gives 1/2 to the first, so y gives 1/2 to the third, which has had
  // 30 of its 60: it ends at 100. The first has 100 - 10 left at 40: at 1/2 until the end, 40 + 180.
  EXPECT_EQ(ends_of_three(link_sharing::max_min, {100, 10, 60}), (std::array<double, 3>{220, 40, 100}));
}

TEST(sharing, both_rules_agree_where_all_links_are_equally_loaded) {
  for (const topology_ptr& t : {ring_of(16), torus({4, 4}), hypercube(4), fat_tree(4, 4, 2)})
    for (const int d : {1, 2, 4, 8}) {
      network on{slow};
      on.links = t;
      const auto exchange = [d](process& self) {
        return exchange_with(self, self.rank() ^ d, self.rank() ^ d, 100);
      };
      const double equal = time_of(16, on, exchange);
      on.sharing = link_sharing::max_min;
      EXPECT_EQ(time_of(16, on, exchange), equal) << t->name() << ", distance " << d;
    }
}

TEST(sharing, max_min_is_faster_where_loads_differ) {
  network on{machine{.alpha = 0, .beta = 1, .gamma = 0}};
  on.links = mesh({6, 6});
  on.places = random_placement(36, *on.links, 5);
  const auto program = [](process& self) { return everything_at_once(self, 64); };
  const double equal = time_of(36, on, program);
  on.sharing = link_sharing::max_min;
  const double fair = time_of(36, on, program), again = time_of(36, on, program);
  EXPECT_LT(fair, equal);
  EXPECT_EQ(fair, again);
  EXPECT_GE(fair * (1 + 1e-9), lecture::alltoall_bisection_bound(36, 64, {.alpha = 0, .beta = 1}, *on.links));
}

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
    // Farthest first, the messages follow one another on the array and all arrive at once; farthest last, the last one
    // sets out after p - 2 others.
    EXPECT_DOUBLE_EQ(
        time_of(p, stored_on(linear_array(p)), [](process& self) { return deal(self, 8, true); }),
        (p - 1) * hop(8));
    EXPECT_DOUBLE_EQ(
        time_of(p, stored_on(linear_array(p)), [](process& self) { return deal(self, 8, false); }),
        (p - 2 + p - 1) * hop(8));
  }
}

TEST(store_and_forward, messages_meet_on_a_link_only_when_they_are_on_it_at_once) {
  // On an array 0 - 1 - 2 - 3, 0 -> 2 and 1 -> 3 both take the link 1 -> 2, one after the other if they begin together.
  const auto program = [](process& self) {
    const int r = self.rank();
    return exchange_with(self, r < 2 ? r + 2 : nobody, r < 2 ? nobody : r - 2, 8);
  };
  EXPECT_DOUBLE_EQ(time_of(4, stored_on(linear_array(4)), program), 2 * hop(8));
  // If 1 begins when the message of 0 has reached it, they share the link: twice the time of their bytes. 0 -> 2 has then
  // arrived, 1 -> 3 has one more hop to go.
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

TEST(contention, lanes_of_a_node) {
  network on{machine{.alpha = 1, .beta = 1, .gamma = 0}};
  const auto shift = [](process& self) {
    return exchange_with(self, ring(self.rank(), 8, 16), ring(self.rank(), -8, 16), 10);
  };
  for (const int lanes : {1, 2, 4, 8, 16}) {
    on.links = cluster(2, 8, lanes);
    EXPECT_DOUBLE_EQ(time_of(16, on, shift), 1 + 10 * std::max(1.0, 8.0 / lanes));
  }
}

TEST(contention, uplinks_of_a_switch) {
  network on{machine{.alpha = 1, .beta = 1, .gamma = 0}};
  const auto exchange_at = [&on](int distance) {
    return time_of(8, on, [distance](process& self) {
      return exchange_with(self, self.rank() ^ distance, self.rank() ^ distance, 10);
    });
  };
  for (const double uplinks : {1, 2, 4}) {
    on.links = cluster(8, 1, 1, 0, {.nodes = 4, .uplinks = uplinks});
    EXPECT_DOUBLE_EQ(exchange_at(1), 11);
    EXPECT_DOUBLE_EQ(exchange_at(2), 11);
    EXPECT_DOUBLE_EQ(exchange_at(4), 1 + 10 * 4 / uplinks);
  }
}

TEST(contention, no_more_than_the_bisection_lets_through) {
  const machine on{.alpha = 0, .beta = 1, .gamma = 0};
  for (const topology_ptr& t : {ring_of(16), linear_array(16), torus({4, 4}), mesh({4, 4}), hypercube(4),
                                switch_tree(16), fat_tree(4, 4, 2)}) {
    network n{on};
    n.links = t;
    const double time = time_of(16, n, [](process& self) { return everything_at_once(self, 3); });
    EXPECT_GE(time * (1 + 1e-9), lecture::alltoall_bisection_bound(16, 3, on, *t)) << t->name();
  }
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

task receive_first(process& self) {
  const buffer data = room(24);
  co_await self.recv(data, ring(self.rank(), 1, self.size()));
  co_await self.send(data, ring(self.rank(), -1, self.size()));
}

std::string failure_of(int p, const std::function<task(process&)>& program, const network& on = unit) {
  try {
    time_of(p, on, program);
  } catch (const communication_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(deadlock, says_who_waits_for_whom_where_and_in_which_cycle) {
  const std::string text = failure_of(3, [](process& self) { return receive_first(self); });
  EXPECT_NE(text.find("deadlock: 3 of 3 processes wait for ever"), std::string::npos) << text;
  EXPECT_NE(text.find("process 0 waits to receive 24 bytes from 1, in engine_test.cpp:"), std::string::npos)
      << text;
#if !defined(__clang__)  // some of which name no function in a coroutine
  EXPECT_NE(text.find("receive_first"), std::string::npos) << text;
#endif
  EXPECT_NE(text.find("a cycle: 0 -> 1 -> 2 -> 0 (3 processes)"), std::string::npos) << text;
}

task second_of_a_group(process& self) {  // processes 1 and 3 of four, as a group of two
  const buffer data = room(5);
  group odd(self, 1, 2, 2);
  if (odd.rank() == 1) co_await odd.recv(data, 0);
}
task pair_in_four(process& self) {
  if (self.rank() % 2 == 1) co_await second_of_a_group(self);
}

TEST(deadlock, one_process_waits_for_one_of_the_whole_though_it_asked_a_group) {
  const std::string text = failure_of(4, [](process& self) { return pair_in_four(self); });
  EXPECT_EQ(text.find("deadlock: 1 of 4 processes waits for ever\n"
                      "  process 3 waits to receive 5 bytes from 1 (which has ended), in engine_test.cpp:"),
            0U)
      << text;
#if !defined(__clang__)  // see above
  EXPECT_NE(text.find("second_of_a_group"), std::string::npos) << text;
#endif
  EXPECT_EQ(text.find("cycle"), std::string::npos) << text;
}

TEST(deadlock, names_a_partner_that_has_ended_and_stays_short) {
  const std::string text = failure_of(
      1000, [](process& self) { return exchange_with(self, self.rank() == 0 ? nobody : 0, nobody, 8); });
  EXPECT_NE(text.find("999 of 1000"), std::string::npos);
  EXPECT_NE(text.find("process 1 waits to send 8 bytes to 0 (which has ended)"), std::string::npos) << text;
  EXPECT_NE(text.find("and 987 more"), std::string::npos) << text;
  EXPECT_LT(text.size(), 2000U);
}

task different_lengths(process& self) {
  const buffer data = room(self.rank() == 0 ? 8 : 9);
  if (self.rank() == 0)
    co_await self.send(data, 1);
  else
    co_await self.recv(data, 0);
}

TEST(errors, lengths_that_do_not_match_and_partners_that_are_not_there) {
  network eager = with_protocols(), asked_for = with_protocols();
  asked_for.eager = 0;
  for (const network& on : {network(unit), logp_network(parameters), eager, asked_for}) {
    const bool sender_is_there = !on.model->overheads();  // LogGP's has gone on when it is received
    const std::string lengths = failure_of(
        2, [](process& self) { return different_lengths(self); }, on);
    EXPECT_TRUE(lengths.starts_with("message from process 0 to process 1: 8 bytes into room for 9, "))
        << lengths;
    EXPECT_NE(lengths.find(", received in engine_test.cpp:"), std::string::npos) << lengths;
    EXPECT_EQ(lengths.find(", sent in engine_test.cpp:") != std::string::npos, sender_is_there) << lengths;
    const std::string partner = failure_of(
        1, [](process& self) { return one_message(self, 1); }, on);
    EXPECT_TRUE(partner.starts_with("process 0 sends to 1, outside 0..0, in engine_test.cpp:")) << partner;
  }
  const std::string from = failure_of(2, [](process& self) -> task { co_await self.recv(room(1), -2); });
  EXPECT_TRUE(from.starts_with("process 0 receives from -2, outside 0..1, in engine_test.cpp:")) << from;
}

// On two processes that have data.
std::string failure_with_data(const std::function<task(process&, buffer)>& program) {
  std::array<std::byte, 2 * 16> data{};
  world w(2, unit);
  try {
    w.run(
        [&](process& self) { return program(self, buffer(data.data() + 16 * self.rank(), 16, byte_type)); });
  } catch (const communication_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(errors, of_a_network_come_before_anything_looks_at_it) {
  EXPECT_THROW(world(2, network()), std::invalid_argument);
  network on(unit);
  on.ports = 0;
  EXPECT_THROW(world(2, on), std::invalid_argument);
}

TEST(errors, of_lengths_that_a_prediction_cannot_have) {
  const auto with = [](collective c, const char* name, std::vector<int> lengths) {
    predict_options in;
    in.lengths = std::move(lengths);
    return predict(*find(c, name), {.p = 3, .bytes = 30}, network(unit), in).seconds;
  };
  EXPECT_GT(with(collective::gatherv, "star", {0, 20, 10}), 0);
  EXPECT_THROW(with(collective::gatherv, "star", {0, 31, -1}), std::invalid_argument);
  EXPECT_THROW(with(collective::gatherv, "star", {15, 15}), std::invalid_argument);
  EXPECT_THROW(with(collective::gather, "star", {10, 10, 10}), std::invalid_argument);
  EXPECT_THROW(with(collective::bcast, "chain", {10, 10, 10}), std::invalid_argument);
}

TEST(errors, of_local_work_name_the_process_and_what_it_did_before) {
  const std::string small = failure_with_data([](process& self, buffer data) -> task {
    const buffer half = data.slice(0, 8);
    co_await self.sendrecv(half, 1 - self.rank(), data.slice(8, 8), 1 - self.rank());
    if (self.rank() == 1) self.copy(data, half);
  });
  EXPECT_TRUE(small.starts_with("process 1: copies 16 bytes into room for 8, after engine_test.cpp:"))
      << small;
  EXPECT_EQ(
      failure_with_data([](process& self, buffer data) -> task {
        self.copy(data, buffer{});
        co_return;
      }),
      "process 0: copies 16 bytes into room for 0 (an empty buffer, as c.out and c.recv are on a process "
      "without a result)");
  EXPECT_EQ(
      failure_with_data([](process& self, buffer data) -> task {
        self.copy(const_buffer{}, data);
        co_return;
      }),
      "process 0: copies 0 bytes (an empty buffer: tutti/algorithm.hpp says which processes have c.in and "
      "c.send) into room for 16");
  EXPECT_EQ(
      failure_with_data([](process& self, buffer data) -> task {
        self.reduce({}, data.slice(0, 1), data.slice(0, 8));
        co_return;
      }),
      "process 0: reduces 1 element of 1 byte with 8 elements of 1 byte, but both operands have to be alike");
  EXPECT_EQ(failure_with_data([](process& self, buffer data) -> task {
              self.merge({}, data.slice(0, 1), data.slice(1, 1), data.slice(2, 3));
              co_return;
            }),
            "process 0: merges 1 and 1 elements into room for 3");
}

TEST(errors, a_process_that_only_communicates_with_nobody_does_not_end) {
  const std::string text = failure_with_data([](process& self, buffer data) -> task {
    while (self.rank() == 1) co_await self.send(data, nobody);
  });
  EXPECT_TRUE(text.starts_with(
      "process 1 does not end: its last 1048576 communications had no partner, in engine_test.cpp:"))
      << text;
  // As many with messages between them are no such loop.
  EXPECT_EQ(failure_with_data([](process& self, buffer data) -> task {
              for (int i = 0; i < 3; ++i) {
                for (int k = 0; k < 1 << 19; ++k) co_await self.send(data, nobody);
                if (self.rank() == 0) co_await self.send(data, 1);
                if (self.rank() == 1) co_await self.recv(data, 0);
              }
            }),
            "nothing");
}

TEST(errors, whose_turn_it_is_can_be_asked) {
  EXPECT_EQ(running_process(), -1);
  world w(3, unit);
  w.run([&](process& self) -> task {
    EXPECT_EQ(running_process(), self.rank());
    if (self.rank() < 2) co_await self.sendrecv(room(0), 1 - self.rank(), room(0), 1 - self.rank());
    EXPECT_EQ(running_process(), self.rank());
    time_of(2, unit, [](process& inner) { return one_message(inner, 1); });  // a world of its own
    EXPECT_EQ(running_process(), self.rank());
  });
  EXPECT_EQ(running_process(), -1);
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
}  // namespace tutti
