// Processes that do not all arrive at once, and what of that a collective absorbs.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "on_engine.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/sensitivity.hpp"

namespace tutti::tests {
namespace {

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

// The parent of a late leaf waits for it if a message occupies both ends. No process waits if the message
// leaves before it is asked for.
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

// A chain from process 4 to the root, process 0, of one block: the root is late, or the process at the other
// end.
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

}  // namespace
}  // namespace tutti::tests
