// The output of tutti replay.

#include "cli/predict/replay_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "replay/usual_algorithms.hpp"
#include "text/counted.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

using replay::replayed;
using replay::variant;

// A replay that differs from the measured run by less than this part can be trusted.
constexpr double good_within = 0.15;

// Clocks of nodes are compared with an error of some microseconds.
constexpr double usual_clock_error = 1e-5;

constexpr std::array<const char*, replay::variants> headings{
    "the algorithms that ran", "tutti's choice",  "the fastest candidates",
    "the lower bound",         "no process late", "collectives at no cost"};
constexpr std::array<const char*, replay::variants> short_headings{">ran",   ">tutti's choice", ">fastest",
                                                                   ">bound", ">none late",      ">no cost"};

const std::optional<replayed>& result(const shown_replay& r, variant v) {
  return r.results[static_cast<std::size_t>(v)];
}

double deviation(double replayed, double measured) { return measured > 0 ? replayed / measured - 1 : 0; }

std::string in_percent(double part) {
  const double percent = std::round(1000 * part) / 10;
  return fmt::format("{:+.1f} %", percent == 0 ? 0.0 : percent);
}

std::string percent_of(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

std::string joined(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), most); ++k)
    text += fmt::format("{}{}", k == 0 ? "" : ", ", names[k]);
  if (names.size() > most) text += fmt::format(", {} more", names.size() - most);
  return text;
}

std::vector<std::string> algorithms_of(const shown_replay& r, variant v, const replay::line& l) {
  std::vector<std::string> all;
  for (const std::uint32_t c : l.classes)
    for (const std::string& name : r.on.algorithms(v, c))
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  return all;
}

std::string table_of_variants(const shown_replay& r) {
  table t({"collectives", ">whole run", ">to measured", ">in collectives", ">of run"});
  const auto add = [&](const char* name, double whole, double inside, const std::string& relative) {
    t.row({name, in_seconds(whole), relative, in_seconds(inside), percent_of(inside, whole)});
  };
  add("as measured", r.run.whole, r.run.inside, "");
  for (std::size_t v = 0; v < r.results.size(); ++v)
    if (const auto& one = r.results[v])
      add(headings[v], one->whole, one->inside, in_percent(deviation(one->whole, r.run.whole)));
  return t.text(terminal_width(), {"of run"});
}

std::string table_of_lines(const shown_replay& r, std::size_t most_lines) {
  std::vector<std::string> heads{"collective", ">operations", ">measured"};
  for (std::size_t v = 0; v < r.results.size(); ++v)
    if (r.results[v]) heads.emplace_back(short_headings[v]);
  heads.emplace_back("tutti chooses");
  table t(heads);
  const std::size_t shown = std::min(most_lines, r.lines.size());
  for (std::size_t k = 0; k < shown; ++k) {
    const replay::line& l = r.lines[k];
    std::vector<std::string> row{l.name, std::to_string(l.operations), in_seconds(l.measured)};
    for (std::size_t v = 0; v < r.results.size(); ++v)
      if (r.results[v]) row.push_back(in_seconds(l.spent[v]));
    row.push_back(joined(algorithms_of(r, variant::chosen, l)));
    t.row(row);
  }
  std::string text = t.text(terminal_width(), {"no cost", "none late", "fastest"});
  if (r.lines.size() > shown) text += counted(r.lines.size() - shown, "more line") + "\n";
  return text;
}

