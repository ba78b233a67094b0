#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "machine/bisection.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// A network by its links. The first vertices are places, the others switches.
struct wiring {
  std::string name;
  int places = 0, vertices = 0;
  std::vector<wire> wires;  // at most one from one vertex to another
  /// The next vertex on the route from a vertex to a place; empty: by a table of shortest routes.
  std::function<int(int at, int to)> next = {};
  std::string routing = "shortest; of several, by the neighbour of the least number";
  std::optional<int> diameter = {};   // none: computed, by the table
  std::optional<bisection> cut = {};  // none: computed
};
/// Throws std::invalid_argument if it is too large, or if no route leads from one place to another.
topology_ptr wired(wiring of);

/// base^exponent. Throws std::invalid_argument if that is more than 2^24.
int power(int base, int exponent, const std::string& what);

}  // namespace tutti
