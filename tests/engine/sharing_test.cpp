// The two rules by which messages share a link: equal shares, and max-min fair ones.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/events.hpp"
#include "on_engine.hpp"
#include "tutti/model/closed_forms.hpp"

namespace tutti::tests {
namespace {

// Three messages, 0 -> 3, 1 -> 2 and 2 -> 4, all from the start on. Each would take bytes[i] seconds alone.
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

// Links x and y, x with half the capacity: messages of 0 take both, those of 1 x, those of 2 y.
class two_links final : public topology {
 public:
  [[nodiscard]] int places() const override { return 5; }
  [[nodiscard]] int links() const override { return 2; }
  void route(int from, int /*to*/, std::vector<int>& links) const override {
    if (from == 0 || from == 1) links.push_back(0);
    if (from == 0 || from == 2) links.push_back(1);
  }
  [[nodiscard]] std::string routing() const override { return "given"; }
  [[nodiscard]] double capacity(int link) const override { return link == 0 ? 0.5 : 1; }
  [[nodiscard]] int degree() const override { return 2; }
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

TEST(sharing, equal_shares_leave_what_a_message_cannot_use) {
  // x gives 1/4 to each, y 1/2 to each. The first has ended at 400, the second too; the third at 200.
  EXPECT_EQ(ends_of_three(link_sharing::equal, {100, 100, 100}), (std::array<double, 3>{400, 400, 200}));
}

TEST(sharing, max_min_leaves_it_to_the_neighbours) {
  // x gives 1/4 to each; y has 3/4 left for the third, which needs 300 / (3/4) = 400 alone with them.
  EXPECT_EQ(ends_of_three(link_sharing::max_min, {100, 100, 300}), (std::array<double, 3>{400, 400, 400}));
  // The third ends at 60 / (3/4) = 80; nothing changes for the two, which x holds.
  EXPECT_EQ(ends_of_three(link_sharing::max_min, {100, 100, 60}), (std::array<double, 3>{400, 400, 80}));
  // The second ends at 10 / (1/4) = 40. Then x gives 1/2 to the first, so y gives 1/2 to the third, which has
  // had 30 of its 60: it ends at 100. The first has 100 - 10 left at 40: at 1/2 until the end, 40 + 180.
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

TEST(sharing, an_event_keeps_what_versions_are_compared_by) {
  constexpr std::uint32_t many = (1U << event::version_bits) + 5;
  events all;
  all.add(1, event_kind::bunch_ends, 7, many);
  const event e = all.take();
  EXPECT_EQ(e.subject, 7U);
  EXPECT_EQ(static_cast<event_kind>(e.kind), event_kind::bunch_ends);
  EXPECT_EQ(e.version, event::stored_version(many));
  EXPECT_NE(e.version, event::stored_version(many + 1));
}

}  // namespace
}  // namespace tutti::tests
