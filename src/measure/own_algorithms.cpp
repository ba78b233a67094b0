#include "measure/own_algorithms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "text/nearest.hpp"
#include "text/quantity.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

constexpr std::string_view prefix = "library:";

// "32K" and "32Ki" if these are short, otherwise the number of bytes.
std::string short_size(std::size_t bytes) {
  if (bytes > 0 && bytes % 1000 == 0) return fmt::format("{}K", bytes / 1000);
  if (bytes > 0 && bytes % 1024 == 0) return fmt::format("{}Ki", bytes / 1024);
  return std::to_string(bytes);
}

const own_parameter* parameter(const own_algorithm& a, std::string_view name) {
  const auto at = std::ranges::find(a.parameters, name, &own_parameter::name);
  return at == a.parameters.end() ? nullptr : &*at;
}

}  // namespace

const own_algorithm* own_algorithms::find(collective of, std::string_view name) const noexcept {
  const auto at =
      std::ranges::find_if(all, [&](const own_algorithm& a) { return a.of == of && a.name == name; });
  return at == all.end() ? nullptr : &*at;
}

void to_json(json& j, const own_algorithms& a) {
  json list = json::array();
  for (const own_algorithm& x : a.all) {
    json parameters = json::array();
    for (const own_parameter& p : x.parameters)
      parameters.push_back({{"name", p.name}, {"variable", p.variable}, {"value", p.value}});
    list.push_back({{"collective", name_of(x.of)},
                    {"name", x.name},
                    {"number", x.number},
                    {"current", x.current},
                    {"variable", x.variable},
                    {"settable", x.settable},
                    {"in_file", x.in_file},
                    {"parameters", parameters}});
  }
  j = {{"library", a.library}, {"algorithms", list}, {"generic", a.generic}, {"composition", a.composition}};
}

void from_json(const json& j, own_algorithms& a) {
  j.at("library").get_to(a.library);
  j.at("generic").get_to(a.generic);
  j.at("composition").get_to(a.composition);
  a.all.clear();
  for (const json& x : j.at("algorithms")) {
    const auto of = collective_named(x.at("collective").get<std::string>());
    if (!of) continue;
    own_algorithm one{.of = *of};
    x.at("name").get_to(one.name), x.at("number").get_to(one.number);
    x.at("current").get_to(one.current);
    x.at("variable").get_to(one.variable), x.at("settable").get_to(one.settable);
    x.at("in_file").get_to(one.in_file);
    for (const json& p : x.at("parameters"))
      one.parameters.push_back({p.at("name"), p.at("variable"), p.at("value")});
    a.all.push_back(std::move(one));
  }
}

std::optional<own_choice> own_choice_of(std::string_view by) {
  if (!by.starts_with(prefix)) return std::nullopt;
  std::vector<std::string> words;
  for (std::string_view rest = by.substr(prefix.size());;) {
    const std::size_t colon = rest.find(':');
    words.emplace_back(rest.substr(0, colon));
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  if (words[0].empty() || words.size() > 3)
    throw std::invalid_argument(
        fmt::format("{}: expected library:NAME, library:NAME:SEGMENT or library:NAME:SEGMENT:FANOUT", by));
  const std::string what(by);
  const auto number = [&](std::size_t k) {
    const std::size_t n = parse_size(words[k], what);
    if (n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw std::invalid_argument(fmt::format("{}: {} exceeds an int", by, words[k]));
    return n;
  };
  own_choice choice{.name = words[0], .segment = {}, .fanout = {}};
  if (words.size() > 1) choice.segment = number(1);
  if (words.size() > 2) choice.fanout = number(2);
  return choice;
}

std::string as_text(const own_choice& choice) {
  std::string text = std::string(prefix) + choice.name;
  if (choice.segment || choice.fanout) text += ":" + short_size(choice.segment.value_or(0));
  if (choice.fanout) text += ":" + std::to_string(*choice.fanout);
  return text;
}

std::vector<std::pair<std::string, int>> variables_of(const own_choice& choice, collective of,
                                                      const own_algorithms& known) {
  std::vector<std::pair<std::string, int>> all;
  const own_algorithm* const a = known.find(of, choice.name);
  if (!a) return all;
  all.emplace_back(a->variable, a->number);
  for (const own_parameter& p : a->parameters) {
    const auto given = p.name == "segment"  ? choice.segment
                       : p.name == "fanout" ? choice.fanout
                                            : std::nullopt;
    all.emplace_back(p.variable, given ? static_cast<int>(*given) : p.value);
  }
  return all;
}

std::string no_choice(const own_choice& choice, collective of, const own_algorithms& known) {
  const own_algorithm* const a = known.find(of, choice.name);
  if (!a) {
    std::vector<std::string> names;
    for (const own_algorithm& x : known.all)
      if (x.of == of) names.push_back(x.name);
    if (names.empty())
      return fmt::format("{} has no variable that chooses its algorithm for {}", known.library, name_of(of));
    return fmt::format("{} has no {} called {}{}", known.library, name_of(of), choice.name,
                       did_you_mean(choice.name, names));
  }
  if (!a->settable)
    return fmt::format(
        "{} reads {} only when a program starts: measure it by native, with the variables "
        "OMPI_MCA_coll_tuned_use_dynamic_rules=1{} and OMPI_MCA_{}={}",
        known.library, a->variable, parameter(*a, "always") ? ", OMPI_MCA_coll_han_priority=0" : "",
        a->variable, a->number);
  if (choice.segment.value_or(0) > 0 && !parameter(*a, "segment"))
    return fmt::format("{} of {} has no segments", choice.name, name_of(of));
  if (choice.fanout && !parameter(*a, "fanout"))
    return fmt::format("{} of {} has no fan-out", choice.name, name_of(of));
  return "";
}

}  // namespace tutti::measure
