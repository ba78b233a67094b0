// Networks whose links have one direction or lead through switches, and networks that a file lists: their
// links, their routes, their cuts, and the times of messages on them.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/on_engine.hpp"
#include "machine/bisection.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::tests {
namespace {

int hops(const topology& on, int from, int to) {
  std::vector<int> route;
  on.route(from, to, route);
  for (const int l : route) EXPECT_TRUE(0 <= l && l < on.links());
  std::ranges::sort(route);
  EXPECT_TRUE(std::ranges::adjacent_find(route) == route.end()) << on.name() << " crosses a link twice";
  return static_cast<int>(route.size());
}

int longest_route(const topology& on) {
  int most = 0;
  for (int a = 0; a < on.places(); ++a)
    for (int b = 0; b < on.places(); ++b) most = std::max(most, hops(on, a, b));
  return most;
}

TEST(topologies, no_route_is_longer_than_the_diameter_and_one_is_as_long) {
  for (const char* text : {"unidirectional-ring:7",
                           "de-bruijn:2x1",
                           "de-bruijn:2x6",
                           "de-bruijn:3x4",
                           "kautz:2x1",
                           "kautz:2x5",
                           "kautz:4x3",
                           "shuffle-exchange:1",
                           "shuffle-exchange:5",
                           "cube-connected-cycles:1",
                           "cube-connected-cycles:4",
                           "benes:1",
                           "benes:4",
                           "clos:1x4x2",
                           "clos:5x3x2",
                           "clos:4x1x1",
                           "dragonfly:1x1x1",
                           "dragonfly:3x1x2",
                           "dragonfly:1x2x1",
                           "dragonfly:2x4x2"}) {
    const topology_ptr on = make_topology(text, 1);
    EXPECT_EQ(longest_route(*on), on->diameter()) << text;
    for (int r = 0; r < on->places(); ++r) EXPECT_EQ(hops(*on, r, r), 0);
  }
}

// Known from the literature.
TEST(topologies, have_their_sizes_degrees_and_diameters) {
  const auto facts = [](const char* text) {
    const topology_ptr on = make_topology(text, 1);
    return std::vector<long long>{on->places(), on->vertices(), on->wires(), on->degree(), on->diameter()};
  };
  using all = std::vector<long long>;
  EXPECT_EQ(facts("de-bruijn:3x4"), (all{81, 81, 3 * 81 - 3, 3, 4}));
  EXPECT_EQ(facts("kautz:3x4"), (all{4 * 27, 4 * 27, 3 * 4 * 27, 3, 4}));
  EXPECT_EQ(facts("shuffle-exchange:6"), (all{64, 64, 2 * 64 - 2, 2, 2 * 6 - 1}));
  EXPECT_EQ(facts("cube-connected-cycles:3"), (all{24, 24, 3 * 24, 3, 6}));
  EXPECT_EQ(facts("cube-connected-cycles:5"), (all{160, 160, 3 * 160, 3, 2 * 5 + 5 / 2 - 2}));
  EXPECT_EQ(facts("benes:3"), (all{8, 8 + 5 * 4, 8 * 6, 2, 6}));
  EXPECT_EQ(facts("clos:4x3x2"), (all{12, 12 + 4 + 2, 2 * 12 + 2 * 8, 5, 4}));
  EXPECT_EQ(facts("dragonfly:2x4x2"), (all{72, 72 + 36, 2 * 72 + 36 * 3 + 9 * 8, 7, 5}));
  EXPECT_EQ(facts("mesh:3x4"), (all{12, 12, 2 * (2 * 4 + 3 * 3), 4, 5}));
  EXPECT_EQ(facts("torus:2x4"), (all{8, 8, 8 + 2 * 8, 3, 3}));
  EXPECT_EQ(facts("tree:8"), (all{8, 15, 28, 3, 6}));
}

TEST(topologies, without_a_size_have_places_for_all_processes) {
  for (const char* text :
       {"unidirectional-ring", "de-bruijn", "kautz", "shuffle-exchange", "cube-connected-cycles", "benes"})
    for (const int p : {1, 2, 3, 8, 9, 100}) {
      EXPECT_GE(make_topology(text, p)->places(), p) << text;
      EXPECT_LE(make_topology(text, p)->places(), 3 * p + 2) << text;
    }
}

// The same links without the rule of their routes: the rule finds routes as short as a search does.
TEST(topologies, digits_are_shifted_in_along_shortest_routes) {
  std::vector<wire> wires;
  for (int v = 0; v < 32; ++v)
    for (const int to : {2 * v % 32, 2 * v % 32 + 1})
      if (to != v) wires.push_back({.from = v, .to = to});
  const topology_ptr searched = network_of_wires("found", 32, 32, wires), ruled = de_bruijn(2, 5);
  EXPECT_EQ(searched->diameter(), 5);
  for (int a = 0; a < 32; ++a)
    for (int b = 0; b < 32; ++b) EXPECT_EQ(hops(*searched, a, b), hops(*ruled, a, b));
  // Imase and Itoh's arithmetic form of the Kautz network has as many pairs at each distance.
  wires.clear();
  for (int v = 0; v < 24; ++v)
    for (const int step : {1, 2}) wires.push_back({.from = v, .to = (2 * 24 * 2 - 2 * v - step) % 24});
  const topology_ptr arithmetic = network_of_wires("arithmetic", 24, 24, wires), words = kautz(2, 4);
  std::vector<int> one(6), other(6);
  for (int a = 0; a < 24; ++a)
    for (int b = 0; b < 24; ++b)
      ++one[static_cast<std::size_t>(hops(*arithmetic, a, b))],
          ++other[static_cast<std::size_t>(hops(*words, a, b))];
  EXPECT_EQ(one, other);
}

// The formulas, against all cuts.
TEST(topologies, know_their_smallest_cuts) {
  const auto both_ways = [](std::vector<wire> wires) {
    for (std::size_t k = wires.size(); k-- > 0;)
      wires.push_back({.from = wires[k].to, .to = wires[k].from, .capacity = wires[k].capacity});
    return wires;
  };
  for (int leaves = 1; leaves <= 4; ++leaves)
    for (int places = 1; places <= 3; ++places)
      for (int middles = 1; middles <= 4; ++middles) {
        const int p = leaves * places, vertices = p + leaves + middles;
        std::vector<wire> wires;
        for (int r = 0; r < p; ++r) wires.push_back({.from = r, .to = p + r / places});
        for (int l = 0; l < leaves; ++l)
          for (int m = 0; m < middles; ++m) wires.push_back({.from = p + l, .to = p + leaves + m});
        EXPECT_EQ(bisection_of(p, vertices, both_ways(wires)).width,
                  clos(leaves, places, middles)->bisection_width())
            << leaves << " x " << places << ", " << middles;
      }
  const auto grid = [&](const std::vector<int>& n, bool wraps) {
    std::vector<wire> wires;
    int places = 1;
    for (const int k : n) places *= k;
    for (int v = 0, stride = places; stride = places, v < places; ++v)
      for (const int k : n) {
        stride /= k;
        const int x = v / stride % k;
        if (x + 1 < k) wires.push_back({.from = v, .to = v + stride});
        if (wraps && k > 2 && x + 1 == k) wires.push_back({.from = v, .to = v - (k - 1) * stride});
      }
    return bisection_of(places, places, both_ways(wires)).width;
  };
  for (const std::vector<int>& n : std::vector<std::vector<int>>{
           {2, 3}, {3, 2}, {3, 3},    {2, 4},       {2, 5}, {5, 2}, {2, 2, 3}, {3, 2, 2}, {3, 4}, {3, 5},
           {4, 4}, {2, 7}, {3, 3, 2}, {2, 2, 2, 2}, {5, 3}, {9, 2}, {6, 3},    {2, 2, 4}, {7},    {8}}) {
    EXPECT_EQ(torus(n)->bisection_width(), grid(n, true)) << torus(n)->name();
    EXPECT_EQ(mesh(n)->bisection_width(), grid(n, false)) << mesh(n)->name();
    EXPECT_TRUE(torus(n)->bisection_is_exact());
  }
  EXPECT_FALSE(torus({2, 11})->bisection_is_exact());
  for (int groups = 1; groups <= 4; ++groups)
    for (int places = 1; places <= 4 && groups * places <= 12; ++places)
      for (const double uplinks : {0.5, 1.0, 1.5, 2.0, 3.0, 5.0}) {
        const int p = groups * places;
        std::vector<wire> wires;
        for (int r = 0; r < p; ++r) wires.push_back({.from = r, .to = p + r / places});
        for (int g = 0; g < groups && groups > 1; ++g)
          wires.push_back({.from = p + g, .to = p + groups, .capacity = uplinks});
        EXPECT_NEAR(fat_tree(groups, places, uplinks)->bisection_width(),
                    bisection_of(p, p + groups + 1, both_ways(wires)).width, 1e-9)
            << groups << " x " << places << ", " << uplinks;
      }
  for (const int p : {2, 4, 8}) {  // vertex v of the heap: place v - p, or switch p + v - 1
    std::vector<wire> wires;
    const auto number = [p](int v) { return v >= p ? v - p : p + v - 1; };
    for (int v = 2; v < 2 * p; ++v) wires.push_back({.from = number(v), .to = number(v / 2)});
    EXPECT_EQ(switch_tree(p)->bisection_width(), bisection_of(p, 2 * p - 1, both_ways(wires)).width) << p;
  }
  std::vector<wire> wires;  // Benes network of 4 lines: 3 stages of 2 switches
  for (int i = 0; i < 4; ++i)
    wires.push_back({.from = i, .to = 4 + i / 2}), wires.push_back({.from = 8 + i / 2, .to = i});
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      wires.push_back({.from = 4 + a, .to = 6 + b});
      wires.push_back({.from = 6 + a, .to = 8 + b});
    }
  EXPECT_EQ(bisection_of(4, 10, wires).width, benes(2)->bisection_width());
  wires.clear();  // cube-connected cycles of dimension 2: a ring of 8
  for (int v = 0; v < 8; ++v) wires.push_back({.from = v, .to = (v + 1) % 8});
  EXPECT_EQ(bisection_of(8, 8, both_ways(wires)).width, cube_connected_cycles(2)->bisection_width());
  EXPECT_EQ(bisection_of(8, 8, wires).width, unidirectional_ring(8)->bisection_width());
  // A cut that was found is no narrower than the smallest one; here it is that one.
  wires.clear();
  for (int v = 0; v < 30; ++v) wires.push_back({.from = v * 7 % 30, .to = (v + 1) * 7 % 30});
  const bisection found = bisection_of(30, 30, both_ways(wires));
  EXPECT_EQ(found.width, 2);
  EXPECT_FALSE(found.is_exact);
  EXPECT_TRUE(de_bruijn(2, 4)->bisection_is_exact());
  EXPECT_FALSE(de_bruijn(2, 5)->bisection_is_exact());
}

