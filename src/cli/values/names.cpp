#include "cli/values/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/line/usage_error.hpp"
#include "text/nearest.hpp"
#include "tutti/bracketing.hpp"
#include "tutti/full_name.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti::cli {

std::string needs_of(const algorithm& a) {
  std::string s = a.needs.power_of_two ? "p a power of two" : is_neighbourhood(a.of) ? "a graph" : "any p";
  if (a.needs.ways) s += " in which ways are shared";
  if (a.needs.ports) s += ", several ports";
  if (a.needs.exact)
    s += ", exact operator";
  else if (a.needs.commutative)
    s += ", commutative operator";
  if (a.needs.consecutive)
    s += ", consecutive ranks on nodes";
  else if (a.needs.node_order)
    s += ", commutative operator or consecutive ranks on nodes";
  return s;
}

std::vector<std::string> same_for(const algorithm& a) {
  if (!combines(a.of)) return {};
  const reduction_properties has = properties_of(a);
  std::vector<std::string> all;
  if (has.elements) all.emplace_back("elements");
  if (has.placements) all.emplace_back("placements");
  if (has.ranks) all.emplace_back("ranks");
  if (has.processes && a.of == collective::allreduce) all.emplace_back("processes");
  return all;
}

collective find_collective(std::string_view name, int among) {
  if (const auto c = collective_named(name, among)) return *c;
  if (collective_named(name, all_collectives))
    throw usage_error("{} is not one of MPI's collectives: it can be listed, verified, predicted and shown",
                      name);
  std::vector<std::string> known;
  for (const algorithm* a : catalogue())
    if (a->name == name || full_name(*a) == name) known.push_back(full_name(*a));
  if (known.size() == 1)
    throw usage_error("{} is an algorithm; name its collective, {}", name,
                      known[0].substr(0, known[0].find('.')));
  if (!known.empty())
    throw usage_error("{} is not a collective but an algorithm: {}", name, fmt::join(known, ", "));
  for (int k = 0; k < among; ++k) known.emplace_back(name_of(static_cast<collective>(k)));
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = fmt::format("; known are {}", fmt::join(known, " "));
  throw usage_error("no collective is called {}{}", name.empty() ? "''" : name, hint);
}

std::vector<const algorithm*> find_algorithms(std::string_view name) {
  const auto all = catalogue();
  if (name.empty()) return {all.begin(), all.end()};
  const std::size_t dot = name.find('.');
  const auto same = catalogue(find_collective(name.substr(0, dot), all_collectives));
  if (dot != std::string_view::npos) return {&find_algorithm(name)};
  return {same.begin(), same.end()};
}

operator_class find_operator_class(std::string_view name) {
  if (const auto k = operator_class_named(name)) return *k;
  throw usage_error("--op {}: expected exact, commutative or ordered", name);
}

const algorithm* find_offline(std::string_view name) {
  const std::size_t dot = name.find('.');
  const auto c = collective_named(name.substr(0, dot));
  return c && dot != std::string_view::npos ? offline_algorithm(*c, name.substr(dot + 1)) : nullptr;
}

const algorithm& find_algorithm(std::string_view name) {
  if (find_offline(name)) throw usage_error("{} is {}", name, offline_reason);
  std::vector<const algorithm*> meant;
  std::vector<std::string> known;
  if (const auto c = collective_named(name, all_collectives)) {
    std::vector<std::string> all;
    for (const algorithm* a : catalogue(*c)) all.push_back(full_name(*a));
    throw usage_error("{} is a collective: name one of {}", name, fmt::join(all, ", "));
  }
  const std::size_t dot = name.find('.');
  const bool has_dot = dot != std::string_view::npos;
  const auto among = has_dot ? catalogue(find_collective(name.substr(0, dot), all_collectives)) : catalogue();
  for (const algorithm* a : among) {
    if (find(a->of, name.substr(has_dot ? dot + 1 : 0)) == a) meant.push_back(a);
    known.push_back(full_name(*a));
    if (!has_dot) known.emplace_back(a->name);
    if (!has_dot && std::ranges::find(known, name_of(a->of)) == known.end())
      known.emplace_back(name_of(a->of));
  }
  if (meant.size() == 1) return *meant[0];
  if (meant.size() > 1) {
    std::vector<std::string> candidates;
    for (const algorithm* a : meant) candidates.push_back(full_name(*a));
    throw usage_error("{} is ambiguous: choose one of {}", name, fmt::join(candidates, ", "));
  }
  std::string hint = did_you_mean(name, known);
  if (hint.empty() && has_dot && !known.empty()) hint = fmt::format("; known are {}", fmt::join(known, " "));
  if (hint.empty()) hint = "; tutti list shows them all";
  throw usage_error("no algorithm is called {}{}", name, hint);
}

}  // namespace tutti::cli
