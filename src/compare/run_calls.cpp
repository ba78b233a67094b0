#include "compare/run_calls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <vector>

#include "record/trace_file.hpp"
#include "report/inputs.hpp"
#include "text/file_text.hpp"

namespace tutti::compare {
namespace {

using json = nlohmann::ordered_json;

// "ring" of "allreduce.ring".
std::string without_collective(const std::string& algorithm) {
  return algorithm.substr(algorithm.find('.') + 1);
}

std::string name_of_communicator(const record::roll& trace, int which) {
  if (which == record::none) return "?";
  const record::roll::communicator& c = trace.communicators[static_cast<std::size_t>(which)];
  return c.name.empty() ? fmt::format("one of {} processes", c.size) : c.name;
}

call_group group_of(const record::roll& trace, const record::roll::call& c, grouping by,
                    const record::site_names& name) {
  call_group g{.of = c.of, .size_class = 0, .communicator = {}, .site = {}};
  if (by.size) g.size_class = static_cast<std::uint8_t>(std::bit_width(c.bytes));
  if (by.communicator) g.communicator = name_of_communicator(trace, c.communicator);
  if (by.site) g.site = c.site == record::none ? "?" : name(trace.sites[static_cast<std::size_t>(c.site)]);
  return g;
}

run_calls from_trace(const record::roll& trace, grouping by, const record::site_names& name) {
  run_calls found;
  found.traced = true;
  found.processes = trace.size;
  double lasted = 0;
  for (const record::roll::process& p : trace.processes) {
    std::map<call_group, double> seconds;  // on this process
    double inside = 0;
    for (const record::roll::call& c : p.calls) {
      if (!c.timed) continue;
      const call_group g = group_of(trace, c, by, name);
      if (c.at == record::progress::ended) {
        const double took = std::max(0.0, c.end - c.begin);
        seconds[g] += took;
        if (c.of.as == form::blocking) inside += took;
      } else {
        found.lacks_ends = true;
      }
      call_sum& sum = found.groups[g];
      ++sum.calls;
      sum.served_by.insert(c.algorithm == record::none
                               ? "native"
                               : without_collective(trace.texts[static_cast<std::size_t>(c.algorithm)]));
    }
    for (const auto& [g, spent] : seconds) found.groups[g].seconds = std::max(found.groups[g].seconds, spent);
    found.inside = std::max(found.inside, inside);
    found.missed += p.missed;
    lasted = std::max(lasted, p.ended - p.started);
  }
  if (lasted > 0) found.program = lasted;
  return found;
}

// The group of a row, or of a subtotal, of a report of calls.
call_group group_of(const json& row, bool by_size, const std::string& where) {
  const auto of = call_named(row["collective"].get<std::string>());
  if (!of) throw format_error(fmt::format("{}: unknown collective {}", where, row["collective"].dump()));
  call_group g{.of = *of, .size_class = 0, .communicator = {}, .site = {}};
  if (by_size)
    g.size_class = static_cast<std::uint8_t>(
        std::bit_width(report::whole_number<std::uint64_t>(row, "bytes_least", where)));
  return g;
}

double longest_process_seconds(const json& row, const std::string& where) {
  const double seconds = row["longest_process_seconds"];
  if (!(seconds >= 0)) throw format_error(where + ": \"longest_process_seconds\" is negative");
  return seconds;
}

run_calls from_report(const json& all, const std::string& file, grouping by) {
  run_calls found;
  found.processes = report::whole_number<int>(all, "processes", file);
  double blocking = 0;
  int number = 0;
  for (const json& r : all["rows"]) {
    const std::string where = fmt::format("{}: row {}", file, ++number);
    const call_group g = group_of(r, by.size, where);
    const double seconds = longest_process_seconds(r, where);
    call_sum& sum = found.groups[g];
    sum.calls += report::whole_number<std::uint64_t>(r, "calls", where);
    sum.seconds += seconds;
    sum.served_by.insert(r["served_by"].get<std::string>());
    if (g.of.as == form::blocking) blocking += seconds;
  }
  // The sum of several rows may be too large, since the slowest process may differ from row to row.
  number = 0;
  for (const json& s : all.contains("subtotals") ? all["subtotals"] : json::array()) {
    const std::string where = fmt::format("{}: subtotal {}", file, ++number);
    if (s.contains("bytes_least") != by.size) continue;
    const double seconds = longest_process_seconds(s, where);
    const auto g = found.groups.find(group_of(s, by.size, where));
    if (g == found.groups.end()) continue;
    constexpr double rounding = 1e-9;
    if (seconds > g->second.seconds * (1 + rounding))
      throw format_error(where + ": \"longest_process_seconds\" is more than its rows have together");
    g->second.seconds = seconds;
  }
  const json times = all.value("times", json::object());
  const auto seconds_of = [&times](const char* name) -> std::optional<double> {
    if (!times.is_object() || !times.contains(name) || !times[name].is_number()) return {};
    const double seconds = times[name];
    return seconds >= 0 ? std::optional(seconds) : std::nullopt;
  };
  found.inside = seconds_of("blocking_collectives_seconds").value_or(blocking);
  found.program = seconds_of("program_seconds");
  return found;
}

}  // namespace

bool run_calls::native() const {
  return std::ranges::all_of(groups, [](const auto& g) {
    return std::ranges::all_of(g.second.served_by, [](const std::string& by) { return by == "native"; });
  });
}

bool is_trace(const std::string& text, const std::string& file) {
  switch (report::kind_of(text, file)) {
    case report::kind::trace: return true;
    case report::kind::calls: return false;
    case report::kind::measurements:
    case report::kind::verdicts: break;
  }
  throw format_error(file +
                     ": expected the calls of a program, of tutti run --report=x.json, or a trace, of tutti "
                     "run --trace x.json");
}

run_calls read_run(const std::string& text, const std::string& file, grouping by,
                   const record::site_names& name) {
  run_calls found = is_trace(text, file) ? from_trace(record::read_trace(text, file), by, name)
                                         : from_report(report::read_calls(text, file), file, by);
  found.file = file;
  return found;
}

}  // namespace tutti::compare