task message_from(process& self, int from) {  // to the other of two processes
  const buffer data = room(100);
  if (self.rank() == from)
    co_await self.send(data, 1 - from);
  else
    co_await self.recv(data, from);
}

TEST(topologies, links_of_a_file_have_latencies_and_bandwidths) {
  network on{machine{.alpha = 10, .beta = 1, .gamma = 0}};
  on.links = network_of_wires("given", 2, 3,
                              {{.from = 0, .to = 2, .latency = 3, .capacity = 0.5},
                               {.from = 2, .to = 1, .latency = 4},
                               {.from = 1, .to = 0, .latency = 1, .capacity = 2}});
  const auto one_message = [&](int from) {
    return time_of(2, on, [from](process& self) { return message_from(self, from); });
  };
  EXPECT_DOUBLE_EQ(one_message(0), 10 + 3 + 4 + 200);  // the slower link counts
  EXPECT_DOUBLE_EQ(one_message(1), 10 + 1 + 100);      // no faster than a message alone
  on.model = store_and_forward_model(10, 1);
  EXPECT_DOUBLE_EQ(one_message(0), (10 + 3 + 200) + (10 + 4 + 100));
}

TEST(topologies, the_middle_switches_of_a_clos_network_are_shared_by_destination) {
  network on;
  on.links = clos(2, 4, 2);
  const std::vector<std::pair<int, int>> across{{0, 4}, {1, 5}, {2, 6}, {3, 7}}, alike{{0, 4}, {1, 6}};
  EXPECT_EQ(embed(across, on).congestion, 2);
  EXPECT_EQ(embed(alike, on).congestion, 2);
  EXPECT_EQ(embed(across, on).dilation, 4);
  on.links = benes(3);  // each switch of the last stage gives its places different inputs
  EXPECT_EQ(embed(std::vector<std::pair<int, int>>{{0, 6}, {4, 7}}, on).congestion, 1);
}

