// The names of a proof's cases in messages.

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "tutti/collective.hpp"
#include "tutti/engine/instance.hpp"
#include "tutti/full_name.hpp"

namespace tutti {
namespace {

// " 3 1 4", with " ..." if there are more than `most`.
std::string first_of(const std::vector<int>& numbers, std::size_t most) {
  std::string s;
  for (std::size_t k = 0; k < std::min(numbers.size(), most); ++k) s += " " + std::to_string(numbers[k]);
  return s + (numbers.size() > most ? " ..." : "");
}

// "L = 7 us, g = 3 us"
std::string in_words(const loggp_level& level) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "L = %g us, g = %g us", 1e6 * level.L, 1e6 * level.g);
  return text.data();
}

}  // namespace

std::string describe(const instance& of) {
  const collective_traits& t = traits(of.of->of);
  std::string s = full_name(*of.of) + ", p = " + std::to_string(of.p);
  if (is_rooted(of.of->of)) s += ", root " + std::to_string(of.root);
  if (t.shifts) s += ", distance " + std::to_string(of.root);
  if (!of.counts.empty())
    s += ", counts" + first_of(of.counts, 16);
  else if (t.receives.what != holding::nothing)
    s += ", " + std::to_string(of.count) + (of.count == 1 ? " element" : " elements");
  if (of.straight_beyond != SIZE_MAX)
    s += ", straight beyond " + std::to_string(of.straight_beyond) + " bytes";
  if (of.pieces != 1) s += ", M = " + std::to_string(of.pieces);
  if (of.of->needs.ports) s += ", " + std::to_string(of.ports) + (of.ports == 1 ? " port" : " ports");
  if (of.machine)
    s += ", " + in_words(of.machine->between) + " (within nodes " + in_words(of.machine->within) + ")";
  if (of.in_place) s += ", in place";
  switch (of.lies) {
    case layout::dense: break;
    case layout::holes: s += ", with holes"; break;
    case layout::backwards: s += ", backwards"; break;
    case layout::one_array: s += ", sent from and received in fields of one array"; break;
    case layout::differing: s += ", sent and received as different types"; break;
  }
  if (of.graph) s += ", " + of.graph->edges().name;
  if (of.commutes) s += ", an operator that commutes";
  if (!of.nodes.empty()) s += ", on nodes" + first_of(of.nodes, 32);
  return s;
}

}  // namespace tutti
