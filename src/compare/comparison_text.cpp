// A comparison as a table for a terminal, and as JSON.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "compare/comparison.hpp"
#include "text/counted.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::compare {
namespace {

using json = nlohmann::ordered_json;

std::uint64_t least_bytes(const call_group& g) {
  return g.size_class == 0 ? 0 : std::uint64_t{1} << (g.size_class - 1);
}
std::uint64_t most_bytes(const call_group& g) {
  return g.size_class == 0 ? 0 : least_bytes(g) + (least_bytes(g) - 1);
}

std::string bytes_of(const call_group& g) {
  if (g.size_class == 0) return "-";
  const auto least = static_cast<double>(least_bytes(g));
  return fmt::format("{} .. <{}", in_bytes(least), in_bytes(2 * least));
}

// A factor to three digits.
std::string in_times(double factor) {
  return factor < 99.5 ? fmt::format("{:#.3g}", factor) : fmt::format("{:.0f}", factor);
}

std::string time_of(const contrast& c, std::size_t side) {
  return c.median(side) > 0 ? in_seconds(c.median(side)) : "-";
}

// "time", "faster": the last cells of a row.
std::vector<std::string> cells_of(const contrast& c) {
  return {time_of(c, 0), time_of(c, 1), c.speed_up ? in_times(*c.speed_up) : "-",
          c.bounds ? fmt::format("{} .. {}", in_times(c.bounds->low), in_times(c.bounds->high)) : "",
          c.is == measure::verdict::same ? "" : measure::name_of(c.is)};
}

double confidence_of(const comparison& c) { return c.inside.bounds ? c.inside.bounds->confidence : 0; }

std::string calls_of(const line& l) {
  return l.calls[0] == l.calls[1] ? std::to_string(l.calls[0])
                                  : fmt::format("{}, {}", l.calls[0], l.calls[1]);
}

std::string heading_of(const comparison& c) {
  const auto runs = [](const side& s) { return counted(s.files.size(), "run"); };
  return fmt::format("{} ({}) against {} ({}), {}; times of the slowest process{}\n", c.sides[1].name,
                     runs(c.sides[1]), c.sides[0].name, runs(c.sides[0]), counted(c.processes, "process"),
                     confidence_of(c) > 0 ? ", medians of the runs" : "");
}

bool posts(const line& l) { return l.of.of.as != form::blocking; }

std::string notes_of(const comparison& c) {
  std::string notes = fmt::format("speed-up: time of {} / time of {}; above 1, {} is faster\n",
                                  c.sides[0].name, c.sides[1].name, c.sides[1].name);
  if (confidence_of(c) > 0 && confidence_of(c) < 0.95)
    notes +=
        fmt::format("the intervals hold with a probability of {:.0f} %; four runs of each reach 95 %{}\n",
                    100 * confidence_of(c),
                    confidence_of(c) < 0.89 ? "; nothing is called slower or faster below 90 %" : "");
  if (confidence_of(c) == 0) notes += "one run of each does not show how much the times vary: take several\n";
  if (std::ranges::any_of(c.lines, posts))
    notes +=
        "non-blocking and persistent calls: from the call to its end, in which the program does other "
        "things; "
        "not in the sum\n";
  if (c.lacks_ends)
    notes +=
        "traces do not have the end of all non-blocking calls, whose times are then unknown: reports of "
        "calls "
        "(--report=x.json) have it\n";
  if (c.missed > 0)
    notes += fmt::format("{} later calls did not fit the traces, and are in no line\n", c.missed);
  return notes;
}

json json_of(const contrast& c) {
  json j{{"seconds", {c.seconds[0], c.seconds[1]}}};
  if (c.speed_up) j["speed_up"] = *c.speed_up;
  if (c.bounds) j["low"] = c.bounds->low, j["high"] = c.bounds->high;
  j["verdict"] = measure::name_of(c.is);
  return j;
}

json json_of(const side& s) { return {{"name", s.name}, {"files", s.files}}; }

}  // namespace

std::string table_of(const comparison& c, std::size_t most_lines) {
  const std::string interval =
      confidence_of(c) > 0 ? fmt::format("{:.0f} % interval", 100 * confidence_of(c)) : "interval";
  table t({"collective", ">bytes", "communicator", "called at", ">calls", ">" + c.sides[0].name,
           ">" + c.sides[1].name, ">speed-up", ">" + interval, "is", c.sides[1].name + " by"});
  const std::size_t shown = most_lines == 0 ? c.lines.size() : std::min(most_lines, c.lines.size());
  for (std::size_t k = 0; k < shown; ++k) {
    const line& l = c.lines[k];
    std::vector<std::string> row{name_of(l.of.of), c.by.size ? bytes_of(l.of) : "", l.of.communicator,
                                 l.of.site, calls_of(l)};
    for (std::string& cell : cells_of(l.times)) row.push_back(std::move(cell));
    row.push_back(fmt::format("{}", fmt::join(l.served_by[1], ", ")));
    t.row(std::move(row));
  }
  const auto total = [&t](const char* name, const contrast& of) {
    std::vector<std::string> row{name, "", "", "", ""};
    for (std::string& cell : cells_of(of)) row.push_back(std::move(cell));
    row.emplace_back();
    t.row(std::move(row));
  };
  total("all blocking", c.inside);
  if (c.program) total("program", *c.program);
  if (c.command) total("command", *c.command);
  std::string text = heading_of(c) + t.text();
  if (c.lines.size() > shown)
    text += fmt::format("{} more lines, which --lines 0 shows\n", c.lines.size() - shown);
  if (c.program) text += "program: from MPI_Init to MPI_Finalize\n";
  if (c.command)
    text += "command: the launcher's, with the start and end of the job and writing what is compared here\n";
  return text + notes_of(c);
}

json json_of(const comparison& c) {
  json all{{"format", "tutti comparison"}, {"version", 1}, {"processes", c.processes}};
  all["first"] = json_of(c.sides[0]);
  all["second"] = json_of(c.sides[1]);
  if (confidence_of(c) > 0) all["confidence"] = confidence_of(c);
  all["missed_calls"] = c.missed;
  all["lines"] = json::array();
  for (const line& l : c.lines) {
    json one{{"collective", name_of(l.of.of)}};
    if (c.by.size) one["bytes_least"] = least_bytes(l.of), one["bytes_most"] = most_bytes(l.of);
    if (!l.of.communicator.empty()) one["communicator"] = l.of.communicator;
    if (!l.of.site.empty()) one["called_at"] = l.of.site;
    one["calls"] = l.calls;
    one["served_by"] = {l.served_by[0], l.served_by[1]};
    one.update(json_of(l.times));
    all["lines"].push_back(std::move(one));
  }
  json& totals = all["totals"];
  totals["blocking_collectives"] = json_of(c.inside);
  if (c.program) totals["program"] = json_of(*c.program);
  if (c.command) totals["command"] = json_of(*c.command);
  return all;
}

}  // namespace tutti::compare
