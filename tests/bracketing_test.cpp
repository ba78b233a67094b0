// How reductions bracket: every property that an entry of the catalogue declares holds for every element,
// every property that holds is declared, and the proof finds declarations that do not hold.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tutti/engine/cases.hpp"
#include "tutti/engine/proved_properties.hpp"
#include "tutti/full_name.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

using enum collective;

struct outcome {
  std::string wrong;  // the first error
  proved_properties found;
};

outcome of_cases(const algorithm& a, std::vector<int> p = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12}) {
  outcome all{"", proved_properties(a)};
  for_each_case(a, {.p = std::move(p), .from = roots::some}, [&](const instance& i) {
    finding f = prove(i);
    all.found.add(i, f);
    if (!f.wrong.empty()) all.wrong = describe(i) + ": " + f.wrong.front();
    return f.wrong.empty();
  });
  return all;
}

TEST(bracketing, of_every_reduction_is_as_declared) {
  for (const algorithm* a : catalogue()) {
    if (!combines(a->of)) continue;
    const outcome all = of_cases(*a);
    EXPECT_EQ(all.wrong, "") << full_name(*a);
    EXPECT_EQ(all.found.undeclared(), "") << full_name(*a);
  }
}

TEST(bracketing, that_differs_from_element_to_element_is_found) {
  for (const auto& [of, name] : {std::pair(allreduce, "ring"),
                                 {allreduce, "swing"},
                                 {allreduce, "two_tree"},
                                 {reduce, "circulant"},
                                 {reduce_scatter, "pairwise"},
                                 {reduce_scatter_block, "ring"},
                                 {scan, "two_tree"},
                                 {exscan, "full_lane"}}) {
    algorithm a = *find(of, name);
    EXPECT_FALSE(properties_of(a).elements) << full_name(a);
    a.traits.same_for_elements = true;
    const std::string wrong = of_cases(a).wrong;
    EXPECT_NE(wrong.find("same_for_elements"), std::string::npos) << full_name(a) << ": " << wrong;
  }
}

bool in_pieces(const call& c) { return c.pieces > 1; }
bool on_shared_nodes(const call& c) { return c.nodes && c.nodes->nodes() < c.nodes->processes(); }

// A reduction along one of two trees.
template <bool (*OtherTree)(const call&)>
algorithm one_of_two() {
  algorithm a = *find(reduce, "linear");
  a.run = [](process& self, const call& c) {
    return find(reduce, OtherTree(c) ? "binomial" : "linear")->run(self, c);
  };
  a.stages = [](int p) { return pipeline{.fill = 1.0 * p, .interval = 1}; };
  a.traits.bound = true;
  a.traits.same_for_elements = true;
  return a;
}

TEST(bracketing, that_depends_on_the_number_of_pieces_is_found) {
  const algorithm a = one_of_two<in_pieces>();
  EXPECT_NE(of_cases(a).wrong.find("bracketed otherwise than with M = "), std::string::npos)
      << of_cases(a).wrong;
}

TEST(bracketing, that_depends_on_the_placement_is_found) {
  const algorithm a = one_of_two<on_shared_nodes>();
  EXPECT_NE(of_cases(a).wrong.find("bracketed otherwise than on other nodes"), std::string::npos)
      << of_cases(a).wrong;
}

TEST(bracketing, that_has_more_properties_than_declared_is_reported) {
  algorithm a = *find(scan, "chain");
  a.traits.same_for_elements = false;
  a.needs = {.commutative = true, .nodes = true};
  const std::string said = of_cases(a).found.undeclared();
  for (const char* what : {"every element alike", "alike on all nodes", "in rank order"})
    EXPECT_NE(said.find(what), std::string::npos) << said;
  algorithm exact = *find(allreduce, "recursive_doubling");
  exact.needs.exact = true;
  EXPECT_NE(of_cases(exact).found.undeclared().find("alike on all processes"), std::string::npos);
}

}  // namespace
}  // namespace tutti
