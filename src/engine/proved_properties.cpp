#include "tutti/engine/proved_properties.hpp"

#include "machine/splitmix.hpp"

namespace tutti {
namespace {

// With fewer processes there are too few bracketings: different algorithms agree by chance.
constexpr int enough = 5;

// A hash of all that may influence the bracketing whatever an algorithm declares: the root, the lengths, the
// ports, the machine, the operator, and whether the result replaces an operand, since this may swap two
// operands that commute.
std::uint64_t key_of(const instance& i) {
  std::uint64_t key = 0;
  const auto mix = [&key](std::uint64_t x) { key = splitmix64(key + x); };
  mix(static_cast<std::uint64_t>(i.p));
  mix(static_cast<std::uint64_t>(i.root));
  mix(static_cast<std::uint64_t>(i.ports));
  mix(reinterpret_cast<std::uintptr_t>(i.machine));
  mix((i.commutes ? 1 : 0) + (i.in_place ? 2 : 0));
  mix(i.count);
  for (const int n : i.counts) mix(static_cast<std::uint64_t>(n));
  return key;
}

std::uint64_t key_of(std::uint64_t key, const std::vector<int>& nodes) {
  for (const int n : nodes) key = splitmix64(key + static_cast<std::uint64_t>(n));
  return key;
}

}  // namespace

void proved_properties::add(const instance& i, finding& f) {
  if (!combines(i.of->of) || !f.wrong.empty()) return;
  const reduction_properties declared = properties_of(*of_);
  const seen_bracketing& seen = f.bracketing;
  held_.elements &= seen.elements;
  held_.ranks &= seen.ranks;
  held_.processes &= seen.processes;

  const std::uint64_t key = key_of(i);
  const earlier now{seen.of_first, i.pieces, !i.nodes.empty()};
  const auto [cut, first_cut] = by_pieces_.try_emplace(key_of(key, i.nodes), now);
  cut_ |= i.p >= enough && (i.count > 1 || !i.counts.empty());
  if (cut->second.bracketing != seen.of_first) {
    held_.elements = false;
    if (declared.elements)
      f.wrong.push_back(
          "elements are bracketed otherwise than with M = " + std::to_string(cut->second.pieces) +
          " (.traits = {.same_for_elements = true} declares that they are not)");
  }

  const earlier all{seen.of_all, i.pieces, !i.nodes.empty()};
  const auto [placed, first_placed] =
      by_nodes_.try_emplace(splitmix64(key + static_cast<std::uint64_t>(i.pieces)), all);
  moved_ |= i.p >= enough && placed->second.on_nodes != all.on_nodes;
  if (placed->second.bracketing != seen.of_all) {
    held_.placements = false;
    if (declared.placements)
      f.wrong.push_back(
          "elements are bracketed otherwise than on other nodes, or where they are laid out in another way "
          "(or declare .needs = {.nodes = true}: it then uses the nodes)");
  }
}

void proved_properties::add(const proved_properties& others) {
  held_.elements &= others.held_.elements;
  held_.placements &= others.held_.placements;
  held_.ranks &= others.held_.ranks;
  held_.processes &= others.held_.processes;
  cut_ |= others.cut_;
  moved_ |= others.moved_;
}

std::string proved_properties::undeclared() const {
  const reduction_properties declared = properties_of(*of_);
  if (!combines(of_->of) || !cut_) return "";
  std::string t;
  const auto say = [&t](bool holds, bool is_declared, const char* what) {
    if (holds && !is_declared) t += std::string(t.empty() ? "" : "; ") + what;
  };
  say(held_.elements, declared.elements,
      "brackets every element alike: declare .traits = {.same_for_elements = true}");
  say(held_.placements && moved_, declared.placements,
      "brackets alike on all nodes: it does not need .nodes = true");
  say(held_.ranks, declared.ranks, "combines in rank order: it does not need .commutative = true");
  say(held_.processes, declared.processes, "brackets alike on all processes: it does not need .exact = true");
  return t;
}

}  // namespace tutti