std::string error_of(const char* links) {
  try {
    (void)parse_links(
        std::string(R"({"format": "tutti network", "version": 1, "vertices": 3,)") + "\n" + links + "}",
        "n.json");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

TEST(topologies, each_mistake_in_a_file_is_one_clear_sentence) {
  EXPECT_EQ(error_of(R"("links": [{"from": 0, "to": 1}, {"from": 1, "to": 2}, {"from": 2, "to": 0}])"),
            "no error");
  EXPECT_EQ(error_of(R"("links": [{"from": 0, "to": 1},)"
                     "\n"
                     R"({"from": 1, "to": 0}])"),
            "n.json:2: network of 3 vertices has no route from place 2 to place 0");
  EXPECT_EQ(error_of(R"("places": 2, "links": [{"from": 0, "to": 1}, {"from": 1, "to": 0}])"), "no error");
  EXPECT_EQ(error_of(R"("name": "star", "links": [{"from": 0, "to": 1}])"),
            "n.json:2: star has no route from place 1 to place 0");
  EXPECT_EQ(error_of(R"("links": [{"from": 0, "to": 3}])"),
            "n.json:2: links[0].to must be a whole number between 0 and 2, not 3");
  EXPECT_EQ(error_of(R"("links": [{"from": 0, "to": 0}])"),
            "n.json:2: links[0] leads from vertex 0 to itself");
  EXPECT_EQ(error_of(R"("links": [{"from": 0, "to": 1}, {"from": 0, "to": 1}])"),
            "n.json:2: links[1] is the second link from vertex 0 to vertex 1");
  EXPECT_EQ(error_of(R"("links": [{"from": 0, "to": 1, "bandwidth": 0}])"),
            "n.json:2: links[0].bandwidth must be a number between 1e-9 and 1e9, 1 for the speed of a single "
            "message, not 0");
  EXPECT_EQ(
      error_of(R"("links": [{"from": 0, "to": 1, "latency": "1 parsec"}])"),
      "n.json:2: links[0].latency must be a number that is not negative, or a text such as \"1.5us\", not "
      "\"1 parsec\"");
  EXPECT_EQ(error_of(R"("edges": [])"),
            "n.json:2: edges is not known here: expected format, version, name, vertices, places, links");
  EXPECT_EQ(error_of(R"("places": 4, "links": [])"),
            "n.json:2: places must be a whole number between 1 and 3, not 4");
}

TEST(topologies, a_machine_description_lists_links_too) {
  const auto read = [](const char* topology) {
    return parse_machine(std::string(R"({"topology": )") + topology + "}", "m.json", 2).on.links->name();
  };
  EXPECT_EQ(read(R"({"kind": "links", "name": "pair", "vertices": 2,
                     "links": [{"from": 0, "to": 1}, {"from": 1, "to": 0, "latency": "1us"}]})"),
            "pair");
  EXPECT_EQ(read(R"("kautz:2x3")"), "Kautz network of degree 2 and diameter 3");
  EXPECT_THROW(read(R"("links:other.json")"), std::invalid_argument);
}

}  // namespace
}  // namespace tutti::tests
