// The text forms of networks, machine descriptions, topologies and placements.

#include "tutti/machine/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace tutti {
namespace {

template <class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}
std::string error_of_network(std::string_view model, std::string_view topology = "",
                             std::string_view where = "", int p = 16) {
  return error_of([&] { (void)make_network(model, topology, where, p); });
}
double seconds(const network& n, int from, int to, std::size_t bytes) {
  const auto d = n.model->of(from, to, bytes, 1);
  return d.startup + d.data;
}

TEST(text, models) {
  EXPECT_DOUBLE_EQ(seconds(make_network("linear:alpha=2us,beta=4ns", "", "", 4), 0, 1, 1000), 6e-6);
  EXPECT_DOUBLE_EQ(seconds(make_network("", "", "", 4), 0, 1, 0), machine{}.alpha);
  EXPECT_DOUBLE_EQ(seconds(make_network("piecewise:0=1us+1ns,8192=5us+0.5ns", "", "", 4), 0, 1, 10000), 1e-5);
  const network h = make_network("hierarchical:4=1us+0ns,8=3us+0ns,lanes=2", "", "", 32);
  EXPECT_DOUBLE_EQ(seconds(h, 0, 3, 9), 1e-6);
  EXPECT_DOUBLE_EQ(seconds(h, 3, 4, 9), 3e-6);
  ASSERT_TRUE(h.links);
  EXPECT_EQ(h.links->capacity(0), 2);
  const network l = make_network("loggp:L=6us,o=2us,g=4us,G=1ns,capacity=no", "", "", 4);
  ASSERT_TRUE(l.model->overheads());
  EXPECT_FALSE(l.model->overheads()->capacity);
  EXPECT_DOUBLE_EQ(l.model->overheads()->G, 1e-9);
  EXPECT_DOUBLE_EQ(
      seconds(make_network("store-and-forward:latency=1us,bandwidth=1GB", "", "", 4), 0, 1, 1000), 2e-6);
  const network k = make_network("linear:ports=3,gamma=0.5ns", "", "", 4);
  EXPECT_EQ(k.ports, 3);
  EXPECT_DOUBLE_EQ(k.gamma, 0.5e-9);
}

TEST(text, topologies_and_placements) {
  EXPECT_EQ(make_network("", "torus:4x2x2", "", 16).links->name(), "torus 4 x 2 x 2");
  EXPECT_EQ(make_network("", "mesh", "", 12).links->name(), "mesh 4 x 3");
  EXPECT_EQ(make_network("", "ring", "", 12).sharing, link_sharing::equal);
  EXPECT_EQ(make_network("", "ring:20,sharing=max-min", "", 12).sharing, link_sharing::max_min);
  EXPECT_EQ(make_network("", "ring:sharing=max-min", "", 12).links->name(), "ring 12");
  EXPECT_EQ(make_network("", "ring,sharing=max-min", "", 12).sharing, link_sharing::max_min);
  EXPECT_EQ(make_network("", "hypercube", "", 12).links->places(), 16);
  EXPECT_EQ(make_network("", "tree", "", 12).links->places(), 16);
  EXPECT_EQ(make_network("", "cluster:4x4,lanes=2", "cyclic", 16).places,
            (placement{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}));
  EXPECT_EQ(make_network("", "ring", "given:3,1,0,2", 4).places, (placement{3, 1, 0, 2}));
  placement random = make_network("", "ring:20", "random:5", 16).places;
  EXPECT_EQ(random, make_network("", "ring:20", "random:5", 16).places);
  EXPECT_EQ(std::set<int>(random.begin(), random.end()).size(), 16U);
}

