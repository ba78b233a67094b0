// The output of tutti replay for programs, and for its page.

#include "cli/predict/replay_data.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tutti::cli {
namespace {

using json = nlohmann::ordered_json;
using replay::variant;

json times_of(const replay::replayed& one) {
  return {{"whole_seconds", one.whole}, {"inside_seconds", one.inside}, {"unordered", one.unordered}};
}

json as_json(const shown_replay& r, const std::vector<replay::line>& lines) {
  json all = json::array();
  for (const replay::line& l : lines) {
    json row{{"name", l.name}, {"operations", l.operations}, {"measured_seconds", l.measured}};
    for (std::size_t v = 0; v < r.results.size(); ++v)
      if (r.results[v]) row[fmt::format("{}_seconds", replay::variant_names[v])] = l.spent[v];
    for (const variant v : {variant::ran, variant::native, variant::chosen, variant::best})
      if (r.result(v)) row[fmt::format("{}_algorithms", replay::name_of(v))] = r.algorithms(v, l);
    all.push_back(std::move(row));
  }
  return all;
}

json without_lines(const shown_replay& r) {
  json out{{"format", "tutti replay"},
           {"version", 1},
           {"program", r.run.program},
           {"processes", r.run.processes.size()},
           {"verdict", replay_verdict(r)},
           {"measured", {{"whole_seconds", r.run.whole}, {"inside_seconds", r.run.inside}}}};
  if (r.where_recorded && *r.where_recorded) out["where_recorded"] = times_of(**r.where_recorded);
  json& replays = out["replays"] = json::object();
  for (std::size_t v = 0; v < r.results.size(); ++v)
    if (const auto& one = r.results[v]) replays[std::string(replay::variant_names[v])] = times_of(*one);
  out["guessed_calls"] = r.on.guessed_calls();
  out["calls_as_measured"] = r.on.measured_calls();
  out["calls"] = r.run.calls;
  out["calls_not_replayed"] = r.run.without.all() + r.run.missed;
  out["notes"] = replay_notes(r);
  return out;
}

}  // namespace

json replay_json(const shown_replay& r, const std::vector<replay::line>& lines) {
  json out = without_lines(r);
  out["lines"] = as_json(r, lines);
  return out;
}

json replay_data(const shown_replay& r) {
  json out = without_lines(r);
  for (const auto& [name, by] : replay::groupings) out[std::string(name)] = as_json(r, r.lines(by));
  return out;
}

}  // namespace tutti::cli
