// Lower bounds on networks: no algorithm is faster, and some are exactly as fast.

#include "tutti/model/bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "tutti/engine/predict.hpp"
#include "tutti/full_name.hpp"

namespace tutti {
namespace {

// A network in the text forms of the command line, and a number of processes on it.
struct place {
  int p;
  std::string_view model, links, where;
};

constexpr place places[] = {
    {16, "", "", ""},
    {13, "", "", ""},
    {13, "", "ring", ""},
    {15, "", "linear", ""},
    {16, "", "torus:4x4", ""},
    {12, "", "torus:4x4", ""},
    {15, "", "mesh:3x5", ""},
    {16, "", "hypercube", ""},
    {16, "", "tree", ""},
    {16, "", "fat-tree:4x4,uplinks=2", ""},
    {12, "", "fat-tree:3x4,uplinks=2", ""},
    {16, "", "cluster:4x4", ""},
    {14, "", "cluster:4x4", "cyclic"},
    {15, "", "cluster:3x5,lanes=2", ""},
    {16, "", "cluster:8x2,leaf=2,uplinks=1", ""},
    {13, "", "unidirectional-ring:13", ""},
    {16, "", "de-bruijn", ""},
    {12, "", "kautz:2x3", ""},
    {11, "", "kautz:2x3", ""},
    {16, "", "shuffle-exchange", ""},
    {8, "linear:alpha=2us,beta=0.4ns,hop=1us", "cube-connected-cycles:2", ""},
    {16, "", "benes", ""},
    {12, "", "clos:3x4x2", ""},
    {12, "linear:alpha=2us,beta=0.4ns,hop=1us", "dragonfly:2x2x1", ""},
    {16, "linear:alpha=2us,beta=0.4ns,ports=2", "", ""},
    {16, "linear:alpha=2us,beta=0.4ns,gamma=2ns", "", ""},
    {16, "linear:alpha=2us,beta=0.4ns,hop=1us", "ring", ""},
    {16, "store-and-forward:latency=2us,bandwidth=2.5GB", "torus:4x4", ""},
    {16, "hierarchical:4=1us+0.1ns,8192=2us+0.4ns", "cluster:4x4", ""},
    {16, "hierarchical:4=1us+0.1ns,8192=2us+0.4ns", "cluster:4x4,memory=2", ""},
    {14, "", "cluster:4x4,memory=0.5", "cyclic"},
    {12, "", "cluster:1x12,memory=2", ""},
    {15, "", "cluster:3x5,lanes=2,memory=1", "random:3"},
    {4, "linear:alpha=1us,beta=1ns,ports=2", "cluster:3x2,sharing=max-min", "cyclic"},
    {5, "hierarchical:4=0.3us+0.1ns,4=1us+0.4ns", "", "given:0,4,5,6,7"},
};

double largest(const std::vector<stated_bound>& all) {
  double most = 0;
  for (const stated_bound& b : all) most = std::max(most, b.seconds);
  return most;
}

double named(std::string_view name, const std::vector<stated_bound>& all) {
  const auto found = std::ranges::find(all, name, &stated_bound::name);
  return found == all.end() ? 0 : found->seconds;
}

TEST(bounds, no_algorithm_is_faster_on_any_network) {
  int stated = 0;
  for (const place& at : places) {
    const network on = make_network(at.model, at.links, at.where, at.p);
    ASSERT_EQ(why_without_bounds(on), "");
    for (int k = 0; k < all_collectives; ++k) {
      const auto c = static_cast<collective>(k);
      if (is_neighbourhood(c)) continue;
      for (const double each : {8.0, 65536.0}) {
        const double m = each * at.p;
        const std::vector<stated_bound> bounds = lower_bounds(c, at.p, m, on, 1);
        stated += static_cast<int>(bounds.size());
        for (const algorithm* a : catalogue(c)) {
          if (a->needs.power_of_two && !is_power_of_two(at.p)) continue;
          if (a->needs.consecutive && (at.where == "cyclic" || at.where == "random:3")) continue;
          predict_options in;
          in.root = 1;
          const double t = predict(*a, {.p = at.p, .bytes = m, .pieces = a->stages ? 5 : 1}, on, in).seconds;
          EXPECT_GE(t * (1 + 1e-9), largest(bounds))
              << full_name(*a) << ", p = " << at.p << ", " << m << " bytes, " << at.model << " " << at.links;
        }
      }
    }
  }
  EXPECT_GT(stated, 1000);
}

TEST(bounds, no_algorithm_is_faster_with_overheads) {
  constexpr place with_overheads[] = {
      {13, "linear:alpha=2us,beta=0.4ns,overhead=0.5us,eager=16Ki", "", ""},
      {16, "linear:alpha=60us,beta=170ns,overhead=20us,eager=64Ki", "", ""},
      {16, "linear:alpha=2us,beta=0.4ns,overhead=0.5us", "torus:4x4", ""},
      {12, "hierarchical:4=1us+0.1ns,8192=2us+0.4ns,overhead=0.2us,eager=4Ki", "cluster:3x4", ""},
      {16, "hierarchical:4=1us+0.1ns,8192=2us+0.4ns,overhead=0.2us", "cluster:4x4,memory=2", "cyclic"},
      {12, "linear:alpha=0.5us,beta=0.2ns,overhead=0.2us", "cluster:1x12,memory=2", ""},
      {13, "logp:L=6us,o=2us,g=4us", "", ""},
      {16, "loggp:L=2.5us,o=0.5us,g=1us,G=1ns", "", ""},
  };
  for (const place& at : with_overheads) {
    const network on = make_network(at.model, at.links, at.where, at.p);
    for (int k = 0; k < all_collectives; ++k) {
      const auto c = static_cast<collective>(k);
      if (is_neighbourhood(c)) continue;
      for (const double each : {8.0, 65536.0}) {
        const double m = each * at.p, bound = least_time_with_overheads(c, at.p, m, on, 1);
        EXPECT_GT(bound, 0);
        for (const algorithm* a : catalogue(c)) {
          if (a->needs.power_of_two && !is_power_of_two(at.p)) continue;
          if (a->needs.consecutive && at.where == "cyclic") continue;
          predict_options in;
          in.root = 1;
          const double t = predict(*a, {.p = at.p, .bytes = m, .pieces = a->stages ? 5 : 1}, on, in).seconds;
          EXPECT_GE(t * (1 + 1e-9), bound)
              << full_name(*a) << ", p = " << at.p << ", " << m << " bytes, " << at.model << " " << at.links;
        }
      }
    }
  }
}

TEST(bounds, are_the_formulas) {
  constexpr machine linear{.alpha = 2e-6, .beta = 1e-9, .gamma = 0};
  const auto on = [&](topology_ptr links, int ports = 1) {
    network n{linear};
    n.links = std::move(links);
    n.ports = ports;
    return n;
  };
  const double m = 1e6;
  // Of 64 processes on an 8 x 8 torus, 32 blocks of each of 32 processes cross 16 links.
  EXPECT_NEAR(named("bisection", lower_bounds(collective::alltoall, 64, m, on(torus({8, 8})))),
              2e-6 + 32.0 * 32 * m / 64 * 1e-9 / 16, 1e-12);
  // 4 nodes of 16: a node sends 16 x 48 blocks over 2 lanes.
  EXPECT_NEAR(named("node", lower_bounds(collective::alltoall, 64, m, on(cluster(4, 16, 2)))),
              2e-6 + 16.0 * 48 * m / 64 * 1e-9 / 2, 1e-12);
  // A node receives 16 x 63 blocks through a memory of 2 messages and a link of 1.
  EXPECT_NEAR(named("memory", lower_bounds(collective::allgather, 64, m, on(cluster(4, 16, 1, 2)))),
              2e-6 + 16.0 * 63 * m / 64 * 1e-9 / 3, 1e-12);
  EXPECT_EQ(named("memory", lower_bounds(collective::allgather, 64, m, on(cluster(4, 16, 1)))), 0);
  // Two leaf switches with one uplink: half of the blocks of a gather enter the root's.
  EXPECT_NEAR(named("leaf", lower_bounds(collective::gather, 16, m, on(cluster(4, 4, 4, 0, {2, 1})))),
              2e-6 + m / 2 * 1e-9, 1e-12);
  // 27 processes with 2 ports have the data of one after 3 rounds.
  EXPECT_NEAR(named("rounds", lower_bounds(collective::allgather, 27, m, on(nullptr, 2))), 6e-6, 1e-12);
  // From one end of a linear array of 9 to the other: 8 links.
  const network far = make_network("store-and-forward:latency=3us,bandwidth=1GB", "linear:9", "", 9);
  EXPECT_NEAR(named("distance", lower_bounds(collective::bcast, 9, 8, far, 0)), 24e-6, 1e-12);
  EXPECT_NEAR(named("distance", lower_bounds(collective::bcast, 9, 8, far, 4)), 12e-6, 1e-12);
}

TEST(bounds, of_unequal_blocks_count_those_that_travel) {
  constexpr machine linear{.alpha = 2e-6, .beta = 1e-9, .gamma = 0};
  const std::vector<int> lengths{0, 1000, 70, 5, 0, 300, 0, 2};
  const auto on = [&](collective c, topology_ptr links, int root, int ports = 1) {
    network n{linear};
    n.links = std::move(links);
    n.ports = ports;
    return lower_bounds(c, lengths, n, root);
  };
  // The blocks of 4 other processes, 377 bytes, go to process 1; those of 5, 1377, to process 0.
  EXPECT_NEAR(named("rounds", on(collective::gatherv, nullptr, 1)), 6e-6, 1e-12);
  EXPECT_NEAR(named("rounds", on(collective::scatterv, nullptr, 0, 2)), 4e-6, 1e-12);
  EXPECT_NEAR(named("volume", on(collective::gatherv, nullptr, 1)), 2e-6 + 377e-9, 1e-15);
  EXPECT_NEAR(named("volume", on(collective::scatterv, nullptr, 0, 2)), 2e-6 + 1377e-9 / 2, 1e-15);
  // The blocks of the other node, or that of a process alone there.
  EXPECT_NEAR(named("node", on(collective::gatherv, cluster(2, 4, 1), 0)), 2e-6 + 302e-9, 1e-15);
  EXPECT_NEAR(named("node", on(collective::scatterv, cluster(2, 4, 1), 5)), 2e-6 + 1075e-9, 1e-15);
  const network far = make_network("store-and-forward:latency=3us,bandwidth=1GB", "linear:8", "", 8);
  EXPECT_NEAR(named("distance", lower_bounds(collective::gatherv, lengths, far, 0)), 21e-6, 1e-12);
  EXPECT_NEAR(named("distance", lower_bounds(collective::gatherv, lengths, far, 6)), 15e-6, 1e-12);
  EXPECT_TRUE(lower_bounds(collective::gatherv, std::vector{0, 0, 8}, network(linear), 2).empty());
  EXPECT_THROW(lower_bounds(collective::allgatherv, lengths, far, 0), std::invalid_argument);
}

TEST(bounds, are_reached) {
  const network on{machine{.alpha = 2e-6, .beta = 1e-9, .gamma = 0}};
  const auto reached = [&](collective c, std::string_view by, int p) {
    const shape s{.p = p, .bytes = 1e6 * p};
    return predict(*find(c, by), s, on, {}).seconds / largest(lower_bounds(c, p, s.bytes, on));
  };
  EXPECT_NEAR(reached(collective::barrier, "dissemination", 13), 1, 1e-9);
  EXPECT_NEAR(reached(collective::gather, "binomial", 2), 1, 1e-9);
  EXPECT_LT(reached(collective::allgather, "bruck", 16), 1.01);
}

TEST(bounds, are_refused_where_none_are_known) {
  EXPECT_NE(why_without_bounds(make_network("logp:L=6us,o=2us,g=4us", "", "", 8)), "");
  EXPECT_TRUE(
      lower_bounds(collective::bcast, 8, 8, make_network("logp:L=6us,o=2us,g=4us", "", "", 8)).empty());
  EXPECT_TRUE(lower_bounds(collective::bcast, 1, 8, network(machine{})).empty());
  EXPECT_THROW(lower_bounds(collective::bcast, 8, 8, network(machine{}), 8), std::invalid_argument);
}

}  // namespace
}  // namespace tutti