TEST(text, each_mistake_is_one_clear_sentence) {
  EXPECT_EQ(error_of_network("linaer"),
            "there is no cost model 'linaer': expected linear, piecewise, hierarchical, logp, "
            "loggp, store-and-forward or a file that ends with .json; did you mean linear?");
  EXPECT_TRUE(error_of_network("fattree:8x16").ends_with("; topologies are given by --topology fat-tree"));
  EXPECT_EQ(error_of_network("linear:alpha=-1us"), "linear: alpha must not be negative, but is -1us");
  EXPECT_EQ(error_of_network("linear:alpha=1parsec"),
            "linear: alpha must be a time with a unit (h, min, s, ms, us, ns or ps), such as 1.5us or 60s, "
            "not '1parsec'");
  EXPECT_EQ(error_of_network("linear:alpha=60"),
            "linear: alpha must be a time with a unit (h, min, s, ms, us, ns or ps), such as 1.5us or 60s, "
            "not '60'");
  EXPECT_EQ(error_of_network("linear:alpha=1GB"),
            "linear: alpha must be a time with a unit (h, min, s, ms, us, ns or ps), such as 1.5us or 60s, "
            "not '1GB'");
  EXPECT_EQ(error_of_network("linear:alpha=1e308s"), "linear: alpha must be at most 1e12 s, but is 1e308s");
  EXPECT_EQ(error_of([] { (void)linear_model(1e308, 0); }), "alpha must be at most 1e12 s");
  EXPECT_EQ(error_of_network("store-and-forward:latency=0,bandwidth=1e-300"),
            "bandwidth must be at least 1e-12 bytes a second");
  EXPECT_EQ(error_of_network("linear:gap=1us"), "linear: there is no 'gap', only alpha, beta, hop");
  EXPECT_EQ(error_of_network("linear:3"), "linear: expected name=value, found '3'");
  EXPECT_EQ(error_of_network("logp:L=1us,o=1us"), "logp: g is missing");
  EXPECT_EQ(error_of_network("linear:ports=0"), "linear: ports must be from 1 to 1073741824, not 0");
  EXPECT_EQ(error_of_network("linear:ports=99999999999"),
            "linear: ports must be from 1 to 1073741824, not 99999999999");
  EXPECT_EQ(error_of_network("piecewise:8=1us+1ns"),
            "a piecewise linear model needs a first piece that starts at 0 bytes");
  EXPECT_EQ(error_of_network("hierarchical:4=1us"),
            "hierarchical: expected SIZE=ALPHA+BETA such as 8192=5us+0.4ns, found '4=1us'");
  EXPECT_EQ(error_of_network("hierarchical:4=1us+1ns"),
            "the cost model describes 4 places, but a process is at place 15");
  EXPECT_EQ(error_of_network("", "torus:2x4"), "torus 2 x 4 has 8 places, too few for 16 processes");
  EXPECT_EQ(error_of_network("", "torus:0x4"), "torus: a size must be from 1 to 1073741824, not 0");
  EXPECT_EQ(error_of_network("", "torus:4xtwo"), "torus: a size must be a whole number, not 'two'");
  EXPECT_EQ(error_of_network("", "donut"),
            "there is no topology 'donut': expected full, linear, ring, unidirectional-ring, mesh, torus, "
            "hypercube, de-bruijn, kautz, shuffle-exchange, cube-connected-cycles, tree, fat-tree, clos, "
            "benes, dragonfly, cluster or links:FILE.json");
  EXPECT_EQ(error_of_network("", "clos:8x4"), "clos needs three sizes, such as clos:8x16x4");
  EXPECT_EQ(error_of_network("", "kautz:3"), "kautz needs two sizes, such as kautz:2x3");
  EXPECT_EQ(error_of_network("", "benes:2x2"), "benes needs one size, such as benes:4");
  EXPECT_EQ(error_of_network("", "benes:17"), "a Benes network needs a dimension from 1 to 16, not 17");
  EXPECT_EQ(error_of_network("", "de-bruijn:1x4"),
            "a de Bruijn network needs a number of symbols from 2 to 4096, not 1");
  EXPECT_EQ(error_of_network("", "de-bruijn:10x10"),
            "a de Bruijn network of this size has more than 2^24 vertices");
  EXPECT_EQ(error_of_network("", "kautz:2x3"),
            "Kautz network of degree 2 and diameter 3 has 12 places, too few for 16 processes");
  EXPECT_EQ(error_of_network("", "links"), "links takes a file, such as links:network.json");
  EXPECT_EQ(error_of_network("", "links:/no/such.json"),
            "cannot read the network '/no/such.json': No such file or directory");
  EXPECT_EQ(error_of_network("", "ring,lanes=2"), "ring: lanes belongs to cluster");
  EXPECT_EQ(error_of_network("", "cluster:4x4,lanes=2us"), "cluster: lanes must be a number, not '2us'");
  EXPECT_EQ(error_of_network("", "cluster:4x4,leaf=2"), "cluster: leaf and uplinks belong together");
  EXPECT_EQ(error_of_network("", "cluster:4x4,leaf=2x3,uplinks=1"), "cluster: leaf needs one size, not 2");
  EXPECT_EQ(error_of_network("", "ring,leaf=2"), "ring: leaf belongs to cluster");
  EXPECT_EQ(make_network("", "cluster:4x4,leaf=2,uplinks=1.5", "", 16).links->leaves().uplinks, 1.5);
  EXPECT_EQ(error_of_network("", "ring", "random:-1"),
            "the seed of a random placement must not be negative, but is -1");
  EXPECT_EQ(error_of_network("", "ring:16,lanes=2"), "ring: lanes belongs to cluster");
  EXPECT_EQ(error_of_network("", "ring:16,sharing=none"), "sharing must be equal or max-min, not 'none'");
  EXPECT_EQ(error_of_network("", "tree:12"),
            "a balanced tree of switches needs a power of two of places, not 12");
  EXPECT_EQ(error_of_network("", "cluster:4"), "cluster needs two sizes, such as cluster:36x32");
  EXPECT_EQ(error_of_network("", "ring", "given:1,2"), "the placement names 2 places for 16 processes");
  EXPECT_EQ(error_of_network("", "ring", "given:0,0", 2), "the placement puts two processes at place 0");
  EXPECT_EQ(error_of_network("", "ring", "given:0,2", 2), "the placement names place 2, but there are 0..1");
  EXPECT_EQ(error_of_network("", "ring", "scattered"),
            "there is no placement 'scattered': expected consecutive, cyclic, random:SEED or given:3,1,0,2");
  EXPECT_EQ(error_of_network("loggp:L=1us,o=1us,g=1us,G=0ns", "ring"),
            "the LogP models know no topology: leave it out, instead of ring 16");
  EXPECT_EQ(error_of_network("", "", "", 0), "at least one process is needed, not 0");
  EXPECT_EQ(error_of_network("/no/such.json"),
            "cannot read the machine description '/no/such.json': No such file or directory");
  EXPECT_EQ(error_of([] { (void)make_arrival("skews:1us", 2); }), "there are 1 skews for 2 processes");
  EXPECT_EQ(error_of([] { (void)make_arrival("random", 2); }),
            "random arrival takes the longest delay and a seed, such as random:5us,seed=7");
  EXPECT_EQ(error_of([] { (void)make_arrival("random:5us,seed=-1", 2); }),
            "random arrival: seed must not be negative, but is -1");
}

