// Links that messages share: routes, lanes of nodes, uplinks of switches, the bisection.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "on_engine.hpp"
#include "tutti/model/closed_forms.hpp"

namespace tutti::tests {
namespace {

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

}  // namespace
}  // namespace tutti::tests
