// The text forms of networks, for the command line.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <stdexcept>

#include "machine/capacity.hpp"
#include "machine/network_words.hpp"
#include "machine/squarest.hpp"
#include "text/file_text.hpp"
#include "text/letters.hpp"
#include "text/nearest.hpp"
#include "text/options.hpp"
#include "text/quantity.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/ranks.hpp"

namespace tutti {
namespace {

[[noreturn]] void fail(const std::string& sentence) { throw std::invalid_argument(sentence); }
// Removes "key=value" from the parts, and returns the value; empty if there is none.
std::string extract(description& d, std::string_view key) {
  const auto is_key = [&](const std::string& part) { return split_pair(part).first == key; };
  const auto at = std::ranges::find_if(d.parts, is_key);
  if (at == d.parts.end()) return {};
  std::string value = split_pair(*at).second;
  d.parts.erase(at);
  if (std::ranges::any_of(d.parts, is_key))
    fail((d.kind.empty() ? "" : d.kind + ": ") + std::string(key) + " is given twice");
  return value;
}

// "16=0.3us+0.1ns"
struct step {
  std::string size;
  double alpha, beta;
};
step read_step(const std::string& part, const std::string& what) {
  const auto [key, value] = split_pair(part);
  const auto plus = value.find('+');
  if (key.empty() || plus == std::string::npos)
    fail(what + ": expected SIZE=ALPHA+BETA such as 8192=5us+0.4ns, found '" + part + "'");
  return {key, parse_time(value.substr(0, plus), what + ": alpha"),
          parse_time(value.substr(plus + 1), what + ": beta")};
}

int whole_number(const std::string& text, const std::string& what, int least) {
  const long long n = parse_integer(text, what);
  if (n < least || n > 1 << 30)
    fail(what + " must be from " + std::to_string(least) + " to 1073741824, not " + text);
  return static_cast<int>(n);
}

std::uint64_t seed_of(const std::string& text, const std::string& what) {
  const long long seed = parse_integer(text, what);
  if (seed < 0) fail(what + " must not be negative, but is " + text);
  return static_cast<std::uint64_t>(seed);
}

constexpr std::array<std::string_view, 6> models{"linear", "piecewise", "hierarchical",
                                                 "logp",   "loggp",     "store-and-forward"};
constexpr std::array<std::string_view, 17> topologies{"full",
                                                      "linear",
                                                      "ring",
                                                      "unidirectional-ring",
                                                      "mesh",
                                                      "torus",
                                                      "hypercube",
                                                      "de-bruijn",
                                                      "kautz",
                                                      "shuffle-exchange",
                                                      "cube-connected-cycles",
                                                      "tree",
                                                      "fat-tree",
                                                      "clos",
                                                      "benes",
                                                      "dragonfly",
                                                      "cluster"};

// "a, b, c"
std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

// The end of the sentence about an unknown cost model. It may be the name of a topology.
std::string hint_for_model(const std::string& word) {
  const std::string small = in_small_letters(word);
  if (const std::string near = nearest(small, models); !near.empty()) return "; did you mean " + near + "?";
  const std::string near = nearest(small, topologies);
  return near.empty() ? "" : "; topologies are given by --topology " + near;
}

// Reads the parameters that the text of any model may have.
void read_common(description& d, network& into) {
  const auto take = [&](const char* key, auto& value, auto parse) {
    if (const std::string text = extract(d, key); !text.empty()) value = parse(text, d.kind + ": " + key);
  };
  take("gamma", into.gamma, parse_time);
  take("copy", into.copying, parse_time);
  take("overhead", into.overhead, parse_time);
  take("overhead-between", into.overhead_between, parse_time);
  take("eager", into.eager, parse_size);
  take("ports", into.ports, [](const auto& text, const auto& what) { return whole_number(text, what, 1); });
  take("in-order", into.in_order, parse_yes_or_no);
  take("combine-on-arrival", into.combines_on_arrival, parse_yes_or_no);
  if (into.has_protocols())
    into.sharing = link_sharing::max_min;
  else if (into.eager < network().eager || !into.in_order)
    fail(d.kind + ": eager and in-order mean something only beside an overhead");
}

cost_model_ptr read_linear(const description& d) {
  const machine usual;
  options o(d, "linear");
  const double alpha = o.time("alpha", usual.alpha), beta = o.time("beta", usual.beta),
               hop = o.time("hop", 0);
  o.done();
  return linear_model(alpha, beta, hop);
}

cost_model_ptr read_piecewise(const description& d) {
  std::vector<piece> pieces;
  for (const auto& part : d.parts) {
    const step from = read_step(part, d.kind);
    pieces.push_back({parse_size(from.size, "piecewise: a size"), from.alpha, from.beta});
  }
  return piecewise_model(std::move(pieces));
}

// With lanes, it also sets a cluster topology, whose nodes are those of the innermost level.
cost_model_ptr read_hierarchical(description d, topology_ptr& links, int p) {
  const std::string lanes = extract(d, "lanes");
  std::vector<level> levels;
  for (const auto& part : d.parts) {
    const step next = read_step(part, d.kind);
    levels.push_back({whole_number(next.size, "hierarchical: a level's size", 1), next.alpha, next.beta});
  }
  cost_model_ptr model = hierarchical_model(levels);
  if (!lanes.empty()) {
    const int each = levels.front().size;
    links = cluster((p + each - 1) / each, each, parse_number(lanes, "hierarchical: lanes"));
  }
  return model;
}

cost_model_ptr read_loggp(const description& d) {
  options o(d, d.kind);
  loggp m;
  m.L = o.time("L"), m.o = o.time("o"), m.g = o.time("g");
  if (d.kind == "loggp") m.G = o.time("G");
  m.capacity = o.yes("capacity", true);
  o.done();
  return loggp_model(m);
}

cost_model_ptr read_store_and_forward(const description& d) {
  options o(d, d.kind);
  const double latency = o.time("latency"), bandwidth = o.bandwidth("bandwidth");
  o.done();
  return store_and_forward_model(latency, bandwidth);
}

void read_model(std::string_view text, network& into, int p) {
  description d = split_description(text);
  into.gamma = machine().gamma;
  read_common(d, into);
  if (d.kind.empty() || d.kind == "linear")
    into.model = read_linear(d);
  else if (d.kind == "piecewise")
    into.model = read_piecewise(d);
  else if (d.kind == "hierarchical")
    into.model = read_hierarchical(d, into.links, p);
  else if (d.kind == "logp" || d.kind == "loggp")
    into.model = read_loggp(d);
  else if (d.kind == "store-and-forward")
    into.model = read_store_and_forward(d);
  else
    fail("there is no cost model '" + d.kind + "': expected " + listed(models) +
         " or a file that ends with .json" + hint_for_model(d.kind));
}

link_sharing read_sharing(const std::string& name) {
  const auto rule = sharing_named(name);
  if (!rule) fail("sharing must be equal or max-min, not '" + name + "'");
  return *rule;
}

std::string text_of(const std::string& file, const std::string& what) {
  const auto refuse = [&](const std::string& why) {
    fail("cannot read " + what + " '" + file + "': " + why);
  };
  errno = 0;
  std::ifstream in(file);
  if (!in) refuse(std::strerror(errno));
  if (!std::filesystem::is_regular_file(file)) refuse("it is no regular file");
  std::string text = rest_of(in);
  if (in.bad()) refuse(std::strerror(errno));
  return text;
}

// Networks whose links have one direction or lead through switches; null for other kinds. Without sizes, the
// smallest network with a place for each of p processes.
topology_ptr read_network(const std::string& kind, const std::vector<int>& sizes, int p) {
  const auto given = [&](std::size_t n, const char* example) {
    if (sizes.size() != n)
      fail(kind + " needs " +
           (n == 1   ? "one size"
            : n == 2 ? "two sizes"
                     : "three sizes") +
           ", such as " + example);
  };
  const auto least = [p](auto places) {
    int n = 1;
    while (places(n) < p) ++n;
    return n;
  };
  const auto size = [&](const char* example, auto places) {
    if (sizes.empty()) return least(places);
    given(1, example);
    return sizes[0];
  };
  const auto binary = [](long long n) { return 1LL << n; };
  if (kind == "unidirectional-ring")
    return unidirectional_ring(size("unidirectional-ring:8", [](int n) { return n; }));
  if (kind == "shuffle-exchange") return shuffle_exchange(size("shuffle-exchange:4", binary));
  if (kind == "cube-connected-cycles")
    return cube_connected_cycles(size("cube-connected-cycles:3", [](long long n) { return n << n; }));
  if (kind == "benes") return benes(size("benes:4", binary));
  if (kind == "de-bruijn") {
    if (sizes.empty()) return de_bruijn(2, least(binary));
    given(2, "de-bruijn:2x4");
    return de_bruijn(sizes[0], sizes[1]);
  }
  if (kind == "kautz") {
    if (sizes.empty()) return kautz(2, least([](long long n) { return 3LL << (n - 1); }));
    given(2, "kautz:2x3");
    return kautz(sizes[0], sizes[1]);
  }
  if (kind == "clos") {
    given(3, "clos:8x16x4");
    return clos(sizes[0], sizes[1], sizes[2]);
  }
  if (kind == "dragonfly") {
    given(3, "dragonfly:2x4x2");
    return dragonfly(sizes[0], sizes[1], sizes[2]);
  }
  return nullptr;
}

topology_ptr read_topology(description d, int p) {
  if (d.kind.empty()) d.kind = "full";
  const std::string lanes = extract(d, "lanes"), uplinks = extract(d, "uplinks"),
                    memory = extract(d, "memory"), leaf = extract(d, "leaf");
  const auto only = [&](const char* option, const std::string& value, std::string_view kind,
                        std::string_view or_kind = {}) {
    if (!value.empty() && d.kind != kind && d.kind != or_kind)
      fail(d.kind + ": " + option + " belongs to " + std::string(kind));
  };
  only("lanes", lanes, "cluster");
  only("uplinks", uplinks, "fat-tree", "cluster");
  only("memory", memory, "cluster");
  only("leaf", leaf, "cluster");
  if (d.parts.size() > 1)
    fail(d.kind + ": expected one size such as 8x8, found '" + d.parts[1] +
         "' after it; what may follow is lanes=, memory=, leaf=, uplinks= or sharing=");
  if (d.kind == "links") {
    if (d.parts.empty()) fail("links takes a file, such as links:network.json");
    return parse_links(text_of(d.parts[0], "the network"), d.parts[0]);
  }
  const std::vector<int> sizes =
      d.parts.empty() ? std::vector<int>{} : parse_sizes(d.parts[0], d.kind + ": a size");
  const auto one = [&](int otherwise) {
    if (sizes.size() > 1) fail(d.kind + " needs one size, not " + std::to_string(sizes.size()));
    return sizes.empty() ? otherwise : sizes[0];
  };
  const auto two = [&](const char* example) {
    if (sizes.size() != 2) fail(d.kind + " needs two sizes, such as " + std::string(example));
  };

  if (d.kind == "full") return fully_connected(one(p));
  if (d.kind == "linear") return linear_array(one(p));
  if (d.kind == "ring") return ring_of(one(p));
  if (d.kind == "mesh") return mesh(sizes.empty() ? squarest(p) : sizes);
  if (d.kind == "torus") return torus(sizes.empty() ? squarest(p) : sizes);
  if (d.kind == "hypercube") return hypercube(one(ceil_log2(p)));
  if (d.kind == "tree") return switch_tree(one(1 << ceil_log2(p)));
  if (d.kind == "fat-tree") {
    two("fat-tree:8x16");
    return fat_tree(sizes[0], sizes[1],
                    uplinks.empty() ? sizes[1] : parse_number(uplinks, "fat-tree: uplinks"));
  }
  if (d.kind == "cluster") {
    two("cluster:36x32");
    if (leaf.empty() != uplinks.empty()) fail("cluster: leaf and uplinks belong together");
    leaf_switches leaves;
    if (!leaf.empty()) {
      const std::vector<int> nodes = parse_sizes(leaf, "cluster: leaf");
      if (nodes.size() > 1) fail("cluster: leaf needs one size, not " + std::to_string(nodes.size()));
      leaves = {nodes[0], parse_number(uplinks, "cluster: uplinks")};
    }
    const double memory_lanes = memory.empty() ? 0 : parse_number(memory, "cluster: memory");
    if (!memory.empty()) require_capacity(memory_lanes, memory_of_node);  // for cluster(), 0 is no limit
    return cluster(sizes[0], sizes[1], lanes.empty() ? 1 : parse_number(lanes, "cluster: lanes"),
                   memory_lanes, leaves);
  }
  if (topology_ptr other = read_network(d.kind, sizes, p)) return other;
  fail("there is no topology '" + d.kind + "': expected " + listed(topologies) + " or links:FILE.json");
}

}  // namespace

placement make_placement(std::string_view text, const topology_ptr& on, int p) {
  const description d = split_description(text);
  const topology_ptr places = on ? on : fully_connected(p);
  if (d.kind != "given" && d.kind != "random" && !d.parts.empty())
    fail("placement " + d.kind + " takes nothing after it, but there is '" + d.parts[0] + "'");
  if (d.kind.empty() || d.kind == "consecutive") return {};
  if (d.kind == "cyclic") return p > places->places() ? placement{} : cyclic_placement(p, *places);
  if (d.kind == "random") {
    if (d.parts.size() > 1) fail("random placement takes one seed, such as random:7");
    const std::uint64_t seed = d.parts.empty() ? 1 : seed_of(d.parts[0], "the seed of a random placement");
    return p > places->places() ? placement{} : random_placement(p, *places, seed);
  }
  if (d.kind == "given") {
    placement list;
    for (const auto& part : d.parts) list.push_back(whole_number(part, "a place", 0));
    if (list.size() != static_cast<std::size_t>(p))
      fail("the placement names " + std::to_string(list.size()) + " places for " + std::to_string(p) +
           " processes");
    return list;
  }
  fail("there is no placement '" + d.kind + "': expected consecutive, cyclic, random:SEED or given:3,1,0,2");
}

namespace {

// "0:100us", "last:20us"
arrival late_arrival(const description& d, int p) {
  if (d.parts.empty())
    fail("late arrival takes ranks and times, such as late:0:100us or late:0:100us,last:20us");
  arrival times(static_cast<std::size_t>(p));
  for (const std::string& part : d.parts) {
    const auto colon = part.find(':');
    if (colon == std::string::npos)
      fail("late arrival: expected RANK:TIME such as 0:100us, found '" + part + "'");
    const std::string who = part.substr(0, colon);
    const long long rank = who == "last" ? p - 1 : parse_integer(who, "late arrival: a rank");
    if (rank < 0 || rank >= p)
      fail("late arrival: rank " + who + " is not one of the processes 0.." + std::to_string(p - 1));
    times[static_cast<std::size_t>(rank)] = parse_time(part.substr(colon + 1), "late arrival: the delay");
  }
  return times;
}

bool names_file(std::string_view model) { return model.ends_with(".json"); }

}  // namespace

arrival make_arrival(std::string_view when, int p) {
  const description d = split_description(when);
  if (d.kind.empty() || d.kind == "none") return {};
  if (d.kind == "random") {
    if (d.parts.empty() || d.parts.size() > 2)
      fail("random arrival takes the longest delay and a seed, such as random:5us,seed=7");
    std::uint64_t seed = 1;
    if (d.parts.size() == 2) {
      const auto [key, value] = split_pair(d.parts[1]);
      if (key != "seed") fail("random arrival: expected seed=NUMBER, found '" + d.parts[1] + "'");
      seed = seed_of(value, "random arrival: seed");
    }
    return random_arrival(p, parse_time(d.parts[0], "random arrival: the longest delay"), seed);
  }
  if (d.kind == "skews") {
    arrival times;
    for (const auto& part : d.parts) times.push_back(parse_time(part, "a process's skew"));
    if (times.size() != static_cast<std::size_t>(p))
      fail("there are " + std::to_string(times.size()) + " skews for " + std::to_string(p) + " processes");
    return times;
  }
  if (d.kind == "late") return late_arrival(d, p);
  if (d.kind == "measured") {
    const auto colon = when.find(':');
    if (colon == std::string_view::npos) fail("measured arrival takes a file, such as measured:arrival.json");
    const std::string file(when.substr(colon + 1));
    return parse_arrival(text_of(file, "the arrival pattern"), file, p);
  }
  fail("there is no arrival pattern '" + d.kind +
       "': expected none, random:MOST,seed=SEED, late:RANK:TIME, skews:1us,0,5us or measured:FILE.json");
}

topology_ptr make_topology(std::string_view text, int p) {
  description d = split_description(text);
  if (const std::string rule = extract(d, "sharing"); !rule.empty()) (void)read_sharing(rule);
  return read_topology(d, p);
}

network machine_of_model(std::string_view model) {
  if (names_file(model)) return parse_network(text_of(std::string(model), "the machine description"), model);
  network on;
  read_model(model, on, 1);
  return on;
}

machine_description make_machine(std::string_view model, std::string_view topology, std::string_view where,
                                 std::string_view when, int p) {
  if (p < 1) fail("at least one process is needed, not " + std::to_string(p));
  machine_description m;
  if (names_file(model))
    m = parse_machine(text_of(std::string(model), "the machine description"), model, p);
  else
    read_model(model, m.on, p);
  if (!topology.empty()) {
    description d = split_description(topology);
    if (const std::string rule = extract(d, "sharing"); !rule.empty()) m.on.sharing = read_sharing(rule);
    m.on.links = read_topology(d, p);
    if (m.on.links->links() == 0 && m.on.links->places() >= p) m.on.links = nullptr;  // nothing is shared
  }
  if (!where.empty() || !topology.empty()) m.on.places = make_placement(where, m.on.links, p);
  if (!when.empty()) m.skews = make_arrival(when, p);
  m.on.check(p);
  return m;
}

network make_network(std::string_view model, std::string_view topology, std::string_view where, int p) {
  return make_machine(model, topology, where, {}, p).on;
}

}  // namespace tutti