TEST(arrival, of_late_processes) {
  EXPECT_EQ(make_arrival("late:1:100s", 3), (arrival{0, 100, 0}));
  EXPECT_EQ(make_arrival("late:0:2s,last:1s", 4), (arrival{2, 0, 0, 1}));
  EXPECT_EQ(make_arrival("none", 3), arrival{});
  EXPECT_EQ(make_arrival("late:0:20min,1:0.5h,2:3ms", 3), (arrival{1200, 1800, 3e-3}));
  const auto error = [](const char* text) { return error_of([=] { (void)make_arrival(text, 3); }); };
  EXPECT_EQ(error("late"),
            "late arrival takes ranks and times, such as late:0:100us or late:0:100us,last:20us");
  EXPECT_EQ(error("late:1us"), "late arrival: expected RANK:TIME such as 0:100us, found '1us'");
  EXPECT_EQ(error("late:3:1us"), "late arrival: rank 3 is not one of the processes 0..2");
  EXPECT_EQ(error("late:-1:1us"), "late arrival: rank -1 is not one of the processes 0..2");
  EXPECT_EQ(error("late:first:1us"), "late arrival: a rank must be a whole number, not 'first'");
  EXPECT_EQ(error("late:0:7"),
            "late arrival: the delay must be a time with a unit (h, min, s, ms, us, ns or ps), such as 1.5us "
            "or 60s, "
            "not '7'");
  EXPECT_EQ(error("late:0:-1us"), "late arrival: the delay must not be negative, but is -1us");
  EXPECT_EQ(error("measured"), "measured arrival takes a file, such as measured:arrival.json");
  EXPECT_EQ(error("measured:/no/such.json"),
            "cannot read the arrival pattern '/no/such.json': No such file or directory");
  EXPECT_EQ(error("measured:/dev/zero"),
            "cannot read the arrival pattern '/dev/zero': it is no regular file");
}

