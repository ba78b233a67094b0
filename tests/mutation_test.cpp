// Tests the proof itself by algorithms with a typical mistake, each beside the correct text. prove() must
// find the mistake, with a message that names it, and must accept the correct text. The algorithms are in
// mutation/.

#include "mutation/mutation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "engine/proved_barrier.hpp"
#include "mutation/prices.hpp"
#include "mutation/texts.hpp"

namespace tutti::tests {
namespace {

using enum collective;

mutations of_all_kinds() {
  mutations all;
  for (const auto& of_a_kind :
       {of_results(), of_memory(), of_communication(), of_prices(), of_layouts(), of_nodes(), of_barriers()})
    all.insert(all.end(), of_a_kind.begin(), of_a_kind.end());
  return all;
}

class Mutation : public testing::TestWithParam<mutation> {};

TEST_P(Mutation, is_caught_and_named) {
  const mutation& m = GetParam();
  instance at = m.how;
  at.of = &m.wrong, at.p = m.p, at.root = m.root, at.count = 12, at.nodes = m.nodes;
  const finding f = prove(at);
  ASSERT_FALSE(f.wrong.empty()) << describe(at);
  EXPECT_EQ(f.wrong.front().substr(0, std::string_view(m.named).size()), m.named);
}

// The proof of the catalogue looks at these cases: it would have caught it, without being told where.
TEST_P(Mutation, is_caught_among_the_cases_of_every_algorithm) {
  const mutation& m = GetParam();
  std::size_t caught = 0;
  for_each_case(m.wrong, {.p = {1, 2, 3, 4, 5, 6}}, [&](const instance& i) {
    caught += !prove(i).wrong.empty();
    return caught == 0;
  });
  EXPECT_GT(caught, 0U);
}

TEST_P(Mutation, is_all_that_is_wrong) {
  const mutation& m = GetParam();
  for_each_case(m.right, {.p = {1, 2, 3, 4, 5, 6, 7, 8}}, [&](const instance& i) {
    for (const std::string& w : prove(i).wrong) ADD_FAILURE() << describe(i) << ": " << w;
    return !HasFailure();
  });
}

// An element with two errors is reported once. Correct results of other processes are not compared with a
// wrong process 0.
TEST(Findings, do_not_repeat_themselves) {
  const algorithm swapped{allreduce,          "swapped",          "", "", {.power_of_two = true},
                          run_exchange<true>, logarithmic_reduced};
  const finding f = prove({.of = &swapped, .p = 2, .count = 1});
  ASSERT_EQ(f.wrong.size(), 1U);
  EXPECT_EQ(
      f.wrong[0],
      "process 0, element 0: expected x0[0] .. x1[0] in rank order (or declare .needs = {.commutative = "
      "true}), found (x1[0] x0[0])");
}

TEST(Findings, are_of_cases_whose_names_hold_what_they_depend_on) {
  const auto name = [](collective of, const instance& rest) {
    algorithm a{of, "mine", "", "", {}, nullptr, nullptr};
    instance i = rest;
    i.of = &a;
    return describe(i);
  };
  EXPECT_EQ(name(bcast, {.p = 5, .root = 2}), "bcast.mine, p = 5, root 2, 1 element");
  EXPECT_EQ(name(allreduce, {.p = 5, .count = 0}), "allreduce.mine, p = 5, 0 elements");
  EXPECT_EQ(name(shift, {.p = 5, .root = 2, .count = 7}), "shift.mine, p = 5, distance 2, 7 elements");
  EXPECT_EQ(name(barrier, {.p = 5}), "barrier.mine, p = 5");
  constexpr loggp_levels on{.within{{.L = 2e-6, .g = 1e-6}}, .between{{.L = 1, .g = 5e-7}}};
  EXPECT_EQ(
      name(bcast, {.p = 5, .machine = &on}),
      "bcast.mine, p = 5, root 0, 1 element, L = 1e+06 us, g = 0.5 us (within nodes L = 2 us, g = 1 us)");
  EXPECT_EQ(name(gatherv, {.p = 3, .pieces = 2, .counts = {1, 0, 1}, .in_place = true}),
            "gatherv.mine, p = 3, root 0, counts 1 0 1, M = 2, in place");
}

TEST(Barriers, are_run_with_even_and_odd_ranks_that_are_last) {
  for (const int p : {2, 3, 127, 128, 129, 255, 256, 300, 512, 1000, 4096}) {
    std::array<int, 2> even_and_odd{};
    for_each_last(p, [&](int last, const network&, const arrival& times) {
      EXPECT_EQ(std::ranges::count(times, late), 1);
      EXPECT_EQ(times[static_cast<std::size_t>(last)], late);
      return ++even_and_odd[static_cast<std::size_t>(last % 2)] > 0;
    });
    const auto [even, odd] = even_and_odd;
    EXPECT_GE(even + odd, std::min(p, 80)) << p;
    EXPECT_LE(even - odd, 1) << p;
  }
}

INSTANTIATE_TEST_SUITE_P(Proof, Mutation, testing::ValuesIn(of_all_kinds()),
                         [](const auto& one) { return std::string(one.param.mistake); });

}  // namespace
}  // namespace tutti::tests
