// The statements of docs/neighbours.md on neighbourhood collectives, counted on the engine.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "tutti/engine/cases.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/proof.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/machine/trace.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

finding proved(collective of, std::string_view name, const std::string& graph, std::size_t count = 3) {
  auto agreed = std::make_shared<const agreed_graph>(make_graph(graph));
  instance i{.of = find(of, name), .p = agreed->edges().p(), .count = count};
  i.graph = std::move(agreed);
  finding f = prove(i);
  EXPECT_TRUE(f.wrong.empty()) << describe(i) << ": " << f.wrong[0];
  return f;
}

// Traeff, Hunold: 2d messages instead of 3^d - 1.
TEST(Combining, SendsTwoMessagesADimensionOfAStencil) {
  struct {
    const char* graph;
    double points, messages, blocks, shared;
  } const stencils[] = {
      {"moore:16:1", 2, 2, 2, 2},
      {"moore:8x8:1", 8, 4, 12, 8},
      {"moore:4x6x5:1", 26, 6, 54, 26},
      {"moore:4x4x4x4:1", 80, 8, 216, 80},
      {"moore:9x7:2", 24, 6, 75, 39}};  // by the digits of distances: fewer than in its own grid
  for (const auto& s : stencils) {
    for (const char* name : {"direct", "spread"}) {
      const finding f = proved(collective::neighbor_alltoall, name, s.graph);
      EXPECT_EQ(static_cast<double>(f.most_messages), s.points) << s.graph;
    }
    if (s.messages >= s.points) continue;
    const finding f = proved(collective::neighbor_alltoall, "combining", s.graph);
    EXPECT_EQ(static_cast<double>(f.most_messages), s.messages) << s.graph;
    EXPECT_EQ(f.rounds, s.messages) << s.graph;
    EXPECT_EQ(static_cast<double>(f.most_sent), s.blocks * 3 * 8) << s.graph;
    const finding shared = proved(collective::neighbor_allgather, "combining", s.graph);
    EXPECT_EQ(static_cast<double>(shared.most_messages), s.messages) << s.graph;
    EXPECT_EQ(static_cast<double>(shared.most_sent), s.shared * 3 * 8) << s.graph;
  }
}

// Up to the border of a mesh, where processes have fewer neighbours.
TEST(Combining, SendsAsManyInAMesh) {
  EXPECT_EQ(proved(collective::neighbor_alltoall, "combining", "moore:8x8:1:mesh").most_messages, 4U);
  EXPECT_EQ(proved(collective::neighbor_alltoall, "combining", "moore:4x5x4:1:mesh").most_messages, 6U);
}

TEST(Combining, SendsFewMessagesInGraphsThatAreNoStencils) {
  const finding direct = proved(collective::neighbor_alltoall, "direct", "random:128:40:3"),
                combining = proved(collective::neighbor_alltoall, "combining", "random:128:40:3");
  EXPECT_GE(direct.most_messages, 40U);
  EXPECT_LE(combining.most_messages, 14U);
}

// With repeated neighbours a process has more neighbours than there are processes. The far steps of a ring of
// 65 share a bit, so that this ring is no way; blocks go by the digits of their distance.
TEST(Combining, SavesMessagesIfNeighboursRepeatInALongRing) {
  EXPECT_EQ(proved(collective::neighbor_alltoall, "combining", "moore:65:33").most_messages, 7U);
}

// One message for each ordered pair of nodes that have neighbours, from the process that serves the pair.
TEST(ByNode, SendsOneMessageForEachTwoNodes) {
  for (const char* text : {"moore:8x8:1", "random:64:20:5", "random:60:3:5", "moore:4x4x4:1:mesh"}) {
    const process_graph graph = make_graph(text);
    const int p = graph.p(), per_node = 4;
    std::vector<int> nodes;
    for (int r = 0; r < p; ++r) nodes.push_back(r / per_node);
    std::set<std::pair<int, int>> pairs;
    for (int r = 0; r < p; ++r)
      for (const int to : graph.destinations[static_cast<std::size_t>(r)])
        if (to / per_node != r / per_node) pairs.emplace(r / per_node, to / per_node);
    const network on = on_nodes(network(machine{}), nodes);
    const agreed_graph agreed(graph, nodes);
    trace seen;
    const algorithm& a = *find(collective::neighbor_alltoall, "by_node");
    predict_options in;
    in.record = &seen;
    in.graph = &agreed;
    (void)predict(
        a, {.p = p, .bytes = 16, .nodes = p / per_node, .per_node = per_node, .graph = &agreed.facts()}, on,
        in);
    std::map<std::pair<int, int>, int> messages;
    for (const message& m : seen.messages)
      if (m.from / per_node != m.to / per_node) ++messages[{m.from / per_node, m.to / per_node}];
    EXPECT_EQ(messages.size(), pairs.size()) << text;
    for (const auto& [pair, n] : messages)
      EXPECT_EQ(n, 1) << text << ": " << pair.first << " to " << pair.second;
  }
}

// The agreed facts take memory and messages in proportion to degrees, not to p.
TEST(Agreeing, CostsLittle) {
  for (const int side : {8, 16, 32}) {
    const agreed_graph agreed(
        make_graph("moore:" + std::to_string(side) + "x" + std::to_string(side) + ":1"));
    EXPECT_LE(agreed.agreeing().most_messages, 90U) << side;
    EXPECT_LE(agreed.most_memory(), 6000U) << side;
  }
}

// Of the grids that 720 processes can form, more than are considered, that of the stencil is.
TEST(Agreeing, FindsTheStencilsGridAmongMany) {
  for (const auto& [text, messages] :
       {std::pair{"moore:30x24:1", 4}, {"moore:24x30:1", 4}, {"moore:10x9x8:1", 6}}) {
    const agreed_graph agreed(make_graph(text));
    const auto& ways = agreed.facts().ways;
    EXPECT_TRUE(std::ranges::any_of(ways, [n = messages](const routing& way) {
      return way.all.messages == n;
    })) << text;
  }
}

TEST(Graphs, AreReadOrRefusedInOneSentence) {
  EXPECT_EQ(make_graph("cart:4x3").p(), 12);
  EXPECT_EQ(make_graph("cart:4x3").destinations[0], (std::vector<int>{-1, 3, -1, 1}));
  EXPECT_EQ(make_graph("star:5").destinations[0].size(), 4U);
  for (const char* text :
       {"", "moore", "moore:0x3", "random:4", "cart:4x3:twisted", "star:5:6", "random:4:x"})
    EXPECT_THROW((void)make_graph(text), std::invalid_argument) << text;
}

TEST(Graphs, WithMoreThanABillionEdgesAreRefused) {
  for (const char* text : {"complete:100000", "random:1000000:10000", "power-law:1000000:10000",
                           "power-law:16777216:16777216", "moore:1024x1024:20"})
    EXPECT_THROW((void)make_graph(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace tutti