// On any clock: the earliest counts as 0.
TEST(arrival, as_it_was_measured) {
  const std::string begin = "{\"format\": \"tutti arrival\", \"version\": 1,\n";
  EXPECT_EQ(parse_arrival(begin + "\"seconds\": [0, 1e-3, 0.5]}", "a.json", 3), (arrival{0, 1e-3, 0.5}));
  EXPECT_EQ(parse_arrival(begin + "\"from\": \"x\", \"seconds\": [9, 8, 8.5]}", "a.json", 3),
            (arrival{1, 0, 0.5}));
  const auto error = [](const std::string& text) {
    return error_of([&] { (void)parse_arrival(text, "a.json", 3); });
  };
  EXPECT_EQ(error(begin + "\"seconds\":\n[0, 1]}"),
            "a.json:3: seconds has the times of 2 processes, not of 3");
  EXPECT_EQ(error(begin + "\"seconds\": [0,\n-1, 2]}"),
            "a.json:3: seconds[1] must be a number that is not negative, not -1");
  EXPECT_EQ(error(begin + "\"seconds\": [0, \"1us\", 2]}"),
            "a.json:2: seconds[1] must be a number that is not negative, not \"1us\"");
  EXPECT_EQ(error(begin + "\"seconds\": [0, 1e300, 2]}"), "a.json:2: seconds[1] must be at most 1e12 s");
  EXPECT_EQ(error(begin + "\"microseconds\": []}"),
            "a.json:2: microseconds is not known here: expected format, version, from, seconds");
  EXPECT_EQ(error(begin + "\"from\": 1}"), "a.json:2: from must be a text, not 1");
  EXPECT_EQ(error("{\"format\": \"tutti arrival\", \"version\": 2}"),
            "a.json:1: version must be 1, the version of the format this tutti reads, not 2");
  EXPECT_EQ(error("{\"format\": \"tutti plan\"}"),
            "a.json:1: format must be \"tutti arrival\", not \"tutti plan\"");
  EXPECT_EQ(error("{\"seconds\": [0, 1, 2]}"),
            "a.json:1: this is no arrival pattern: it lacks \"format\": \"tutti arrival\"");
  EXPECT_EQ(error("[0, 1, 2]"),
            "a.json:1: this is no arrival pattern: it lacks \"format\": \"tutti arrival\"");
  EXPECT_EQ(error("seconds"), "a.json:1: this is not JSON from here on");
}

constexpr std::string_view whole = R"({
  "model": {"kind": "hierarchical", "levels": [
    {"size": 4, "alpha": "0.5us", "beta": 1e-10},
    {"size": 4, "alpha": 2e-6, "beta": "1ns"}
  ]},
  "topology": {"kind": "cluster", "nodes": 4, "places": 4, "lanes": 2},
  "sharing": "max-min",
  "placement": "cyclic",
  "arrival": "random:3us,seed=2",
  "gamma": "0.2ns",
  "ports": 2
})";

std::string with(std::string from, std::string to) {
  std::string text(whole);
  return text.replace(text.find(from), from.size(), to);
}
std::string error_of_file(const std::string& text) {
  return error_of([&] { (void)parse_machine(text, "m.json", 16); });
}

