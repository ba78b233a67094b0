// The first calls on a communicator are decided by prices where a choice in virtual time takes long, and the
// processes of a node share what they find there.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "select/choice.hpp"
#include "select/explain.hpp"
#include "select/shared_choices.hpp"

namespace tutti {
namespace {

struct call_class {
  call_kind of;
  std::size_t bytes;
};

std::vector<call_class> many_classes(int p) {
  std::vector<call_class> all;
  for (int k = 0; k < collectives; ++k) {
    const auto c = static_cast<collective>(k);
    if (is_neighbourhood(c)) continue;
    for (const operator_class op : {operator_class::exact, operator_class::commutative}) {
      if (!combines(c) && op != operator_class::exact) continue;
      for (const std::size_t bytes : {std::size_t{0}, std::size_t{8}, std::size_t{3000}, std::size_t{100000}})
        all.push_back({{c, op}, has_blocks(c) ? bytes * static_cast<std::size_t>(p) : bytes});
    }
  }
  return all;
}

bool rounds(const call_kind& of) { return combines(of.of) && of.op != operator_class::exact; }

bool same(const decision& a, const decision& b) { return a.use == b.use && a.piece == b.piece; }

settings by_prices() {
  settings user;
  user.simulated_messages = 0;
  return user;
}

TEST(first_calls, are_decided_by_prices_until_a_number_of_calls_and_then_by_virtual_time) {
  const settings user, cheap = by_prices();
  for (const surroundings& around : {full_nodes(8, 8), full_nodes(12, 4)}) {
    choices by(user, around), prices(cheap, around);
    for (const auto& [of, bytes] : many_classes(around.p)) {
      const unsigned calls = by.reason(of, bytes).early.calls;
      EXPECT_LE(calls, by.early_calls());
      for (const unsigned n : {1u, 2u, calls, calls + 1, 2 * calls, ~0u}) {
        const decision d = by.choose_early(of, bytes, n);
        EXPECT_TRUE(same(d, n > 0 && n <= calls ? prices.choose(of, bytes) : by.choose(of, bytes)) || n == 0)
            << name_of(of.of) << " " << bytes << " call " << n;
      }
    }
  }
}

// Another algorithm would give later calls other bits.
TEST(first_calls, of_sums_that_round_are_decided_as_later_ones) {
  settings user;
  for (const std::optional<unsigned> after : {std::optional<unsigned>(), std::optional(100u)}) {
    user.simulate_after = after;
    choices by(user, full_nodes(12, 4));
    for (const auto& [of, bytes] : many_classes(12))
      if (rounds(of)) {
        EXPECT_TRUE(same(by.choose_early(of, bytes, 1), by.choose(of, bytes))) << name_of(of.of);
        EXPECT_EQ(by.reason(of, bytes).early.calls, 0u);
      }
  }
}

TEST(first_calls, are_decided_as_later_ones_where_the_user_decides_or_the_choice_is_short) {
  settings user;
  const auto early = [&user](collective c, std::size_t bytes, int p) {
    return choices(user, full_nodes(p, p)).reason({c}, bytes).early.calls;
  };
  EXPECT_EQ(early(collective::bcast, 8, 2), 0u);
  EXPECT_EQ(early(collective::barrier, 0, 4), 0u);
  EXPECT_EQ(early(collective::bcast, 8, 1), 0u);
  EXPECT_GT(early(collective::bcast, 8, 64), 0u);
  user.requested[static_cast<std::size_t>(collective::bcast)].use = find(collective::bcast, "chain");
  EXPECT_EQ(early(collective::bcast, 8, 64), 0u);
  user.requested[static_cast<std::size_t>(collective::bcast)] = {.native = true};
  EXPECT_EQ(early(collective::bcast, 8, 64), 0u);
  EXPECT_GT(early(collective::alltoall, 512, 64), 0u);
  user.simulate_after = 0;
  EXPECT_EQ(early(collective::alltoall, 512, 64), 0u);
  user.simulate_after = 7;
  EXPECT_EQ(early(collective::alltoall, 512, 64), 7u);
  user.simulated_messages = 0;
  EXPECT_EQ(early(collective::alltoall, 512, 64), 0u);
}

TEST(first_calls, are_as_many_however_the_process_rounds_and_a_power_of_four) {
  const settings user;
  const auto numbers = [&user] {
    std::vector<std::tuple<unsigned, const algorithm*>> all;
    choices by(user, full_nodes(12, 4));
    for (const auto& [of, bytes] : many_classes(12)) {
      const early_decision early = by.reason(of, bytes).early;
      EXPECT_TRUE(early.calls == 0 ||
                  (std::has_single_bit(early.calls) && std::countr_zero(early.calls) % 2 == 0));
      all.emplace_back(early.calls, by.choose_early(of, bytes, 1).use);
    }
    return all;
  };
  const auto usual = numbers();
  for (const int way : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(way);
    const auto now = numbers();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(now, usual) << way;
  }
}

// Without data some choices are short, and with much of it some calls take as long as the choice.
TEST(first_calls, simulate_nothing_until_they_have_been_many) {
  const settings user;
  choices by(user, full_nodes(64, 16));
  const std::size_t before = simulations_so_far();
  for (unsigned call = 1; const auto& [of, bytes] : many_classes(64))
    if (!rounds(of) && ((bytes > 0 && bytes < 100000) || !size_known(of.of)))
      for (int times = 0; times < 3; ++times) (void)by.choose_early(of, bytes, std::min(call++, 60u));
  EXPECT_EQ(simulations_so_far(), before);
  (void)by.choose_early({collective::bcast}, 8, by.early_calls() + 1);
  EXPECT_EQ(simulations_so_far(), before + 1);
}

TEST(first_calls, are_explained) {
  const settings user;
  choices by(user, full_nodes(64, 16));
  const std::string text = as_text(by.reason({collective::alltoall}, 64 * 1024), user);
  const early_decision early = by.reason({collective::alltoall}, 64 * 1024).early;
  EXPECT_NE(text.find("for the first " + std::to_string(early.calls) +
                      " calls on a communicator, unless persistent: " + std::string(early.is.use->name)),
            std::string::npos)
      << text;
}

// Answers of the processes of a node, all in this one.
class one_node_choices : public shared_choices {
 public:
  [[nodiscard]] std::optional<answer> ask(const question& about, double seconds) override {
    EXPECT_GT(seconds, 0);
    ++asked;
    const auto known = std::ranges::find(all, about, &std::pair<question, answer>::first);
    return known == all.end() ? std::nullopt : std::optional(known->second);
  }
  void tell(const question& about, const answer& found) noexcept override { all.emplace_back(about, found); }
  std::vector<std::pair<question, answer>> all;
  std::size_t asked = 0;
};

TEST(processes_of_a_node, simulate_each_class_once_and_decide_as_each_alone) {
  settings user;
  user.nominal = std::make_shared<const network>(with_costs(user.platform, 1e-7, 1e-10));
  one_node_choices node;
  for (const surroundings& around : {full_nodes(8, 8), full_nodes(12, 4), full_nodes(12, 4, false)}) {
    choices alone(user, around), first(user, around, &node), second(user, around, &node);
    for (const auto& [of, bytes] : many_classes(around.p)) {
      const decision found = first.choose(of, bytes);
      const std::size_t before = simulations_so_far();
      EXPECT_TRUE(same(second.choose(of, bytes), found));
      const std::vector<decision> more = second.contenders(of, bytes);
      EXPECT_EQ(simulations_so_far(), before) << name_of(of.of) << " " << bytes;
      EXPECT_TRUE(same(alone.choose(of, bytes), found)) << name_of(of.of) << " " << bytes;
      EXPECT_TRUE(std::ranges::equal(more, alone.contenders(of, bytes), same))
          << name_of(of.of) << " " << bytes;
    }
  }
  EXPECT_GE(node.asked, 2 * node.all.size());
}

// An answer for calls that do not block is not one for others, since the user may forbid other algorithms.
TEST(processes_of_a_node, share_only_between_equal_settings) {
  const settings user, posted = user.for_posted();
  one_node_choices node;
  choices by(user, full_nodes(8, 8), &node), of_posted(posted, full_nodes(8, 8), &node);
  (void)by.choose({collective::bcast}, 8);
  (void)of_posted.choose({collective::bcast}, 8);
  EXPECT_EQ(node.all.size(), 2u);
}

}  // namespace
}  // namespace tutti
