// The ways in which sums that are rounded once go: as asked for, and otherwise the one with the least
// predicted time.

#include "select/sum_plans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "select/profile.hpp"
#include "select/settings.hpp"

namespace tutti {
namespace {

using enum collective;

constexpr exact::number f32 = exact::number::f32, f64 = exact::number::f64,
                        extended = exact::number::extended;
constexpr collective reductions[] = {reduce, allreduce, reduce_scatter, reduce_scatter_block, scan, exscan};

bool scatters(collective of) { return of == reduce_scatter || of == reduce_scatter_block; }

settings read(std::vector<const char*> environment) {
  // A slow network, and prices alone: the machine on which the test runs does not matter.
  for (const char* s : {"TUTTI_ALPHA=60us", "TUTTI_BETA=160ns", "TUTTI_SIMULATE=0"})
    environment.insert(environment.begin(), s);
  environment.push_back(nullptr);
  return read_settings(environment.data());
}
surroundings apart(int p) { return {.p = p}; }

TEST(sum_plans, of_at_most_two_addends_are_one_addition_by_the_algorithm_of_the_sum_that_rounds) {
  for (const int p : {1, 2}) {
    sum_plans plans(read({"TUTTI_REPRODUCIBLE=1"}), apart(p));
    const settings default_settings = read({});
    const choices without(default_settings, apart(p));
    for (const collective of : reductions)
      for (const std::size_t bytes : {8U, 1U << 20U}) {
        const sum_plan& plan = plans.plan(of, f64, bytes);
        EXPECT_EQ(plan.first.decided.use,
                  without.reason({of, operator_class::commutative}, bytes).decided.use);
        EXPECT_EQ(plan.first.op, operator_class::commutative);
        EXPECT_EQ(plan.way, rounded_once::added) << name_of(of);
        ASSERT_NE(plan.first.decided.use, nullptr);
        EXPECT_EQ(plan.first.decided.use->of, of);
        EXPECT_EQ(plan.second.decided.use, nullptr);
      }
  }
  sum_plans three(read({"TUTTI_REPRODUCIBLE=1"}), apart(3));
  for (const collective of : reductions) EXPECT_NE(three.plan(of, f64, 8).way, rounded_once::added);
}

// Exact sums are asked for, and earlier runs have learned that the MPI library has the fastest allgather.
TEST(sum_plans, do_not_leave_their_phases_to_the_MPI_library) {
  profile cache{.learned = true};
  for (std::size_t bytes = 8; bytes < 1U << 24U; bytes += bytes / 8)
    add_learned(cache, {.of = allgather}, apart(5), {bytes, nullptr}, {bytes, {{nullptr, 1e-6}}});
  settings user = read({"TUTTI_REPRODUCIBLE=gathered"});
  user.learned = std::make_shared<const profile>(cache);
  ASSERT_EQ(choices(user, apart(5)).reason({.of = allgather}, 4096).decided.use, nullptr);
  sum_plans plans(user, apart(5));
  for (const std::size_t bytes : {8U, 1U << 20U}) {
    const sum_plan& plan = plans.plan(allreduce, f64, bytes);
    EXPECT_EQ(plan.way, rounded_once::gathered);
    EXPECT_NE(plan.first.decided.use, nullptr);
  }
}

TEST(sum_plans, go_the_way_that_the_user_asks_for) {
  for (const int p : {2, 5, 16})
    for (const auto& [variable, way] :
         {std::pair("TUTTI_REPRODUCIBLE=accumulators", rounded_once::accumulators),
          {"TUTTI_REPRODUCIBLE=gathered", rounded_once::gathered},
          {"TUTTI_REPRODUCIBLE=exchanged", rounded_once::exchanged}}) {
      sum_plans plans(read({variable}), apart(p));
      for (const collective of : reductions)
        for (const exact::number element : {f32, f64, extended}) {
          const bool cannot = way == rounded_once::gathered && scatters(of);
          const sum_plan& plan = plans.plan(of, element, 1000);
          EXPECT_EQ(plan.way, cannot ? rounded_once::exchanged : way) << name_of(of) << ", " << variable;
        }
    }
}

TEST(sum_plans, combine_short_accumulators_in_an_allreduce_of_long_formats_if_the_user_asks_for_them) {
  for (const int p : {2, 5, 16}) {
    sum_plans plans(read({"TUTTI_REPRODUCIBLE=short"}), apart(p));
    for (const collective of : reductions)
      for (const exact::number element : {f32, f64, extended}) {
        const sum_plan& plan = plans.plan(of, element, 1000);
        const bool can = of == allreduce && element != f32;
        EXPECT_EQ(plan.way == rounded_once::shorter, can) << name_of(of);
        EXPECT_EQ(plan.begins_with(), (can ? plan.short_accumulators : plan.first).decided.use);
        EXPECT_EQ(plan.begins_with()->of, can ? allreduce : plan.first.of);
        if (!can) continue;
        // The fastest other way follows if numbers do not fit.
        const auto least = std::min_element(plan.seconds.begin(), plan.seconds.begin() + 3);
        EXPECT_EQ(static_cast<int>(plan.otherwise) - static_cast<int>(rounded_once::accumulators),
                  least - plan.seconds.begin());
        ASSERT_NE(plan.first.decided.use, nullptr);
      }
  }
}

TEST(sum_plans, are_made_of_collectives_that_bring_the_data_where_they_are_summed_and_needed) {
  sum_plans gathered(read({"TUTTI_REPRODUCIBLE=gathered"}), apart(6));
  for (const collective of : {reduce, allreduce, scan, exscan}) {
    const sum_plan& plan = gathered.plan(of, f64, 100);
    EXPECT_EQ(plan.first.of, of == reduce ? gather : allgather);
    EXPECT_EQ(plan.first.decided.use->of, plan.first.of);
    EXPECT_EQ(plan.second.decided.use, nullptr);
  }
  sum_plans exchanged(read({"TUTTI_REPRODUCIBLE=exchanged"}), apart(6));
  for (const collective of : reductions) {
    const sum_plan& plan = exchanged.plan(of, f64, 100);
    EXPECT_EQ(plan.first.of, of == reduce_scatter ? alltoallv : alltoall);
    EXPECT_EQ(plan.first.decided.use->of, plan.first.of);
    if (scatters(of)) {
      EXPECT_EQ(plan.second.decided.use, nullptr);
      continue;
    }
    EXPECT_EQ(plan.second.of, of == reduce ? gather : of == allreduce ? allgather : alltoall);
    EXPECT_EQ(plan.second.decided.use->of, plan.second.of);
  }
}

TEST(sum_plans, take_the_least_predicted_time) {
  std::vector<rounded_once> taken;
  for (const int p : {3, 4, 8, 33, 256}) {
    sum_plans plans(read({"TUTTI_REPRODUCIBLE=1"}), apart(p));
    for (const collective of : reductions)
      for (const exact::number element : {f32, f64, extended})
        for (std::size_t bytes = 16; bytes <= 1U << 22U; bytes *= 64) {
          const sum_plan& plan = plans.plan(of, element, bytes);
          const auto least = std::min_element(plan.seconds.begin(), plan.seconds.begin() + 3);
          ASSERT_TRUE(std::isfinite(*least) && *least > 0);
          // The gain must be worth the time that is lost if numbers do not fit.
          const bool shorter = plan.seconds[3] <= 0.8 * *least;
          EXPECT_EQ(static_cast<int>(plan.way) - static_cast<int>(rounded_once::accumulators),
                    shorter ? 3 : least - plan.seconds.begin())
              << name_of(of) << ", " << p << " processes, " << bytes << " bytes";
          EXPECT_EQ(std::isinf(plan.seconds[1]), scatters(of));
          EXPECT_EQ(std::isinf(plan.seconds[3]), of != allreduce || element == f32);
          EXPECT_TRUE(std::isinf(plan.seconds[4]));
          taken.push_back(plan.way);
        }
  }
  for (const rounded_once way :
       {rounded_once::accumulators, rounded_once::shorter, rounded_once::gathered, rounded_once::exchanged})
    EXPECT_NE(std::find(taken.begin(), taken.end(), way), taken.end()) << static_cast<int>(way);
}

// Four processes: the model's times of the bytes that the page names.
TEST(sum_plans, predict_the_bytes_that_travel) {
  const double beta = 160e-9, p = 4;
  sum_plans plans(read({"TUTTI_REPRODUCIBLE=1"}), apart(4));
  const double m = 1U << 20U;
  const sum_plan& plan = plans.plan(allreduce, f64, static_cast<std::size_t>(m));
  EXPECT_NEAR(plan.seconds[1], (p - 1) * m * beta, 0.02 * plan.seconds[1]);
  EXPECT_NEAR(plan.seconds[2], 2 * (p - 1) / p * m * beta, 0.02 * plan.seconds[2]);
  EXPECT_NEAR(plan.seconds[0], 35 * 2 * (p - 1) / p * m * beta, 0.1 * plan.seconds[0]);
  EXPECT_NEAR(plan.seconds[3], 5 * 2 * (p - 1) / p * m * beta, 0.1 * plan.seconds[3]);
}

TEST(sum_plans, leave_a_reduction_to_the_library_only_if_the_user_asks_for_its_own) {
  sum_plans native(read({"TUTTI_REPRODUCIBLE=1", "TUTTI_ALLREDUCE=native"}), apart(4));
  EXPECT_EQ(native.plan(allreduce, f64, 8).way, rounded_once::no);
  EXPECT_NE(native.plan(reduce, f64, 8).way, rounded_once::no);
  // The phases have no use for the MPI library's own collectives.
  sum_plans phases(read({"TUTTI_REPRODUCIBLE=1", "TUTTI_ALLGATHER=native", "TUTTI_ALLTOALL=native"}),
                   apart(4));
  sum_plans all(read({"TUTTI_REPRODUCIBLE=1"}), apart(4));
  for (const std::size_t bytes : {8U, 1U << 20U}) {
    EXPECT_EQ(phases.plan(allreduce, f64, bytes).way, all.plan(allreduce, f64, bytes).way);
    EXPECT_EQ(phases.plan(allreduce, f64, bytes).first.decided.use,
              all.plan(allreduce, f64, bytes).first.decided.use);
  }
}

TEST(sum_plans, combine_by_the_algorithm_that_the_user_asks_for) {
  const algorithm* const circulant = find(allreduce, "circulant");
  ASSERT_NE(circulant, nullptr);
  for (const int p : {2, 3, 9}) {
    sum_plans plans(read({"TUTTI_REPRODUCIBLE=1", "TUTTI_ALLREDUCE=circulant"}), apart(p));
    const sum_plan& plan = plans.plan(allreduce, f64, 1U << 20U);
    EXPECT_EQ(plan.way, p == 2 ? rounded_once::added : rounded_once::accumulators);
    EXPECT_EQ(plan.first.decided.use, circulant);
    sum_plans brief(read({"TUTTI_REPRODUCIBLE=short", "TUTTI_ALLREDUCE=circulant"}), apart(p));
    const sum_plan& combining = brief.plan(allreduce, f64, 1U << 20U);
    EXPECT_EQ(combining.way, rounded_once::shorter);
    EXPECT_EQ(combining.otherwise, rounded_once::accumulators);
    EXPECT_EQ(combining.short_accumulators.decided.use, circulant);
    EXPECT_EQ(combining.first.decided.use, circulant);
  }
  // A phase follows a request, too.
  const algorithm* const ring = find(allgather, "ring");
  ASSERT_NE(ring, nullptr);
  sum_plans phases(read({"TUTTI_REPRODUCIBLE=gathered", "TUTTI_ALLGATHER=ring"}), apart(5));
  EXPECT_EQ(phases.plan(allreduce, f64, 8).first.decided.use, ring);
}

TEST(sum_plans, are_made_once_for_each_kind_and_class_of_sizes) {
  sum_plans plans(read({"TUTTI_REPRODUCIBLE=1"}), apart(5));
  const sum_plan* const first = &plans.plan(allreduce, f64, 1024);
  EXPECT_EQ(&plans.plan(allreduce, f64, 1024), first);
  EXPECT_EQ(&plans.plan(allreduce, f64, 1100), first);
  EXPECT_NE(&plans.plan(allreduce, f32, 1024), first);
  EXPECT_NE(&plans.plan(reduce, f64, 1024), first);
  EXPECT_NE(&plans.plan(allreduce, f64, 1U << 20U), first);
}

TEST(sum_plans, say_what_each_way_and_the_exactness_cost) {
  sum_plans three(read({"TUTTI_REPRODUCIBLE=1"}), apart(3));
  const std::string text = three.as_text(allreduce, f64, 1024);
  for (const char* words :
       {"tutti: allreduce (sum, reproducible), 1 KiB and more, 3 processes",
        "accumulators combined:", "short accumulators combined:", "contributions gathered:",
        "contributions exchanged:", "rounded at each addition:"})
    EXPECT_NE(text.find(words), std::string::npos) << text;
  EXPECT_EQ(text.find("one addition:"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '*'), 1) << text;
  sum_plans two(read({"TUTTI_REPRODUCIBLE=1"}), apart(2));
  EXPECT_NE(two.as_text(allreduce, f64, 8).find("* one addition:"), std::string::npos);
  sum_plans native(read({"TUTTI_REPRODUCIBLE=1", "TUTTI_ALLREDUCE=native"}), apart(2));
  EXPECT_NE(native.as_text(allreduce, f64, 8).find(": native"), std::string::npos);
}

TEST(sum_plans, have_remarks_by_which_the_report_knows_them) {
  for (const int p : {2, 3, 17}) {
    sum_plans plans(read({"TUTTI_REPRODUCIBLE=1"}), apart(p));
    for (const collective of : reductions)
      for (const std::size_t bytes : {8U, 1U << 20U})
        EXPECT_EQ(std::string(plans.plan(of, f64, bytes).remark).find(sum_plan::remarks_begin), 0U);
  }
}

}  // namespace
}  // namespace tutti