TEST(file, describes_a_whole_machine) {
  const machine_description m = parse_machine(whole, "m.json", 16);
  EXPECT_DOUBLE_EQ(seconds(m.on, 0, 3, 1000), 0.6e-6);
  EXPECT_DOUBLE_EQ(seconds(m.on, 0, 4, 1000), 3e-6);
  EXPECT_EQ(m.on.links->name(), "cluster of 4 x 4");
  EXPECT_EQ(m.on.sharing, link_sharing::max_min);
  EXPECT_EQ(m.on.places[1], 4);
  EXPECT_EQ(m.on.ports, 2);
  EXPECT_DOUBLE_EQ(m.on.gamma, 0.2e-9);
  EXPECT_EQ(m.skews, random_arrival(16, 3e-6, 2));
  const auto leaves = [](const std::string& text) {
    return parse_machine(text, "m.json", 16).on.links->leaves();
  };
  EXPECT_EQ(leaves(std::string(whole)).nodes, 0);
  const leaf_switches two = leaves(with("\"lanes\": 2", "\"lanes\": 2, \"leaf\": 2, \"uplinks\": 1.5"));
  EXPECT_EQ(two.nodes, 2);
  EXPECT_EQ(two.uplinks, 1.5);
  const machine_description pairs = parse_machine(
      R"({"model": {"kind": "pairs", "alpha": [[0, 1], [2, 0]], "beta": [[0, 3], [4, 0]]}, "arrival": [0, "1us"]})",
      "m.json", 2);
  EXPECT_EQ(seconds(pairs.on, 0, 1, 2), 7);
  EXPECT_EQ(pairs.skews, (arrival{0, 1e-6}));
}

TEST(file, leaves_out_what_the_texts_of_the_command_line_may_leave_out) {
  const auto read = [](const std::string& text, int p) { return parse_machine(text, "m.json", p).on; };
  const loggp* given = nullptr;
  const network few =
      read(R"({"model": {"kind": "logp", "L": "1us", "o": 0, "g": "2us", "capacity": "no"}})", 2);
  ASSERT_NE(given = few.model->overheads(), nullptr);
  EXPECT_DOUBLE_EQ(given->g, 2e-6);
  EXPECT_FALSE(given->capacity);
  const network usual = read(R"({"model": {"kind": "loggp", "L": "1us", "o": 0, "g": 0, "G": "1ns"}})", 2);
  ASSERT_NE(given = usual.model->overheads(), nullptr);
  EXPECT_DOUBLE_EQ(given->G, 1e-9);
  EXPECT_TRUE(given->capacity);
  EXPECT_EQ(error_of_file(R"({"model": {"kind": "logp", "L": 0, "o": 0, "g": 0, "capacity": "maybe"}})"),
            "m.json:1: model.capacity must be \"yes\" or \"no\", not \"maybe\"");
  EXPECT_EQ(error_of_file(R"({"model": {"kind": "logp", "L": 0, "o": 0, "g": 0, "G": 0}})"),
            "m.json:1: model.G is not known here: expected kind, L, o, g, capacity");
  for (const char* text : {"mesh", "torus", "hypercube", "tree", "linear", "ring"})
    EXPECT_EQ(read(std::string(R"({"topology": {"kind": ")") + text + "\"}}", 12).links->name(),
              make_network("", text, "", 12).links->name());
  for (const auto& [json, text] : {std::pair(R"("fat-tree", "leaves": 3, "places": 4)", "fat-tree:3x4"),
                                   std::pair(R"("cluster", "nodes": 3, "places": 4)", "cluster:3x4")}) {
    const network file = read(std::string(R"({"topology": {"kind": )") + json + "}}", 12);
    const network line = make_network("", text, "", 12);
    EXPECT_EQ(file.links->name(), line.links->name());
    for (int l = 0; l < line.links->links(); ++l) EXPECT_EQ(file.links->capacity(l), line.links->capacity(l));
  }
}

