// The steps in which processes find their places, and what they cost in virtual time.

#include "tutti/algorithmic_latency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "tutti/engine/predict.hpp"
#include "tutti/full_name.hpp"

namespace tutti {
namespace {

using enum collective;

constexpr machine on{.alpha = 2e-6, .beta = 1e-9, .gamma = 0};

std::vector<double> steps(collective c, const char* name, int p, int root = 0) {
  return steps_before_first_message(*find(c, name), {.p = p, .bytes = 8.0 * p}, root);
}
double seconds(collective c, const char* name, int p, double step, int root = 0, int pieces = 1) {
  return predict(*find(c, name), {.p = p, .bytes = 1000, .pieces = pieces}, network(on),
                 {.root = root, .skews = {}, .step = step, .lengths = {}})
      .seconds;
}

// By the lecture's slides: the root of the one takes log2 p steps before it sends, a process of the other as
// many as there are rounds before it receives.
TEST(algorithmic_latency, of_the_lectures_two_binomial_trees) {
  EXPECT_EQ(steps(bcast, "binomial", 8), (std::vector<double>{3, 1, 2, 1, 3, 1, 2, 1}));
  EXPECT_EQ(steps(bcast, "binomial_bit_reversed", 8), (std::vector<double>{0, 1, 2, 2, 3, 3, 3, 3}));
  EXPECT_EQ(steps(bcast, "binomial", 4, 3), (std::vector<double>{1, 2, 1, 2}));
}

// "No harmful algorithmic latency": if a step takes no longer than a message, the process that the root sends
// to first is late by its step, and no other one is late. With the other numbering all wait for the steps of
// the root.
TEST(algorithmic_latency, is_harmful_or_harmless_as_the_lecture_says) {
  const double message = on.alpha + 1000 * on.beta;
  for (int p = 2; p <= 300; p += 1 + p / 16)
    for (const int root : {0, p / 2})
      for (const double step : {message / 3, message}) {
        const double q = ceil_log2(p);
        EXPECT_DOUBLE_EQ(seconds(bcast, "binomial_bit_reversed", p, step, root), q * message + step) << p;
        EXPECT_DOUBLE_EQ(seconds(bcast, "binomial", p, step, root), q * (message + step)) << p;
      }
}

// Each process finds both its schedules in O(log^2 p) steps, as Traeff proves: O(log p) for each of log p + 1
// schedules.
TEST(algorithmic_latency, of_circulant_schedules_is_quadratic_in_the_logarithm) {
  for (const int p : {2, 3, 17, 100, 1000, 1023, 1025, 5000, 100'000}) {
    const double q = ceil_log2(p);
    EXPECT_LE(std::ranges::max(steps(bcast, "circulant", p)), 4 * q * (q + 1)) << p;
    EXPECT_GE(std::ranges::min(steps(bcast, "circulant", p)), q * (q + 1)) << p;
  }
}

TEST(algorithmic_latency, is_charged_for_what_is_counted_only) {
  for (const algorithm* a : catalogue()) {
    if (is_neighbourhood(a->of)) continue;
    const shape s{.p = 16, .bytes = 16 * 64.0, .pieces = a->stages ? 3 : 1};
    const std::vector<double> counted = steps_before_first_message(*a, s, 5);
    predict_options in{.root = 5, .skews = {}, .lengths = {}};
    const double free = predict(*a, s, network(on), in).seconds;
    in.step = 1e-6;
    const double charged = predict(*a, s, network(on), in).seconds;
    if (counted.empty()) {
      EXPECT_EQ(charged, free) << full_name(*a);
      continue;
    }
    ASSERT_EQ(counted.size(), 16U) << full_name(*a);
    const double most = std::ranges::max(counted);
    EXPECT_GE(charged, std::max(free, most * in.step)) << full_name(*a);
    EXPECT_LE(charged, (free + most * in.step) * (1 + 1e-9)) << full_name(*a);
  }
}

// The table of counted algorithms has no name that the catalogue lacks.
TEST(algorithmic_latency, is_counted_for_trees_and_schedules) {
  std::string counted;
  for (const algorithm* a : catalogue())
    if (!steps_before_first_message(*a, {.p = 5, .bytes = 40}, 0).empty()) counted += full_name(*a) + " ";
  for (const char* name :
       {"bcast.knomial8", "bcast.fibonacci", "bcast.two_tree", "bcast.logp_tree", "reduce.binary_tree",
        "reduce.circulant", "gather.knomial", "scatter.bine", "gatherv.linear_time_radix3",
        "scatterv.linear_time", "allgatherv.circulant", "reduce_scatter.reductions"})
    EXPECT_NE(counted.find(name + std::string(" ")), std::string::npos) << name;
  EXPECT_EQ(std::ranges::count(counted, ' '), 61);
}

}  // namespace
}  // namespace tutti
