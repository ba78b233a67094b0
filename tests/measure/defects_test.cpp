// Conclusions of tutti verdict from checked results and measured times, and the programs that show defects.

#include "measure/defects.hpp"

#include <gtest/gtest.h>

#include "measure/guidelines.hpp"
#include "measure/mockups.hpp"
#include "measure/reproducer.hpp"

namespace tutti::measure {
namespace {

experiment at(const std::string& by, std::size_t bytes = 1000, int root = 0) {
  return {.operation = "bcast", .by = by, .bytes = bytes, .root = root};
}

TEST(defects, name_the_simplest_point_of_a_wrong_result_and_the_others) {
  const std::vector<defect> found =
      failures({{.of = at("native"), .is = outcome::right, .why = ""},
                {.of = at("library:chain"), .is = outcome::right, .why = ""},
                {.of = at("library:chain", 1000, 1), .is = outcome::wrong, .why = ""},
                {.of = at("library:chain", 8, 2), .is = outcome::wrong, .why = ""}},
               4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, at("library:chain", 1000, 1));
  EXPECT_EQ(found[0].also.size(), 1U);
}

TEST(defects, of_the_default_are_not_repeated_for_algorithms) {
  const std::vector<defect> found = failures({{.of = at("native"), .is = outcome::wrong, .why = ""},
                                              {.of = at("library:chain"), .is = outcome::wrong, .why = ""}},
                                             4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at.by, "native");
}

TEST(defects, are_none_where_the_library_returns_an_error) {
  EXPECT_TRUE(failures({{.of = at("library:two"), .is = outcome::refused, .why = "MPI_ERR_OP"}}, 4).empty());
}

TEST(defects, are_sorted_by_gravity_and_then_by_factor) {
  defect slow{.is = defect_kind::slow, .at = at("native")},
      slower = slow, hangs{.is = defect_kind::hangs, .at = at("native")},
      wrong{.is = defect_kind::wrong, .at = at("native")};
  slow.factor = 2, slower.factor = 3;
  std::vector<defect> all{slow, slower, hangs, wrong};
  sort(all);
  EXPECT_EQ(all[0].is, defect_kind::wrong);
  EXPECT_EQ(all[1].is, defect_kind::hangs);
  EXPECT_EQ(all[2].factor, 3);
}

measurements times(double native, double other) {
  measurements m;
  for (int k = 0; k < 20; ++k)
    for (const auto& [by, seconds] : {std::pair{"native", native}, {"library:chain", other}}) {
      observation o;
      o.of = at(by), o.p = 4, o.repetition = k, o.repetitions = 20, o.right = "yes";
      o.seconds = seconds * (1 + 0.001 * k);
      m.all.push_back(o);
    }
  return m;
}

TEST(defects, a_slow_default_is_slower_than_an_algorithm_by_more_than_the_effect) {
  const std::vector<defect> found = slow_defaults(times(2e-3, 1e-3), 4, 0.25);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].instead, "library:chain");
  EXPECT_NEAR(found[0].factor, 2, 0.05);
  EXPECT_TRUE(slow_defaults(times(1.1e-3, 1e-3), 4, 0.25).empty());
}

TEST(defects, points_begin_with_the_subjects_themselves) {
  const std::vector<experiment> subjects{at("native"), {.operation = "allreduce", .op = "commutative"}};
  const std::vector<experiment> points = points_to_examine(subjects, 4);
  ASSERT_GT(points.size(), 8U);
  EXPECT_EQ(points[0], subjects[0]);
  EXPECT_EQ(points[1], subjects[1]);
  for (const experiment& e : points) EXPECT_LT(e.root, 4);
}

// The statements of the other way need every collective that its name has.
TEST(reproducers, of_guidelines_call_what_the_mockup_calls) {
  int known = 0;
  for (const mockup& m : mockups()) {
    experiment e{.operation = std::string(name_of(m.of)), .made = std::string(m.name), .bytes = 4000};
    if (combines(m.of)) e.op = "commutative";
    if (!has_reproducer(e)) continue;
    ++known;
    defect d{.is = defect_kind::guideline, .at = e, .p = 4, .instead = std::string(m.name)};
    d.at.made = "call", d.seconds = d.instead_seconds = 1e-3;
    const std::string text = reproducer(d, {.library = "Open MPI 4.1.4"}, {"mpicc x.c"}, 0.25);
    EXPECT_NE(text.find("MPI_" + std::string(traits(m.of).mpi) + "("), std::string::npos) << text;
    for (int k = 0; m.claims == family::composed && k < collectives; ++k) {
      const auto c = static_cast<collective>(k);
      for (std::size_t from = 0; from <= m.name.size();) {
        const std::size_t plus = std::min(m.name.find('+', from), m.name.size());
        if (m.name.substr(from, plus - from) == name_of(c)) {
          EXPECT_NE(text.find("MPI_" + std::string(traits(c).mpi) + "("), std::string::npos)
              << m.name << text;
        }
        from = plus + 1;
      }
    }
  }
  EXPECT_GT(known, 50);
}

TEST(reproducers, force_the_algorithm_by_the_variables_of_the_library) {
  const own_algorithms own{.library = "MPICH 4.0.2",
                           .all = {{.of = collective::bcast,
                                    .name = "chain",
                                    .number = 3,
                                    .variable = "MPIR_CVAR_BCAST_INTRA_ALGORITHM"}}};
  defect d{.is = defect_kind::wrong, .at = at("library:chain"), .p = 4};
  EXPECT_NE(reproducer(d, own, {}, 0.25).find("setenv(\"MPIR_CVAR_BCAST_INTRA_ALGORITHM\", \"chain\", 1)"),
            std::string::npos);
  d.is = defect_kind::slow, d.at.by = "native", d.instead = "library:chain";
  EXPECT_NE(reproducer(d, own, {}, 0.25).find("set(\"MPIR_CVAR_BCAST_INTRA_ALGORITHM\", 3)"),
            std::string::npos);
}

}  // namespace
}  // namespace tutti::measure