TEST(file, says_what_was_expected_and_on_which_line) {
  EXPECT_EQ(error_of_file("{\n \"model\": ,\n}"), "m.json:2: this is not JSON from here on");
  EXPECT_EQ(error_of_file(with("\"0.5us\"", "\"fast\"")),
            "m.json:3: model.levels[0].alpha must be a number that is not negative, or a text such as "
            "\"1.5us\", not \"fast\"");
  EXPECT_EQ(error_of_file(with("\"0.5us\"", "\"0.5\"")),
            "m.json:3: model.levels[0].alpha must be a number that is not negative, or a text such as "
            "\"1.5us\", not \"0.5\"");
  EXPECT_EQ(error_of_file(R"({"model": {"kind": "store-and-forward", "latency": 0, "bandwidth": "2us"}})"),
            "m.json:1: model.bandwidth must be a number that is not negative, or a text such as "
            "\"1GB\", not \"2us\"");
  EXPECT_EQ(error_of_file(R"({"model": "full", "eager": "3us"})").substr(0, 8), "m.json:1");
  EXPECT_EQ(error_of_file(with("2e-6", "-2e-6")),
            "m.json:4: model.levels[1].alpha must be a number that is not negative, not -2e-06");
  EXPECT_EQ(error_of_file("{\n \"ports\": 1,\n \"ports\": 2}"), "m.json:2: ports is given twice");
  EXPECT_EQ(error_of_file("{\n \"gamma\": 1e999}"), "m.json:2: a number in it is larger than numbers can be");
  EXPECT_EQ(error_of_file(with("\"lanes\": 2", "\"rails\": 2")),
            "m.json:6: topology.rails is not known here: expected kind, nodes, places, lanes, "
            "memory_lanes, leaf, uplinks");
  EXPECT_EQ(error_of_file(with("\"nodes\": 4", "\"nodes\": 2")),
            "m.json:6: cluster of 2 x 4 has 8 places, too few for 16 processes");
  EXPECT_EQ(error_of_file(with("\"lanes\": 2", "\"lanes\": 2, \"leaf\": 2")),
            "m.json:6: topology lacks \"uplinks\"");
  EXPECT_EQ(error_of_file(with("\"nodes\": 4, ", "")), "m.json:6: topology lacks \"nodes\"");
  EXPECT_EQ(error_of_file(with("\"ports\": 2", "\"ports\": 1.5")),
            "m.json:11: ports must be a whole number between 1 and 1073741824, not 1.5");
  EXPECT_EQ(error_of_file(with("\"hierarchical\"", "\"magic\"")),
            "m.json:2: model.kind must be linear, piecewise, pairs, hierarchical, logp, loggp or "
            "store-and-forward, not \"magic\"");
  EXPECT_EQ(error_of_file(with("max-min", "fair")),
            "m.json:7: sharing must be \"equal\" or \"max-min\", not \"fair\"");
  EXPECT_EQ(error_of_file(with("\"cyclic\"", "[0, 1]")),
            "m.json:8: the placement is for 2 processes, not for 16");
  EXPECT_EQ(error_of_file("{\n\n \"topology\": \"torus:2x2\"}"),
            "m.json:3: torus 2 x 2 has 4 places, too few for 16 processes");
  EXPECT_EQ(
      error_of_file("{\n \"model\": {\"kind\": \"store-and-forward\", \"latency\": 0, \"bandwidth\": 0}}"),
      "m.json:2: bandwidth must be positive, not 0.000000");
  EXPECT_EQ(
      error_of_file("{\n \"model\": {\"kind\": \"hierarchical\", \"levels\": [{\"size\": 8, \"alpha\": 0, "
                    "\"beta\": 0}]}}"),
      "m.json:2: the cost model describes 8 places, but a process is at place 15");
  EXPECT_EQ(error_of_file("{\n\n \"arrival\": \"sometimes\"}"),
            "m.json:3: there is no arrival pattern 'sometimes': expected none, random:MOST,seed=SEED, "
            "late:RANK:TIME, skews:1us,0,5us or measured:FILE.json");
  EXPECT_EQ(error_of_file("{\n \"arrival\": \"measured:m.json\"}"),
            "m.json:2: arrival must not be another file: put here the list of times");
  EXPECT_EQ(error_of_file("[]"), "m.json:1: this must be an object, not a list");
}

