// Guidelines: all that are declared exist, and times that are known to be slower, equal, or noisy are judged
// so.

#include "measure/guidelines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "measure/patterns.hpp"
#include "select/call_name.hpp"

namespace tutti::measure {
namespace {

TEST(guidelines, name_operations_and_mock_ups_that_exist) {
  std::set<std::string> names;
  for (const guideline& g : guidelines()) {
    EXPECT_TRUE(names.insert(g.name).second) << g.name << " is listed twice";
    EXPECT_EQ(g.name, g.operation + " <= " + g.right);
    EXPECT_FALSE(g.hint.empty()) << g.name;
    const auto c = collective_named(g.operation);
    if (g.claims == family::posted) {
      const auto left = call_named(g.operation), right = call_named(g.right);
      ASSERT_TRUE(left && right) << g.name;
      EXPECT_EQ(left->of, right->of) << g.name;
      EXPECT_GT(left->as, right->as) << g.name;
      continue;
    }
    if (g.claims == family::contiguous) {
      EXPECT_TRUE(g.operation == "bcast" || pattern_named(g.operation)) << g.name;
      continue;
    }
    if (const pattern* x = pattern_named(g.operation)) {
      EXPECT_NE(std::find(x->ways.begin(), x->ways.end(), g.right), x->ways.end()) << g.name;
      EXPECT_TRUE(g.right == "messages" || g.right == "alltoallv" || g.right == "send+recv" ||
                  (pattern_named(g.right) && pattern_named(g.right)->call));
      EXPECT_NE(g.right, g.operation);
      continue;
    }
    ASSERT_TRUE(c) << g.name;
    EXPECT_TRUE(mockup_named(*c, g.right)) << g.name;
    if (g.claims == family::larger || g.claims == family::split) continue;
    for (std::size_t begin = 0; begin <= g.right.size();) {  // each of its parts
      const std::size_t end = std::min(g.right.find('+', begin), g.right.size());
      const std::string part = g.right.substr(begin, end - begin);
      EXPECT_TRUE(collective_named(part) || part == "shift" || part == "reduce_local") << part;
      EXPECT_NE(part, g.operation) << g.name;
      begin = end + 1;
    }
  }
}

// PGMPITuneLib's (Hunold, Carpen-Amarie, HPC Asia 2018), and Traeff's GL1 and GL2.
TEST(guidelines, have_those_of_the_literature) {
  for (const char* name : {"allgather <= gather+bcast",
                           "allgather <= alltoall",
                           "allgather <= allreduce",
                           "allreduce <= reduce+bcast",
                           "allreduce <= reduce_scatter_block+allgather",
                           "allreduce <= reduce_scatter+allgatherv",
                           "alltoall <= alltoallv",
                           "bcast <= allgatherv",
                           "bcast <= scatter+allgather",
                           "gather <= allgather",
                           "gather <= gatherv",
                           "gather <= reduce",
                           "reduce <= allreduce",
                           "reduce <= reduce_scatter_block+gather",
                           "reduce <= reduce_scatter+gatherv",
                           "reduce_scatter_block <= reduce+scatter",
                           "reduce_scatter_block <= reduce_scatter",
                           "reduce_scatter_block <= allreduce",
                           "reduce_scatter <= allreduce",
                           "reduce_scatter <= reduce+scatterv",
                           "scan <= exscan+reduce_local",
                           "scatter <= bcast",
                           "scatter <= scatterv",
                           "gatherv <= allreduce+gather",
                           "scatterv <= allreduce+scatter"})
    EXPECT_NE(std::ranges::find(guidelines(), name, &guideline::name), guidelines().end()) << name;
}

// Times as networks have them: a base, and a long tail to one side.
class synthetic {
 public:
  explicit synthetic(std::uint64_t seed) : random_(seed) {}
  void add(const std::string& operation, const std::string& made, double seconds, int launches = 1,
           int n = 40, const std::string& by = "native", std::size_t bytes = 8) {
    std::lognormal_distribution<double> tail(-3, 1);
    for (int l = 0; l < launches; ++l)
      for (int k = 0; k < n; ++k) {
        observation o;
        o.of = {.operation = operation, .made = made, .by = by, .bytes = bytes};
        o.p = 4, o.launch = l, o.repetition = k, o.repetitions = n;
        o.seconds = seconds * (1 + tail(random_));
        all.all.push_back(o);
      }
  }
  measurements all;

