// Plans: the fastest by the engine's clock.

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "plan/plan.hpp"
#include "tutti/engine/predict.hpp"

namespace tutti {
namespace {

network machine_of(int nodes, int places) {
  return make_network("hierarchical:" + std::to_string(places) + "=1us+0.2ns," + std::to_string(nodes) +
                          "=2us+0.4ns,overhead=0.4us,eager=16K",
                      "cluster:" + std::to_string(nodes) + "x" + std::to_string(places) + ",lanes=1,memory=3",
                      "", nodes * places);
}

node_map blocks_of(std::initializer_list<int> sizes) {
  std::vector<int> names;
  int node = 0;
  for (const int n : sizes) names.insert(names.end(), static_cast<std::size_t>(n), node++);
  return node_map(names);
}

std::vector<int> names_of(const node_map& nodes) {
  std::vector<int> names;
  for (int r = 0; r < nodes.processes(); ++r) names.push_back(nodes.node_of(r));
  return names;
}

double seconds(const algorithm& a, const node_map& nodes, const network& on, double bytes, int pieces) {
  return predict(a, {.p = nodes.processes(), .bytes = bytes, .pieces = pieces}, on).seconds;
}

// No algorithm is faster in any number of pieces that is a power of two, by more than the steps of the search.
TEST(planner, finds_what_no_other_beats) {
  const node_map nodes = blocks_of({4, 4, 4});
  const network machine = machine_of(3, 4);
  const network on = on_nodes(machine, names_of(nodes));
  const settings user;
  planner plan(user, machine, nodes);
  const choices model(user, surroundings_of(nodes));
  for (const collective c :
       {collective::bcast, collective::allreduce, collective::allgather, collective::scatter})
    for (const std::size_t bytes : {std::size_t{96}, std::size_t{9600}, std::size_t{960000}}) {
      const contender best = plan.best({c}, bytes);
      ASSERT_NE(best.use, nullptr);
      EXPECT_DOUBLE_EQ(best.seconds, seconds(*best.use, nodes, on, static_cast<double>(bytes), best.pieces));
      for (const candidate& other : model.reason({c}, bytes).candidates)
        for (int m = 1; !other.excluded && m <= (other.use->stages ? 64 : 1); m *= 2)
          EXPECT_LE(best.seconds, 1.1 * seconds(*other.use, nodes, on, static_cast<double>(bytes), m))
              << name_of(c) << " of " << bytes << ": " << best.use->name << " against " << other.use->name
              << " x" << m;
    }
}

TEST(planner, follows_the_operator) {
  const node_map nodes = blocks_of({3, 3});
  const settings user;
  planner plan(user, machine_of(2, 3), nodes);
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{1} << 20}) {
    EXPECT_FALSE(plan.best({collective::allreduce, operator_class::commutative}, bytes).use->needs.exact);
    const algorithm& a = *plan.best({collective::allreduce, operator_class::ordered}, bytes).use;
    EXPECT_FALSE(a.needs.exact || a.needs.commutative);
  }
}

TEST(planner, knows_unequal_nodes_and_calls_of_unknown_size) {
  const node_map nodes = blocks_of({4, 1, 3});
  const settings user;
  planner plan(user, machine_of(3, 4), nodes);
  for (int k = 0; k < collectives; ++k) {
    const call_kind of{static_cast<collective>(k)};
    EXPECT_NE(plan.best(of, 4096).use, nullptr) << name_of(of.of);
    if (has_known_lengths(of.of)) {
      EXPECT_NE(plan.best({of.of, of.op, imbalance::unequal}, 4096).use, nullptr);
    }
  }
}

TEST(plan, is_what_the_choice_goes_by) {
  const node_map nodes = blocks_of({2, 2});
  settings user;
  int told = 0;
  plan_options how{
      .collectives = {collective::bcast, collective::gatherv}, .least = 8, .most = 1 << 16, .threads = 2};
  how.progress = [&told](std::size_t, std::size_t) { ++told; };
  profile made = make_plan(user, machine_of(2, 2), nodes, how);
  EXPECT_GT(told, 10);
  EXPECT_EQ(read_plan(write_profile(made), "p").entries.size(), made.entries.size());
  user.planned = std::make_shared<const profile>(made);
  const settings none;
  planner plan(none, machine_of(2, 2), nodes);
  choices at(user, surroundings_of(nodes));
  for (std::size_t bytes = 8; bytes <= how.most; bytes *= 2)
    EXPECT_EQ(at.choose(collective::bcast, operator_class::exact, bytes).use,
              plan.best({collective::bcast}, bytes).use);
  EXPECT_EQ(at.reason({collective::gatherv}, 8).by, authority::plan);
  EXPECT_EQ(at.reason({collective::scatter}, 8).by, authority::model);
}

TEST(machine, keeps_its_costs_on_other_nodes) {
  const network machine = machine_of(3, 4);
  const std::vector<int> names{0, 0, 1, 1, 1, 2};
  const network on = on_nodes(machine, names);
  on.check(6);
  EXPECT_EQ(nodes_on(on, 6), names);
  const auto costs = [&](const network& n, int a, int b) {
    const auto d = n.model->of(n.place_of(a), n.place_of(b), 1000, 1);
    return d.startup + d.data;
  };
  EXPECT_DOUBLE_EQ(costs(on, 0, 1), costs(machine, 0, 1));
  EXPECT_DOUBLE_EQ(costs(on, 1, 2), costs(machine, 0, 11));
  EXPECT_EQ(on.links->memory_lanes(), 3);
  EXPECT_EQ(on.overhead, machine.overhead);
}

}  // namespace
}  // namespace tutti