// The length of the shortest way is known for each topology; every route has links between 0 and links().
void check_routes(const topology_ptr& t, int (*distance)(int, int)) {
  int longest = 0;
  for (int a = 0; a < t->places(); ++a)
    for (int b = 0; b < t->places(); ++b) {
      std::vector<int> route;
      t->route(a, b, route);
      EXPECT_EQ(static_cast<int>(route.size()), distance(a, b)) << t->name() << ", " << a << " to " << b;
      for (const int l : route) EXPECT_TRUE(0 <= l && l < t->links());
      EXPECT_EQ(std::set<int>(route.begin(), route.end()).size(), route.size());
      longest = std::max(longest, static_cast<int>(route.size()));
    }
  EXPECT_EQ(longest, t->diameter()) << t->name();
}

int around(int a, int b, int n) { return std::min((a - b + n) % n, (b - a + n) % n); }

TEST(topology, routes_are_shortest) {
  check_routes(linear_array(7), [](int a, int b) { return std::abs(a - b); });
  check_routes(ring_of(7), [](int a, int b) { return around(a, b, 7); });
  check_routes(ring_of(8), [](int a, int b) { return around(a, b, 8); });
  check_routes(mesh({3, 4}), [](int a, int b) { return std::abs(a / 4 - b / 4) + std::abs(a % 4 - b % 4); });
  check_routes(torus({3, 4, 2}), [](int a, int b) {
    return around(a / 8, b / 8, 3) + around(a / 2 % 4, b / 2 % 4, 4) + around(a % 2, b % 2, 2);
  });
  check_routes(hypercube(4), [](int a, int b) { return __builtin_popcount(static_cast<unsigned>(a ^ b)); });
  check_routes(switch_tree(16), [](int a, int b) {
    return 2 * (32 - (a == b ? 32 : __builtin_clz(static_cast<unsigned>(a ^ b))));
  });
  check_routes(fat_tree(3, 4, 2), [](int a, int b) { return a == b ? 0 : a / 4 == b / 4 ? 2 : 4; });
  check_routes(cluster(3, 4, 2), [](int a, int b) { return a / 4 == b / 4 ? 0 : 2; });
  // Five nodes of two at three switches of two nodes each.
  const auto on_switches = [](int a, int b) { return a / 2 == b / 2 ? 0 : a / 4 == b / 4 ? 2 : 4; };
  check_routes(cluster(5, 2, 1, 0, {.nodes = 2, .uplinks = 1}), on_switches);
  check_routes(cluster(5, 2, 1, 3, {.nodes = 2, .uplinks = 1}), [](int a, int b) {
    return a == b ? 0 : a / 2 == b / 2 ? 1 : a / 4 == b / 4 ? 2 : 4;
  });
}

TEST(topology, bisection_widths) {
  EXPECT_EQ(linear_array(8)->bisection_width(), 1);
  EXPECT_EQ(ring_of(8)->bisection_width(), 2);
  EXPECT_EQ(mesh({8, 4})->bisection_width(), 4);
  EXPECT_EQ(torus({4, 4})->bisection_width(), 8);
  EXPECT_EQ(mesh({3, 3})->bisection_width(), 4);
  EXPECT_EQ(torus({3, 3})->bisection_width(), 8);
  EXPECT_EQ(hypercube(4)->bisection_width(), 8);
  EXPECT_EQ(switch_tree(8)->bisection_width(), 1);
  EXPECT_EQ(fully_connected(8)->bisection_width(), 16);
  EXPECT_EQ(fat_tree(4, 4, 3)->bisection_width(), 6);
  EXPECT_EQ(cluster(8, 2, 1)->bisection_width(), 4);
  EXPECT_EQ(cluster(8, 2, 1, 0, {.nodes = 2, .uplinks = 0.5})->bisection_width(), 1);
}

}  // namespace
}  // namespace tutti
