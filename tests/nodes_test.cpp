// Maps of nodes, the lecture's statements on compositions on them, and the choice of compositions.

#include "tutti/nodes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "select/choice.hpp"
#include "select/pricing.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/full_name.hpp"

namespace tutti {
namespace {

const algorithm& named(collective c, std::string_view name) {
  const algorithm* a = find(c, name);
  if (!a) throw std::runtime_error(std::string(name));
  return *a;
}

TEST(node_map, counts_nodes_in_the_order_of_their_first_processes) {
  const std::vector<int> names{7, 3, 7, 3, 7, 9};
  const node_map map(names);
  EXPECT_EQ(map.nodes(), 3);
  EXPECT_EQ(map.per_node(), 3);
  EXPECT_FALSE(map.regular());
  EXPECT_FALSE(map.consecutive());
  const std::vector<int> ranks{0, 2, 4, 1, 3, 5}, leaders{0, 1, 5}, second{1, 3};
  EXPECT_TRUE(std::ranges::equal(map.ranks(), ranks));
  EXPECT_TRUE(std::ranges::equal(map.lane(0), leaders));
  EXPECT_TRUE(std::ranges::equal(map.members(1), second));
  EXPECT_EQ(map.place_of(4), 2);
  EXPECT_EQ(map.node_of(5), 2);
  EXPECT_EQ(map.first(3), 6);
}

TEST(node_map, has_a_lane_for_each_place_of_nodes_of_one_size) {
  const std::vector<int> names{0, 1, 0, 1, 0, 1};
  const node_map map(names);
  EXPECT_TRUE(map.regular());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j) {
      EXPECT_EQ(map.lane(i)[static_cast<std::size_t>(j)], 2 * i + j);
      EXPECT_EQ(map.members(j)[static_cast<std::size_t>(i)], 2 * i + j);
    }
}

TEST(numbering, is_node_order) {
  const std::vector<int> names{7, 3, 7, 3, 7, 9}, ranks{0, 2, 4, 1, 3, 5};
  const node_map map(names);
  const numbering order(&map);
  EXPECT_FALSE(order.is_by_rank());
  for (int number = 0; number < 6; ++number) {
    EXPECT_EQ(order.rank_of(number), ranks[static_cast<std::size_t>(number)]);
    EXPECT_EQ(order.number_of(order.rank_of(number)), number);
  }
  EXPECT_EQ(order.rank_of(nobody), nobody);
}

TEST(numbering, is_rank_order_where_that_is_node_order) {
  const node_map consecutive(std::vector<int>{4, 4, 2, 2, 2});
  for (const node_map* map : {&consecutive, static_cast<const node_map*>(nullptr)})
    EXPECT_TRUE(numbering(map).is_by_rank());
}

TEST(node_map, says_whether_node_order_is_rank_order) {
  EXPECT_TRUE(node_map(std::vector<int>{4, 4, 2, 2, 2}).consecutive());
  EXPECT_FALSE(node_map(std::vector<int>{4, 2, 4, 2, 2}).consecutive());
}

// "At most one round off from optimal", for nodes of any one size.
TEST(compositions, are_at_most_one_round_off_the_flat_optimum) {
  const std::pair<collective, std::string_view> of[] = {{collective::bcast, "leaders"},
                                                        {collective::reduce, "leaders"},
                                                        {collective::gather, "leaders"},
                                                        {collective::gather, "full_lane"},
                                                        {collective::scatter, "leaders"},
                                                        {collective::scatter, "full_lane"},
                                                        {collective::allgather, "full_lane"},
                                                        {collective::reduce_scatter, "full_lane"},
                                                        {collective::reduce_scatter_block, "full_lane"}};
  for (const auto& [c, name] : of)
    for (int nodes = 1; nodes <= 40; ++nodes)
      for (int n = 1; n <= 40; ++n) {
        const int p = nodes * n;
        const cost found = named(c, name).price({.p = p, .bytes = 8.0 * p, .nodes = nodes, .per_node = n});
        ASSERT_LE(found.rounds, ceil_log2(p) + 1) << name_of(c) << "." << name << " " << nodes << " x " << n;
      }
}

// The volume of the best flat algorithm, and at most two rounds more.
TEST(compositions, full_lane_allreduce_has_the_volume_of_the_flat_optimum) {
  const algorithm& flat = named(collective::allreduce, "circulant");
  for (int nodes = 1; nodes <= 40; ++nodes)
    for (int n = 1; n <= 40; ++n) {
      const double m = 8.0 * nodes * n;
      const cost best = flat.price({.p = nodes * n, .bytes = m});
      const cost found = named(collective::allreduce, "full_lane")
                             .price({.p = nodes * n, .bytes = m, .nodes = nodes, .per_node = n});
      ASSERT_DOUBLE_EQ(found.bytes, best.bytes) << nodes << " x " << n;
      ASSERT_LE(found.rounds, best.rounds + 2) << nodes << " x " << n;
    }
}

// Eight nodes with one link each. If consecutive ranks share a node, a binomial broadcast crosses each link
// only once. If they do not, the longest skips of the circulant graph stay on the nodes. Compositions are as
// good in these cases, and better in the others.
TEST(prediction, on_nodes_with_one_link_compositions_are_faster_than_flat_algorithms) {
  const auto ratio = [](collective c, std::string_view name, std::string_view flat, std::string_view where) {
    const network on = make_network("linear:alpha=1us,beta=1ns", "cluster:8x8,lanes=1", where, 64);
    const shape s{.p = 64, .bytes = 1 << 18};
    return predict(named(c, name), s, on).seconds / predict(named(c, flat), s, on).seconds;
  };
  constexpr double same = 1 + 1e-9;
  EXPECT_LE(ratio(collective::bcast, "leaders", "binomial", "consecutive"), same);
  EXPECT_LT(ratio(collective::bcast, "leaders", "binomial", "cyclic"), 0.99);
  for (const collective c : {collective::allreduce, collective::reduce_scatter_block}) {
    EXPECT_LT(ratio(c, "full_lane", "circulant", "consecutive"), 0.99) << name_of(c);
    EXPECT_LE(ratio(c, "full_lane", "circulant", "cyclic"), same) << name_of(c);
  }
}

// On nodes of equal and of different sizes: the last one has fewer places for consecutive ranks, and ranks
// dealt out are one more on the first nodes. Some links are crossed once more than others.
TEST(prediction, rings_through_the_nodes_take_as_long_for_any_placement) {
  int rings = 0;
  for (const algorithm* a : catalogue()) {
    if (!a->traits.in_node_order) continue;
    ++rings;
    for (const int p : {64, 57})
      for (const char* model : {"linear:alpha=2us,beta=0.4ns", "hierarchical:16=0.5us+0.1ns,64=2us+0.4ns"}) {
        const auto seconds = [&](std::string_view where) {
          const network on = make_network(model, "cluster:4x16,lanes=1", where, p);
          return predict(*a, {.p = p, .bytes = 1e6, .pieces = a->stages ? 64 : 1}, on).seconds;
        };
        const double consecutive = seconds("consecutive");
        for (const char* where : {"cyclic", "random:3"})
          EXPECT_LE(seconds(where), 1.1 * consecutive) << full_name(*a) << " " << p << " " << where;
      }
  }
  EXPECT_GE(rings, 17);
}

// A scan and an operator that does not commute need the order of the ranks. A shift goes from rank to rank.
TEST(catalogue, has_rings_through_the_nodes_wherever_ranks_need_no_order) {
  for (const algorithm* a : catalogue()) {
    if (a->traits.on_network != traffic::neighbours) continue;
    const bool by_rank = a->of == collective::scan || a->of == collective::exscan ||
                         a->of == collective::shift || full_name(*a) == "reduce.ordered_chain";
    EXPECT_EQ(a->traits.in_node_order, !by_rank) << full_name(*a);
  }
}

TEST(prediction, refuses_what_needs_consecutive_ranks) {
  const network on = make_network("", "cluster:4x4,lanes=1", "cyclic", 16);
  EXPECT_THROW((void)predict(named(collective::scan, "leaders"), {.p = 16, .bytes = 80}, on),
               std::invalid_argument);
}

bool uses_nodes(const decision& d) { return d.use && d.use->needs.nodes; }

TEST(selection, never_takes_nodes_where_there_is_one) {
  settings user;
  user.simulated_messages = 2000;
  choices c(user, {.p = 64, .per_node = 64, .nodes = 1});
  for (int of = 0; of < collectives; ++of)
    for (int k = 0; k < operator_classes; ++k)
      for (std::size_t bytes = 0; bytes < 1U << 28; bytes = 3 * bytes + 1)
        EXPECT_FALSE(
            uses_nodes(c.choose(static_cast<collective>(of), static_cast<operator_class>(k), bytes)));
}

TEST(selection, takes_nodes_into_account_where_they_have_many_processes) {
  settings user;
  choices c(user, {.p = 512, .per_node = 32, .nodes = 16});
  EXPECT_EQ(c.choose(collective::allreduce, operator_class::exact, 1U << 18).use->name, "full_lane");
  EXPECT_TRUE(uses_nodes(c.choose(collective::bcast, operator_class::exact, 1U << 15)));
}

// The price of a ring through the nodes does not depend on the placement, that of a ring by rank does.
TEST(selection, prices_rings_through_the_nodes_alike_for_any_placement) {
  const settings user;
  const surroundings blocks{.p = 64, .per_node = 16, .nodes = 4},
      cyclic{.p = 64, .per_node = 16, .nodes = 4, .consecutive = false};
  const pricing on_blocks(user, blocks), on_cyclic(user, cyclic);
  const auto seconds = [](const pricing& by, const algorithm& a) {
    return by.seconds(a, by.shape_of(a, 1e6, a.stages ? 16 : 1));
  };
  for (const algorithm* a : catalogue()) {
    if (a->traits.on_network != traffic::neighbours || static_cast<int>(a->of) >= collectives) continue;
    if (a->traits.in_node_order)
      EXPECT_EQ(seconds(on_cyclic, *a), seconds(on_blocks, *a)) << full_name(*a);
    else
      EXPECT_GT(seconds(on_cyclic, *a), seconds(on_blocks, *a)) << full_name(*a);
  }
}

// An algorithm that needs rank order is refused, with the reason, if the ranks of a node are not consecutive.
TEST(selection, keeps_rank_order) {
  settings user;
  user.requested[static_cast<std::size_t>(collective::reduce)].use = find(collective::reduce, "leaders");
  user.requested[static_cast<std::size_t>(collective::scan)].use = find(collective::scan, "leaders");
  choices cyclic(user, {.p = 8, .per_node = 4, .nodes = 2, .consecutive = false});
  choices blocks(user, {.p = 8, .per_node = 4, .nodes = 2, .consecutive = true});
  EXPECT_NE(cyclic.choose(collective::reduce, operator_class::ordered, 100).refused, nullptr);
  EXPECT_EQ(cyclic.choose(collective::reduce, operator_class::commutative, 100).refused, nullptr);
  EXPECT_EQ(blocks.choose(collective::reduce, operator_class::ordered, 100).refused, nullptr);
  EXPECT_NE(cyclic.choose(collective::scan, operator_class::exact, 100).refused, nullptr);
  EXPECT_EQ(blocks.choose(collective::scan, operator_class::ordered, 100).refused, nullptr);
}

}  // namespace
}  // namespace tutti
