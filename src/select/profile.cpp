#include "select/profile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "select/size_slots.hpp"
#include "text/counted.hpp"
#include "tutti/plugin.hpp"

namespace tutti {
namespace {

// A profile distinguishes three layouts: all on one node, one process a node, and some number of processes a
// node.
bool same_layout(const surroundings& a, const surroundings& b) {
  if (one_node(a) || one_node(b)) return one_node(a) && one_node(b);
  return a.per_node == b.per_node && (a.per_node == 1 || a.consecutive == b.consecutive);
}

// A profile does not record how unequal blocks are.
bool same_kind(const call_kind& a, const call_kind& b) {
  return a.of == b.of && a.op == b.op && (a.lengths == imbalance::equal) == (b.lengths == imbalance::equal);
}

// A file does not state the number of nodes: entries read from it have as many as p full nodes would be.
surroundings as_in_files(const surroundings& on) noexcept {
  return {.p = on.p,
          .per_node = on.per_node,
          .nodes = (on.p + on.per_node - 1) / on.per_node,
          .consecutive = on.consecutive};
}

struct entries_around {
  const profile_entry* below = nullptr;  // largest p that is <= the given one
  const profile_entry* above = nullptr;  // smallest p that is >= the given one
};

entries_around find_entries_around(const profile& from, const call_kind& of, const surroundings& on) {
  entries_around found;
  for (const profile_entry& e : from.entries) {
    if (!same_kind(e.of, of) || !same_layout(e.on, on)) continue;
    if (e.on.p <= on.p && (!found.below || e.on.p > found.below->on.p)) found.below = &e;
    if (e.on.p >= on.p && (!found.above || e.on.p < found.above->on.p)) found.above = &e;
  }
  return found;
}

profile_step at(const profile_entry& e, double bytes) {
  profile_step step;
  for (const profile_step& s : e.steps)
    if (static_cast<double>(s.from) <= bytes) step = s;
  return step;
}

// The position of p between a and b on a logarithmic axis: 0 at a, 1 at b.
double way(int a, int p, int b) {
  return std::log(static_cast<double>(p) / a) / std::log(static_cast<double>(b) / a);
}

bool same_algorithms(const profile_entry& a, const profile_entry& b) {
  return std::ranges::equal(a.steps, b.steps, {}, &profile_step::use, &profile_step::use);
}

profile_step between(const profile_entry& a, const profile_entry& b, double share, double bytes) {
  profile_step use = a.steps.front();
  for (std::size_t k = 1; k < a.steps.size(); ++k) {
    const double low = std::log(static_cast<double>(a.steps[k].from)),
                 high = std::log(static_cast<double>(b.steps[k].from));
    if (std::exp(low + share * (high - low)) <= bytes) use = a.steps[k];
  }
  return use;
}

// Returns the end of a phrase about processes: "on one node", "of which a node has 16".
std::string layout_of(const surroundings& on) {
  if (one_node(on)) return "on one node";
  return "of which a node has " + std::to_string(on.per_node) +
         (on.per_node > 1 && !on.consecutive ? ", dealt in turn" : "");
}

}  // namespace

std::string measured_elsewhere(const profile& from, const surroundings& on) {
  const std::string was = from.planned ? "planned" : "measured";
  const auto not_covered = [&](const std::string& whom, const std::string& instead) {
    return "does not cover " + counted(on.p, "process") + whom + ": " + instead;
  };
  if (from.entries.empty()) return not_covered("", "nothing was " + was);
  struct range {
    int low = std::numeric_limits<int>::max(), high = 0;
    void take(int p) { low = std::min(low, p), high = std::max(high, p); }
    [[nodiscard]] bool has(int p) const { return low <= p && p <= high; }
  } everywhere, here;
  std::set<std::string> others;
  for (const profile_entry& e : from.entries) {
    everywhere.take(e.on.p);
    if (same_layout(e.on, on))
      here.take(e.on.p);
    else
      others.insert(layout_of(e.on));
  }
  if (here.has(on.p)) return "";
  if (here.high > 0 || !everywhere.has(on.p)) {
    const auto [low, high] = here.high > 0 ? here : everywhere;
    return not_covered("", (low == high ? "" : std::to_string(low) + " to ") + counted(high, "process") +
                               (high == 1 ? " was " : " were ") + was);
  }
  std::string instead;
  for (const std::string& o : others)
    instead += (instead.empty() ? "it was " + was + " for processes " : " and ") + o;
  return not_covered(" " + layout_of(on), instead);
}

std::optional<advice> advise(const profile& from, const call_kind& of, const surroundings& on,
                             std::size_t bytes) {
  const auto [below, above] = find_entries_around(from, of, on);
  if (!below || !above) {
    // A measurement with an operator that rounds is also valid for an exact one.
    if (of.op != operator_class::exact || !combines(of.of)) return {};
    return advise(from, {of.of, operator_class::commutative, of.lengths}, on, bytes);
  }
  const auto size = static_cast<double>(bytes);
  const auto advice_of = [](const profile_step& s, const profile_entry* entry, const profile_entry* farther) {
    return advice{s.use, s.piece, entry, farther};
  };
  if (below == above) return advice_of(at(*below, size), below, nullptr);
  const double share = way(below->on.p, on.p, above->on.p);
  const profile_entry& nearer = share < 0.5 ? *below : *above;
  const profile_entry& farther = share < 0.5 ? *above : *below;
  return advice_of(same_algorithms(*below, *above) ? between(*below, *above, share, size) : at(nearer, size),
                   &nearer, &farther);
}

std::optional<advice> advise_learned(const profile& from, const call_kind& of, const surroundings& on,
                                     std::size_t bytes) {
  const surroundings stored = as_in_files(on);
  const auto entry = std::ranges::find_if(
      from.entries, [&](const profile_entry& e) { return same_kind(e.of, of) && e.on == stored; });
  if (entry == from.entries.end()) return {};
  const auto step =
      std::ranges::find(entry->steps, slot_of(bytes), [](const profile_step& s) { return slot_of(s.from); });
  if (step == entry->steps.end()) return {};
  return advice{.use = step->use, .piece = step->piece, .entry = &*entry};
}

void add_learned(profile& to, const call_kind& of, const surroundings& on, const profile_step& step,
                 profile_point point) {
  const surroundings stored = as_in_files(on);
  auto entry = std::ranges::find_if(
      to.entries, [&](const profile_entry& e) { return same_kind(e.of, of) && e.on == stored; });
  if (entry == to.entries.end()) entry = to.entries.insert(entry, {.of = of, .on = stored});
  const auto put = [](auto& all, auto bytes, auto&& one) {
    const auto at = std::ranges::lower_bound(all, std::invoke(bytes, one), {}, bytes);
    if (at != all.end() && std::invoke(bytes, *at) == std::invoke(bytes, one))
      *at = std::move(one);
    else
      all.insert(at, std::move(one));
  };
  put(entry->steps, &profile_step::from, profile_step(step));
  put(entry->points, &profile_point::bytes, std::move(point));
}

const profile_point* nearest_point(const profile_entry& in, std::size_t bytes) {
  const auto distance = [bytes](const profile_point& point) {
    return std::abs(std::log((static_cast<double>(point.bytes) + 1) / (static_cast<double>(bytes) + 1)));
  };
  const auto nearest = std::ranges::min_element(in.points, {}, distance);
  return nearest == in.points.end() ? nullptr : &*nearest;
}

std::optional<double> measured_seconds(const profile_entry& in, const algorithm* a, std::size_t bytes) {
  if (const profile_point* nearest = nearest_point(in, bytes))
    for (const auto& [use, time] : nearest->seconds)
      if (use == a) return time;
  return {};
}

std::optional<double> measured_between(const profile_entry& in, const algorithm* a, double bytes) {
  std::optional<std::pair<double, double>> below;  // bytes, seconds
  for (const profile_point& point : in.points)
    for (const auto& [use, seconds] : point.seconds) {
      if (use != a) continue;
      const auto size = static_cast<double>(point.bytes);
      if (size == bytes) return seconds;
      if (size < bytes) {
        below = {size, seconds};
        continue;
      }
      if (!below || !(below->second > 0) || !(seconds > 0)) return {};
      const double share =
          std::log((bytes + 1) / (below->first + 1)) / std::log((size + 1) / (below->first + 1));
      return below->second * std::pow(seconds / below->second, share);
    }
  return {};
}

std::string mpi_identity(std::string_view library_version) {
  // "Open MPI v4.1.4, package: ...", "MPICH Version:\t4.0.2\nMPICH Release date: ..."
  const std::string_view line = library_version.substr(0, library_version.find_first_of("\n,"));
  const std::size_t digit = line.find_first_of("0123456789");
  std::string_view name = line.substr(0, digit);
  for (std::string_view noise : {"v", ":", "Version", "version"}) {
    while (!name.empty() && (name.back() == ' ' || name.back() == '\t')) name.remove_suffix(1);
    if (name.ends_with(noise)) name.remove_suffix(noise.size());
  }
  while (!name.empty() && (name.back() == ' ' || name.back() == '\t')) name.remove_suffix(1);
  if (digit == std::string_view::npos) return std::string(name);
  const std::string_view rest = line.substr(digit);
  return std::string(name) + " " + std::string(rest.substr(0, rest.find_first_of(" \t")));
}

// A 32-bit FNV-1a hash of the names. Protects from accidents, not from attacks.
std::string catalogue_identity() {
  std::string names;  // a zero ends each, so that "ab", "c" and "a", "bc" differ
  for (const algorithm* a : catalogue())
    if (built_in(*a)) names.append(name_of(a->of)).append(1, '\0').append(a->name).append(1, '\0');
  std::uint32_t hash = 2166136261U;
  for (const char c : names) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  std::array<char, 9> text{};
  std::snprintf(text.data(), text.size(), "%08x", hash);
  return text.data();
}

}  // namespace tutti
