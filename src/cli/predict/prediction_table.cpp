#include "cli/predict/prediction_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/values/bounds.hpp"
#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "text/json_text.hpp"
#include "text/table.hpp"
#include "tutti/full_name.hpp"

namespace tutti::cli {
namespace {

using json = nlohmann::ordered_json;
using row = const priced&;

// How the cells show values.
std::string plain(row, const json& value) {
  return value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
}
std::string bytes(row, const json& value) { return in_bytes(value.get<double>()); }
std::string seconds(row, const json& value) { return in_seconds(value.get<double>()); }

// A column for people, with a heading, and for programs, with a name. Programs get no member for null values.
struct column {
  const char* heading;  // null: for programs only
  const char* name;     // null: for people only
  json (*value)(row);
  std::string (*cell)(row, const json& value) = plain;
};

constexpr column which[] = {
    {"algorithm", "algorithm", [](row r) -> json { return full_name(*r.of); }},
    {">p", "p", [](row r) -> json { return r.at.p; }},
};

constexpr column of_problem[] = {
    {"problem", "problem", [](row r) { return r.type.empty() ? json() : json(r.type); }},
    {">b", "b", [](row r) { return r.block > 0 ? json(r.block) : json(); }},
};

constexpr column usual[] = {
    {">bytes", "bytes", [](row r) -> json { return r.at.bytes; }, bytes},
    {">M", "blocks", [](row r) -> json { return r.at.pieces; },
     [](row r, const json& pieces) { return r.of->stages ? pieces.dump() : ""; }},
    {">time", "seconds", [](row r) -> json { return r.simulated.seconds; }, seconds},
    {">bound", "lower_bound_seconds", [](row r) { return r.bound >= 0 ? json(r.bound) : json(); },
     [](row r, const json&) { return r.bound > 0 ? in_seconds(r.bound) : "-"; }},
    {">x bound", nullptr, [](row) { return json(); },
     [](row r, const json&) { return over_bound_in_words(over_bound(r.simulated.seconds, r.bound)); }},
    {">rounds", "rounds", [](row r) -> json { return r.rounds; },
     [](row r, const json&) { return (r.of->traits.bound ? "<= " : "") + in_digits(r.rounds); }},
    {nullptr, "rounds_are_bound", [](row r) -> json { return r.of->traits.bound; }},
    {">start-ups", "most_messages", [](row r) -> json { return r.simulated.most_messages; }},
    {nullptr, "messages", [](row r) -> json { return r.simulated.messages; }},
    {">most sent", "most_bytes_sent", [](row r) -> json { return r.simulated.most_bytes; }, bytes},
    {">sent in total", "bytes_sent", [](row r) -> json { return r.simulated.bytes; }, bytes},
};

std::string absorbed(row, const json& part) {
  if (part.is_null()) return "-";
  // unbounded below: a very short delay may cost many times its length
  const double percent = 100 * part.get<double>();
  return percent < -999 ? "< -999 %" : fmt::format("{} %", std::lround(percent));
}

constexpr column of_arrival[] = {
    {nullptr, "last_arrival_seconds", [](row r) -> json { return r.to_arrival->last_arrival; }},
    {">after last", "after_last_seconds", [](row r) -> json { return r.to_arrival->after_last; }, seconds},
    {">together", "together_seconds", [](row r) -> json { return r.to_arrival->together; }, seconds},
    {">absorbed", "absorbed",
     [](row r) {
       const double part = r.to_arrival->absorbed();
       return std::isfinite(part) ? json(part) : json();
     },
     absorbed},
    {">mean inside", "mean_inside_seconds", [](row r) -> json { return r.to_arrival->mean_inside; }, seconds},
    {nullptr, "mean_inside_together_seconds",
     [](row r) -> json { return r.to_arrival->mean_inside_together; }},
    {">held up", "held_up", [](row r) -> json { return r.to_arrival->held_up; }},
};

constexpr column of_noise[] = {
    {">quiet", "quiet_seconds", [](row r) -> json { return r.quiet_seconds; }, seconds},
    {">amplification", "amplification", [](row r) -> json { return r.amplification; },
     [](row, const json& times) { return fmt::format("{:.2f}", times.get<double>()); }},
};

constexpr column of_step[] = {
    {">steps", "most_steps", [](row r) { return r.most_steps >= 0 ? json(r.most_steps) : json(); },
     [](row, const json& n) { return n.is_null() ? "-" : in_digits(n.get<double>()); }},
    {">without", "without_steps_seconds",
     [](row r) { return r.most_steps >= 0 ? json(r.placed_seconds) : json(); },
     [](row, const json& s) { return s.is_null() ? "-" : in_seconds(s.get<double>()); }},
};

constexpr column of_links[] = {
    {">dilation", "dilation", [](row r) -> json { return r.simulated.on_links.dilation; }},
    {">congestion", "congestion", [](row r) -> json { return r.simulated.on_links.congestion; },
     [](row r, const json&) { return in_digits(r.simulated.on_links.congestion); }},
};

constexpr column of_graph[] = {
    {">pays off after", "pays_off_calls", [](row r) { return r.pays_off > 0 ? json(r.pays_off) : json(); },
     [](row, const json& n) { return n.is_null() ? "-" : fmt::format("{:.0f} calls", n.get<double>()); }},
    {nullptr, "agreeing_seconds",
     [](row r) { return r.agreeing_seconds >= 0 ? json(r.agreeing_seconds) : json(); }},
    {nullptr, "agreed_memory_bytes",
     [](row r) { return r.agreeing_seconds >= 0 ? json(r.agreed_memory) : json(); }},
};

constexpr column of_bsp[] = {
    {">supersteps", "supersteps", [](row r) -> json { return r.supersteps; }},
    {">BSP", "bsp_seconds", [](row r) -> json { return r.bsp_seconds; }, seconds},
};

std::vector<column> columns(extra_columns with) {
  std::vector<column> all(std::begin(which), std::end(which));
  const auto add = [&](const auto& more) { all.insert(all.end(), std::begin(more), std::end(more)); };
  if (with.problem) add(of_problem);
  add(usual);
  if (with.arrival) add(of_arrival);
  if (with.noise) add(of_noise);
  if (with.step) add(of_step);
  if (with.links) add(of_links);
  if (with.bsp) add(of_bsp);
  if (with.graph) add(of_graph);
  return all;
}

std::string in_csv(const json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

// A table of the columns that have this kind of name.
template <class Cell>
table table_of(const std::vector<priced>& rows, extra_columns with, const char* column::*name, Cell cell) {
  std::vector<column> shown = columns(with);
  std::erase_if(shown, [&](const column& c) { return !(c.*name); });
  std::vector<std::string> cells;
  for (const column& c : shown) cells.emplace_back(c.*name);
  table t(cells);
  for (const priced& r : rows) {
    cells.clear();
    for (const column& c : shown) cells.push_back(cell(c, r));
    t.row(cells);
  }
  return t;
}

}  // namespace

std::string prediction_text(const std::vector<priced>& rows, extra_columns with) {
  const table t = table_of(rows, with, &column::heading,
                           [](const column& c, const priced& r) { return c.cell(r, c.value(r)); });
  return t.text(terminal_width(), {"sent in total", "most sent", "start-ups", "bound"});
}

std::string prediction_csv(const std::vector<priced>& rows, extra_columns with) {
  return table_of(rows, with, &column::name,
                  [](const column& c, const priced& r) { return in_csv(c.value(r)); })
      .csv();
}

std::string prediction_json(const std::vector<priced>& rows, extra_columns with) {
  auto all = json::array();
  for (const priced& r : rows) {
    json one = json::object();
    for (const column& c : columns(with)) {
      if (!c.name) continue;
      if (json value = c.value(r); !value.is_null()) one[c.name] = std::move(value);
    }
    all.push_back(std::move(one));
  }
  return json_text(all, 2) + "\n";
}

}  // namespace tutti::cli