// Sentences about what the replay had to assume.
std::vector<std::string> notes_of(const shown_replay& r) {
  std::vector<std::string> all;
  const auto calls = [](std::uint64_t n) { return counted(n, "call"); };
  if (const auto n = r.on.guessed_calls(); n > 0)
    all.push_back(fmt::format("{} of the MPI library's own: the algorithms that ran are a guess, by {}",
                              calls(n), replay::usual_algorithms_source));
  if (const auto n = r.on.measured_calls(); n > 0)
    all.push_back(
        fmt::format("{} after the last entry as long as measured: no algorithm is known for them", calls(n)));
  if (r.run.without.incomplete > 0)
    all.push_back(fmt::format("{} not replayed: not all processes that made the call are known",
                              calls(r.run.without.incomplete)));
  if (r.run.without.unended > 0)
    all.push_back(
        fmt::format("{} not replayed: the trace does not say when they ended", calls(r.run.without.unended)));
  if (r.run.without.persistent > 0)
    all.push_back(fmt::format("{} of persistent operations not replayed", calls(r.run.without.persistent)));
  if (r.run.missed > 0)
    all.push_back(
        fmt::format("{} did not fit the trace: their time counts as computation", calls(r.run.missed)));
  std::uint64_t unordered = 0;
  for (const auto& one : r.results)
    if (one) unordered = std::max(unordered, one->unordered);
  if (unordered > 0)
    all.push_back(fmt::format("{} of processes that wait for each other elsewhere take as long as measured",
                              counted(unordered, "operation")));
  if (r.run.clock_error > usual_clock_error)
    all.push_back(
        fmt::format("the clocks of the trace are wrong by {} or more: a process leaves before another "
                    "one enters",
                    in_seconds(r.run.clock_error)));
  if (const std::string why = r.on.why_without_bounds(); !why.empty())
    all.push_back("no lower bounds are known " + why);
  return all;
}

}  // namespace

std::string replay_verdict(const shown_replay& r) {
  const std::string measured =
      fmt::format("measured {}, of it {} in collectives", in_seconds(r.run.whole), in_seconds(r.run.inside));
  const auto& ran = result(r, variant::ran);
  if (!ran) return measured + "; interrupted before the replay by the algorithms that ran was done";
  const double whole = deviation(ran->whole, r.run.whole), inside = deviation(ran->inside, r.run.inside);
  const std::string again = fmt::format("{}; replayed {} ({}) and {} ({})", measured, in_seconds(ran->whole),
                                        in_percent(whole), in_seconds(ran->inside), in_percent(inside));
  if (r.elsewhere) return again + " on another machine: how far that may be trusted is not known";
  const double most = std::max(std::abs(whole), std::abs(inside));
  if (most <= good_within)
    return again + fmt::format(": trust the other lines to some {:.0f} %", std::ceil(100 * most));
  return again + ": not within 15 %, so compare the other lines with each other only";
}

std::string replay_text(const shown_replay& r, std::size_t most_lines) {
  std::string text = fmt::format("{}\n\n{}\n", replay_verdict(r), table_of_variants(r));
  if (!r.lines.empty())
    text += "In blocking collectives, mean of all processes:\n" + table_of_lines(r, most_lines);
  const std::vector<std::string> notes = notes_of(r);
  if (!notes.empty()) text += "\n";
  for (const std::string& n : notes) text += n + "\n";
  return text;
}

nlohmann::ordered_json replay_json(const shown_replay& r) {
  nlohmann::ordered_json out{
      {"format", "tutti replay"},
      {"version", 1},
      {"program", r.run.program},
      {"processes", r.run.processes.size()},
      {"verdict", replay_verdict(r)},
      {"measured", {{"whole_seconds", r.run.whole}, {"inside_seconds", r.run.inside}}}};
  auto& replays = out["replays"] = nlohmann::ordered_json::object();
  for (std::size_t v = 0; v < r.results.size(); ++v)
    if (const auto& one = r.results[v])
      replays[std::string(replay::variant_names[v])] = {
          {"whole_seconds", one->whole}, {"inside_seconds", one->inside}, {"unordered", one->unordered}};
  auto& lines = out["lines"] = nlohmann::ordered_json::array();
  for (const replay::line& l : r.lines) {
    nlohmann::ordered_json row{
        {"name", l.name}, {"operations", l.operations}, {"measured_seconds", l.measured}};
    for (std::size_t v = 0; v < r.results.size(); ++v)
      if (r.results[v]) row[fmt::format("{}_seconds", replay::variant_names[v])] = l.spent[v];
    for (const variant v : {variant::ran, variant::chosen, variant::best})
      if (result(r, v)) row[fmt::format("{}_algorithms", replay::name_of(v))] = algorithms_of(r, v, l);
    lines.push_back(std::move(row));
  }
  out["guessed_calls"] = r.on.guessed_calls();
  out["calls_as_measured"] = r.on.measured_calls();
  out["calls"] = r.run.calls;
  out["calls_not_replayed"] = r.run.without.all() + r.run.missed;
  out["notes"] = notes_of(r);
  return out;
}

}  // namespace tutti::cli
