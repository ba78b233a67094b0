// Machine descriptions in JSON.

#include <stdexcept>

#include "machine/json_quantities.hpp"
#include "machine/links_file.hpp"
#include "machine/network_words.hpp"
#include "machine/squarest.hpp"
#include "text/lined_json.hpp"
#include "text/options.hpp"
#include "text/quantity.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/ranks.hpp"

namespace tutti {
namespace {

double bandwidth_of(const lined_json& x) {
  return quantity(x, parse_bandwidth, "a number that is not negative, or a text such as \"1GB\"");
}
double bytes_of(const lined_json& x) {
  const auto read = [](std::string_view text, std::string_view what) {
    return static_cast<double>(parse_size(text, what));
  };
  return quantity(x, read, "a number that is not negative, or a text such as \"16K\"");
}

int size(const lined_json& x) { return static_cast<int>(x.whole(1, 1 << 30)); }
int size(const lined_json& of, std::string_view name, int otherwise) {
  return of.has(name) ? size(of.at(name)) : otherwise;
}

bool truth(const lined_json& of, std::string_view name, bool otherwise) {
  if (!of.has(name)) return otherwise;
  const auto said = yes_or_no(of.at(name).text());
  if (!said) of.at(name).expected("\"yes\" or \"no\"");
  return *said;
}

// Calls f, which depends on a member. Adds the line of that member to errors.
template <class F>
void with_member(const lined_json& of, std::string_view name, F f) {
  if (!of.has(name)) return f();
  try {
    f();
  } catch (const json_error&) {
    throw;
  } catch (const std::invalid_argument& wrong) {
    throw json_error(wrong.what(), of.at(name).line());
  }
}

std::vector<double> table(const lined_json& rows, int p) {
  std::vector<double> values;
  const auto& list = rows.items();
  if (list.size() != static_cast<std::size_t>(p))
    rows.fail("must have " + std::to_string(p) + " rows, not " + std::to_string(list.size()));
  for (const lined_json& row : list) {
    const auto& cells = row.items();
    if (cells.size() != static_cast<std::size_t>(p))
      row.fail("must have " + std::to_string(p) + " values, not " + std::to_string(cells.size()));
    for (const lined_json& cell : cells) values.push_back(seconds_of(cell));
  }
  return values;
}

std::vector<piece> pieces_of(const lined_json& list) {
  std::vector<piece> pieces;
  for (const lined_json& x : list.items()) {
    x.only({"from", "alpha", "beta"});
    pieces.push_back({static_cast<std::size_t>(x.at("from").whole(0, 1LL << 60)), seconds_of(x.at("alpha")),
                      seconds_of(x.at("beta"))});
  }
  if (pieces.empty()) list.fail("must not be empty");
  return pieces;
}

level level_from(const lined_json& x) {
  if (x.has("pieces")) {
    x.only({"size", "pieces"});
    return {.size = size(x.at("size")), .pieces = pieces_of(x.at("pieces"))};
  }
  x.only({"size", "alpha", "beta"});
  return {size(x.at("size")), seconds_of(x.at("alpha")), seconds_of(x.at("beta"))};
}

cost_model_ptr model_of(const lined_json& m) {
  const std::string kind = m.at("kind").text();
  if (kind == "linear") {
    m.only({"kind", "alpha", "beta", "hop"});
    return linear_model(seconds_of(m.at("alpha")), seconds_of(m.at("beta")),
                        number_in(m, "hop", seconds_of, 0));
  }
  if (kind == "piecewise") {
    m.only({"kind", "pieces"});
    return piecewise_model(pieces_of(m.at("pieces")));
  }
  if (kind == "pairs") {
    m.only({"kind", "alpha", "beta"});
    const int p = static_cast<int>(m.at("alpha").items().size());
    return pairwise_model(p, table(m.at("alpha"), p), table(m.at("beta"), p));
  }
  if (kind == "hierarchical") {
    m.only({"kind", "levels"});
    std::vector<level> levels;
    for (const lined_json& x : m.at("levels").items()) levels.push_back(level_from(x));
    return hierarchical_model(levels);
  }
  if (kind == "logp" || kind == "loggp") {
    if (kind == "logp")
      m.only({"kind", "L", "o", "g", "capacity"});
    else
      m.only({"kind", "L", "o", "g", "G", "capacity"});
    return loggp_model({.L = seconds_of(m.at("L")),
                        .o = seconds_of(m.at("o")),
                        .g = seconds_of(m.at("g")),
                        .G = number_in(m, "G", seconds_of, 0),
                        .capacity = truth(m, "capacity", true)});
  }
  if (kind == "store-and-forward") {
    m.only({"kind", "latency", "bandwidth"});
    return store_and_forward_model(seconds_of(m.at("latency")), bandwidth_of(m.at("bandwidth")));
  }
  m.at("kind").expected("linear, piecewise, pairs, hierarchical, logp, loggp or store-and-forward");
}

topology_ptr topology_of(const lined_json& t, int p, double memory) {
  const std::string kind = t.at("kind").text();
  const auto dimensions = [&] {
    t.only({"kind", "dimensions"});
    if (!t.has("dimensions")) return squarest(p);
    std::vector<int> n;
    for (const lined_json& x : t.at("dimensions").items()) n.push_back(size(x));
    return n;
  };
  const auto one = [&](int otherwise) {
    t.only({"kind", "size"});
    return size(t, "size", otherwise);
  };
  if (kind == "full") return fully_connected(one(p));
  if (kind == "linear") return linear_array(one(p));
  if (kind == "ring") return ring_of(one(p));
  if (kind == "mesh") return mesh(dimensions());
  if (kind == "torus") return torus(dimensions());
  if (kind == "tree") return switch_tree(one(1 << ceil_log2(p)));
  if (kind == "hypercube") {
    t.only({"kind", "dimension"});
    return hypercube(t.has("dimension") ? static_cast<int>(t.at("dimension").whole(0, 24)) : ceil_log2(p));
  }
  if (kind == "links") {
    t.only({"kind", "name", "vertices", "places", "links"});
    return network_of_links(t);
  }
  if (kind == "fat-tree") {
    t.only({"kind", "leaves", "places", "uplinks"});
    const int places = size(t.at("places"));
    return fat_tree(size(t.at("leaves")), places, number_in(t, "uplinks", plain_number, places));
  }
  if (kind == "cluster") {
    t.only({"kind", "nodes", "places", "lanes", "memory_lanes", "leaf", "uplinks"});
    leaf_switches leaves;
    if (t.has("leaf") || t.has("uplinks")) leaves = {size(t.at("leaf")), plain_number(t.at("uplinks"))};
    return cluster(size(t.at("nodes")), size(t.at("places")), number_in(t, "lanes", plain_number, 1),
                   number_in(t, "memory_lanes", plain_number, memory), leaves);
  }
  t.at("kind").expected(
      "full, linear, ring, mesh, torus, hypercube, tree, fat-tree, cluster or links; "
      "other topologies are texts, such as \"kautz:2x3\"");
}

// The text of a member that has the form of the command line; empty if the member is missing or an object.
std::string words(const lined_json& all, std::string_view name) {
  return all.has(name) && all.at(name).is_text() ? all.at(name).text() : std::string();
}

void take_model(const lined_json& all, int p, network& on) {
  const std::string text = words(all, "model");
  if (text.ends_with(".json"))  // it may be this file
    all.at("model").fail("must not be another file: put here what is written there");
  on = make_machine(text, "", "", "", p).on;
  if (all.has("model") && !all.at("model").is_text()) on.model = model_of(all.at("model"));
  on.check(p);
}

void take_topology(const lined_json& all, int p, network& on) {
  if (all.at("topology").is_text()) {
    if (all.at("topology").text().starts_with("links:"))
      all.at("topology")
          .fail("must not be another file: put here what is written there, with \"kind\": \"links\"");
    const network read = make_network("", words(all, "topology"), "", p);
    on.links = read.links;
    on.sharing = read.sharing;
  } else {
    // In earlier versions of the format, memory_lanes was outside the topology.
    on.links = topology_of(all.at("topology"), p, number_in(all, "memory_lanes", plain_number, 0));
  }
  on.check(p);
}

void read_network(const lined_json& all, int p, network& on) {
  all.only({"model", "topology", "sharing", "placement", "arrival", "gamma", "copy", "ports", "overhead",
            "overhead_between", "memory_lanes", "eager", "in_order", "combine_on_arrival", "from"});
  if (all.members().empty()) all.fail("is empty: expected at least \"model\" or \"topology\"");
  with_member(all, "model", [&] { take_model(all, p, on); });
  if (all.has("topology")) with_member(all, "topology", [&] { take_topology(all, p, on); });
  on.overhead = number_in(all, "overhead", seconds_of, on.overhead);
  if (all.has("overhead_between")) on.overhead_between = seconds_of(all.at("overhead_between"));
  if (on.has_protocols()) on.sharing = link_sharing::max_min;
  if (all.has("sharing")) {
    const auto rule = sharing_named(all.at("sharing").text());
    if (!rule) all.at("sharing").expected("\"equal\" or \"max-min\"");
    on.sharing = *rule;
  }
  on.in_order = truth(all, "in_order", on.in_order);
  on.combines_on_arrival = truth(all, "combine_on_arrival", on.combines_on_arrival);
  on.gamma = number_in(all, "gamma", seconds_of, on.gamma);
  on.copying = number_in(all, "copy", seconds_of, on.copying);
  on.ports = size(all, "ports", on.ports);
  on.eager = number_in(all, "eager", bytes_of, on.eager);
  if (all.has("eager") && !on.has_protocols())
    all.at("eager").fail("means something only beside an \"overhead\"");
  with_member(all, "ports", [&] { on.check(p); });
}

placement placement_of(const lined_json& where, const network& on, int p) {
  if (!where.is_list()) return make_placement(where.text(), on.links, p);
  placement places;
  for (const lined_json& x : where.items()) places.push_back(static_cast<int>(x.whole(0, 1 << 30)));
  return places;
}

arrival arrival_of(const lined_json& when, int p) {
  if (when.is_text()) {
    if (when.text().starts_with("measured"))
      when.fail("must not be another file: put here the list of times");
    return make_arrival(when.text(), p);
  }
  arrival times;
  for (const lined_json& x : when.items()) times.push_back(seconds_of(x));
  if (times.size() != static_cast<std::size_t>(p))
    when.fail("must have " + std::to_string(p) + " times, not " + std::to_string(times.size()));
  return times;
}

void read_processes(const lined_json& all, int p, machine_description& m) {
  if (all.has("placement"))
    with_member(all, "placement", [&] {
      m.on.places = placement_of(all.at("placement"), m.on, p);
      m.on.check(p);
    });
  if (all.has("arrival")) with_member(all, "arrival", [&] { m.skews = arrival_of(all.at("arrival"), p); });
}

// Reads the text by `how`. An error is one line, even if it quotes the file, and names the file.
template <class How>
void read_description(std::string_view text, std::string_view file, How how) {
  try {
    how(lined_json::parse(text));
  } catch (const json_error& wrong) {
    throw std::invalid_argument(one_line(wrong.in(file)));
  } catch (const std::invalid_argument& wrong) {  // not caused by a member, so it has no line
    throw std::invalid_argument(one_line(json_error(wrong.what(), 0).in(file)));
  }
}

}  // namespace

machine_description parse_machine(std::string_view text, std::string_view file, int p) {
  machine_description m;
  read_description(text, file, [&](const lined_json& all) {
    read_network(all, p, m.on);
    read_processes(all, p, m);
  });
  return m;
}

network parse_network(std::string_view text, std::string_view file) {
  network on;
  read_description(text, file, [&](const lined_json& all) { read_network(all, 1, on); });
  return on;
}

}  // namespace tutti
