// Networks that are given by all their links, in JSON.

#include "machine/links_file.hpp"

#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "machine/json_quantities.hpp"

namespace tutti {
namespace {

constexpr int most_in_file = 4096;

wire wire_of(const lined_json& x, int vertices) {
  x.only({"from", "to", "latency", "bandwidth"});
  const auto vertex = [&](const char* name) { return static_cast<int>(x.at(name).whole(0, vertices - 1)); };
  wire w{vertex("from"), vertex("to"), number_in(x, "latency", seconds_of, 0),
         number_in(x, "bandwidth", plain_number, 1)};
  if (w.from == w.to) x.fail("leads from vertex " + std::to_string(w.from) + " to itself");
  if (w.latency > longest_time) x.at("latency").fail("must be at most 1e12 s");
  if (w.capacity < 1e-9 || w.capacity > 1e9)
    x.at("bandwidth").expected("a number between 1e-9 and 1e9, 1 for the speed of a single message");
  return w;
}

}  // namespace

topology_ptr network_of_links(const lined_json& of) {
  const int vertices = static_cast<int>(of.at("vertices").whole(1, most_in_file));
  const int places = of.has("places") ? static_cast<int>(of.at("places").whole(1, vertices)) : vertices;
  std::string name =
      of.has("name") ? of.at("name").text()
                     : "network of " + std::to_string(vertices) + (vertices == 1 ? " vertex" : " vertices");
  std::vector<wire> wires;
  std::unordered_set<int> known;
  for (const lined_json& x : of.at("links").items()) {
    wires.push_back(wire_of(x, vertices));
    const auto& [from, to, latency, capacity] = wires.back();
    if (!known.insert(from * vertices + to).second)
      x.fail("is the second link from vertex " + std::to_string(from) + " to vertex " + std::to_string(to));
  }
  try {
    return network_of_wires(std::move(name), places, vertices, std::move(wires));
  } catch (const std::invalid_argument& wrong) {  // a place that cannot be reached
    throw json_error(wrong.what(), of.at("links").line());
  }
}

topology_ptr parse_links(std::string_view json, std::string_view file) {
  try {
    const lined_json root = lined_json::parse(json);
    root.require_format("tutti network", 1, "network");
    root.only({"format", "version", "name", "vertices", "places", "links"});
    return network_of_links(root);
  } catch (const json_error& wrong) {
    throw std::invalid_argument(one_line(wrong.in(file)));
  }
}

}  // namespace tutti