 private:
  std::mt19937_64 random_;
};

finding only(const std::vector<finding>& all) {
  EXPECT_EQ(all.size(), 1U);
  return all.at(0);
}

TEST(judgement, finds_a_known_violation_and_its_factor) {
  synthetic s(1);
  s.add("allreduce", "call", 20e-6, 3);
  s.add("allreduce", "reduce+bcast", 10e-6, 3);
  const std::vector<finding> all = judge(s.all, 4);
  const finding f = only(all);
  EXPECT_EQ(f.is, judgement::violated);
  EXPECT_NEAR(f.factor, 2, 0.1);
  EXPECT_LT(f.bounds.low, f.factor);
  EXPECT_GT(f.bounds.high, f.factor);
  EXPECT_GT(f.confidence(), 0.999);
  EXPECT_EQ(f.hint, "use Reduce + Bcast instead");
}

TEST(judgement, keeps_what_is_equal_faster_or_slower_by_less_than_the_effect) {
  for (const double factor : {0.5, 1.0, 1.02}) {
    synthetic s(2);
    s.add("scan", "call", factor * 10e-6, 1, 400);
    s.add("scan", "exscan+reduce_local", 10e-6, 1, 400);
    EXPECT_EQ(only(judge(s.all, 4)).is, judgement::kept) << factor;
  }
}

TEST(judgement, leaves_unclear_what_few_times_cannot_show) {
  synthetic s(3);
  s.add("scan", "call", 13e-6, 1, 3);
  s.add("scan", "exscan+reduce_local", 10e-6, 1, 3);
  EXPECT_EQ(only(judge(s.all, 4)).is, judgement::unclear);
}

// A difference between launches is not one between the sides.
TEST(judgement, is_not_misled_by_launches) {
  synthetic s(4);
  for (int l = 0; l < 6; ++l) {
    synthetic one(static_cast<std::uint64_t>(10 + l));
    const double slower = l % 2 ? 3 : 1;
    one.add("scan", "call", slower * 10e-6), one.add("scan", "exscan+reduce_local", slower * 10e-6);
    for (observation o : one.all.all) o.launch = l, s.all.all.push_back(o);
  }
  EXPECT_NE(only(judge(s.all, 4)).is, judgement::violated);
}

// Files that are judged together, each with its own launches: both sides of two launches, one side of two
// others, in another order. Launches must be paired by number: by position, launch 0 of one side would be
// compared with launch 1 of the other.
TEST(judgement, compares_launches_that_measured_both) {
  synthetic s(9);
  const auto launch = [&](int number, const char* made, double seconds) {
    synthetic one(static_cast<std::uint64_t>(20 + number));
    one.add("scan", made, seconds);
    for (observation o : one.all.all) o.launch = number, s.all.all.push_back(o);
  };
  launch(0, "call", 90e-6), launch(1, "call", 10e-6), launch(2, "call", 10e-6);
  launch(1, "exscan+reduce_local", 10e-6), launch(2, "exscan+reduce_local", 10e-6);
  launch(3, "exscan+reduce_local", 1e-6);
  const finding f = only(judge(s.all, 4));
  EXPECT_EQ(f.is, judgement::kept);
  EXPECT_NEAR(f.factor, 1, 0.05);
  EXPECT_NEAR(f.left_seconds / f.right_seconds, 1, 0.05);
}

TEST(judgement, says_nothing_where_no_launch_measured_both) {
  synthetic s(11);
  s.add("scan", "call", 20e-6);
  for (observation& o : s.all.all) o.launch = 1;
  s.add("scan", "exscan+reduce_local", 10e-6);
  EXPECT_TRUE(judge(s.all, 4).empty());
}

TEST(judgement, compares_virtual_times_as_they_are) {
  measurements all;
  all.launches.push_back({{"launch", 0}, {"clock", "virtual"}});
  for (const auto& [made, seconds] : {std::pair{"call", 11e-6}, {"exscan+reduce_local", 10e-6}}) {
    observation o;
    o.of = {.operation = "scan", .made = made, .by = "tutti"};
    o.p = 4, o.seconds = seconds;
    all.all.push_back(o);
  }
  EXPECT_EQ(only(judge(all, 4)).is, judgement::violated);
  EXPECT_EQ(only(judge(all, 4, {.effect = 0.11})).is, judgement::kept);
  EXPECT_TRUE(judge(all, 5).empty());
  all.launches.clear();  // a clock's single times
  EXPECT_EQ(only(judge(all, 4)).is, judgement::unclear);
}

TEST(judgement, leaves_out_wrong_results) {
  synthetic s(5);
  s.add("scan", "call", 20e-6), s.add("scan", "exscan+reduce_local", 10e-6);
  s.all.all[0].right = "no";
  EXPECT_TRUE(judge(s.all, 4).empty());
}

// 1000 equal pairs without an effect. Without correction one in twenty would be found; Holm's correction
// covers all together.
TEST(judgement, finds_nothing_among_many_equal_ones) {
  synthetic s(6);
  for (std::size_t k = 0; k < 1000; ++k) {
    s.add("scan", "call", 10e-6, 1, 20, "native", 8 * (k + 1));
    s.add("scan", "exscan+reduce_local", 10e-6, 1, 20, "native", 8 * (k + 1));
  }
  const std::vector<finding> all = judge(s.all, 4, {.effect = 0});
  ASSERT_EQ(all.size(), 1000U);
  EXPECT_EQ(tallies(all).at(0).violated, 0);
  EXPECT_GT(tallies(all).at(0).unclear, 300);
}

TEST(self_check, compares_native_with_itself_in_both_directions) {
  synthetic s(7);
  s.add("scan", "call", 10e-6), s.add("scan", "call", 10e-6, 1, 40, "again");
  s.add("bcast", "call", 10e-6), s.add("bcast", "call", 20e-6, 1, 40, "again");  // something is wrong there
  s.add("reduce", "call", 10e-6);
  const std::vector<finding> all = judge_self(s.all, 4);
  ASSERT_EQ(all.size(), 4U);
  int violated = 0;
  for (const finding& f : all)
    if (f.is == judgement::violated) {
      ++violated;
      EXPECT_EQ(f.left.operation, "bcast");
      EXPECT_EQ(f.left.by, "again");
    }
  EXPECT_EQ(violated, 1);
}

TEST(tallies, count_points_and_guidelines) {
  synthetic s(8);
  s.add("scan", "call", 20e-6), s.add("scan", "exscan+reduce_local", 10e-6);
  s.add("scan", "call", 10e-6, 1, 40, "native", 80);
  s.add("scan", "exscan+reduce_local", 10e-6, 1, 40, "native", 80);
  s.add("bcast", "call", 10e-6, 1, 40, "tutti"), s.add("bcast", "allgatherv", 10e-6, 1, 40, "tutti");
  const std::vector<tally> t = tallies(judge(s.all, 4));
  ASSERT_EQ(t.size(), 2U);
  EXPECT_EQ(t[0].by, "native");
  EXPECT_EQ(t[0].points, 2);
  EXPECT_EQ(t[0].violated, 1);
  EXPECT_EQ(t[0].guidelines, 1);
  EXPECT_EQ(t[0].guidelines_violated, 1);
  EXPECT_EQ(t[1].points, 1);
  EXPECT_EQ(t[1].violated, 0);
}

}  // namespace
}  // namespace tutti::measure
