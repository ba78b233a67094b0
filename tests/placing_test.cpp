// Placing processes on nodes: valid, never worse than by rank, and the best where the best is known.

#include "tutti/model/placing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>

namespace tutti {
namespace {

std::vector<int> in_order(const std::vector<int>& room) {
  std::vector<int> node_of;
  for (std::size_t n = 0; n < room.size(); ++n)
    for (int k = 0; k < room[n]; ++k) node_of.push_back(static_cast<int>(n));
  return node_of;
}

// The least total of all placements, for few processes.
double least_crossing(const process_traffic& all, const std::vector<int>& room) {
  std::vector<int> node_of = in_order(room);
  double least = crossing_of(all, node_of).total;
  while (std::ranges::next_permutation(node_of).found)
    least = std::min(least, crossing_of(all, node_of).total);
  return least;
}

void expect_valid(const process_traffic& all, const std::vector<int>& room, const std::vector<int>& sides) {
  const std::vector<int> found = place_on_nodes(all, room, sides);
  ASSERT_EQ(found.size(), all.size());
  for (std::size_t n = 0; n < room.size(); ++n)
    EXPECT_EQ(std::ranges::count(found, static_cast<int>(n)), room[n]);
  const double total = crossing_of(all, found).total;
  EXPECT_LE(total, crossing_of(all, in_order(room)).total);
  // No exchange of two processes makes it smaller.
  std::vector<int> other = found;
  for (std::size_t a = 0; a < other.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      std::swap(other[a], other[b]);
      EXPECT_GE(crossing_of(all, other).total, total * (1 - 1e-6)) << a << " " << b;
      std::swap(other[a], other[b]);
    }
}

TEST(Placing, IsValidAndNoExchangeIsBetter) {
  std::mt19937 random(5);
  const std::vector<std::string> graphs{
      "cart:4x3", "cart:6x4:periodic", "moore:5x5:1", "random:24:4:1", "ring:17", "power-law:30:4:2",
      "star:9",   "complete:8",        "double:12:3", "isolated:13",   "empty:5", "cart:3x3x3:periodic"};
  for (const std::string& name : graphs) {
    const process_graph g = make_graph(name);
    for (int times = 0; times < 3; ++times) {
      std::vector<int> room;
      for (int left = g.p(); left > 0; left -= room.back())
        room.push_back(std::min(left, 1 + static_cast<int>(random() % 8)));
      SCOPED_TRACE(name);
      expect_valid(traffic_of(g, 100), room, g.sides);
    }
  }
}

TEST(Placing, FindsTheBestForFewProcesses) {
  struct known {
    const char* graph;
    std::vector<int> room;
  };
  for (const known& k : {known{"cart:4x2", {4, 4}}, known{"cart:3x3", {3, 3, 3}}, known{"ring:9", {4, 3, 2}},
                         known{"cart:2x2x2", {4, 4}}, known{"moore:3x3:1:mesh", {5, 4}}}) {
    const process_graph g = make_graph(k.graph);
    const process_traffic all = traffic_of(g);
    EXPECT_DOUBLE_EQ(crossing_of(all, place_on_nodes(all, k.room, g.sides)).total,
                     least_crossing(all, k.room))
        << k.graph;
  }
}

// Square blocks of a torus have the least surface.
TEST(Placing, FindsSquareBlocksOfAGrid) {
  const process_graph g = make_graph("cart:16x16:periodic");
  const std::vector<int> room(16, 16);
  const process_traffic all = traffic_of(g);
  const crossing found = crossing_of(all, place_on_nodes(all, room, g.sides));
  EXPECT_DOUBLE_EQ(found.total,
                   16 * 16);  // each node has 16 edges outwards, of which it shares each; both ways
  EXPECT_DOUBLE_EQ(crossing_of(all, in_order(room)).total, 16 * 32);
  // Without the sides, too, less crosses than by rank.
  EXPECT_LT(crossing_of(all, place_on_nodes(all, room)).total, 16 * 32);
}

TEST(Placing, ReadsMessages) {
  const process_traffic all = parse_messages("# a comment\n0 1 100\n1 0 20\r\n\n  2\t0 5 # here\n3 3 9\n");
  ASSERT_EQ(all.size(), 4U);
  ASSERT_EQ(all[0].size(), 2U);
  EXPECT_EQ(all[0][0].rank, 1);
  EXPECT_EQ(all[0][0].bytes, 120);
  EXPECT_EQ(all[2][0].bytes, 5);
  EXPECT_TRUE(all[3].empty());
  const process_traffic monitored = parse_messages(
      "# POINT TO POINT\nE\t0\t1\t108 bytes\t9 msgs sent\t0,9\n# COLLECTIVES\n"
      "D\tMPI_COMM_SELF\tprocs: 0\nO2A\t0\t0 bytes\t0 msgs sent\n");
  ASSERT_EQ(monitored.size(), 2U);
  EXPECT_EQ(monitored[0][0].bytes, 108);
}

TEST(Placing, RefusesBadInput) {
  for (const char* text : {"", "# nothing\n", "0 1\n", "0 1 x\n", "0 -1 3\n", "a b c\n", "0 1 -5\n",
                           "0 1 inf\n", "0 1 nan\n", "0 99999999 1\n", "E 0 1 108\n", "0 1 2 3\n"})
    EXPECT_THROW(parse_messages(text), std::invalid_argument) << text;
  EXPECT_THROW(place_on_nodes(parse_messages("0 1 1"), std::vector<int>{1}), std::invalid_argument);
}

}  // namespace
}  // namespace tutti
