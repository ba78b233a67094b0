#include "cli/predict/prediction_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/values/names.hpp"
#include "cli/values/option_values.hpp"
#include "text/json_text.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

using nlohmann::ordered_json;

// A column for people, with a heading, and for programs, with a name. Programs get no member for null values.
struct column {
  const char* heading;  // null: for programs only
  std::string (*cell)(const priced&);
  const char* name;  // null: for people only
  ordered_json (*value)(const priced&);
};

std::string bytes_in_words(std::size_t n) { return in_bytes(static_cast<double>(n)); }

constexpr column which[] = {
    {"algorithm", [](const priced& r) { return full_name(*r.of); }, "algorithm",
     [](const priced& r) { return ordered_json(full_name(*r.of)); }},
    {">p", [](const priced& r) { return std::to_string(r.at.p); }, "p",
     [](const priced& r) { return ordered_json(r.at.p); }},
};

constexpr column of_problem[] = {
    {"problem", [](const priced& r) { return r.type; }, "problem",
     [](const priced& r) { return r.type.empty() ? ordered_json() : ordered_json(r.type); }},
    {">b", [](const priced& r) { return r.block > 0 ? std::to_string(r.block) : std::string(); }, "b",
     [](const priced& r) { return r.block > 0 ? ordered_json(r.block) : ordered_json(); }},
};

constexpr column usual[] = {
    {">bytes", [](const priced& r) { return in_bytes(r.at.bytes); }, "bytes",
     [](const priced& r) { return ordered_json(r.at.bytes); }},
    {">M", [](const priced& r) { return r.of->stages ? std::to_string(r.at.pieces) : std::string(); },
     "blocks", [](const priced& r) { return ordered_json(r.at.pieces); }},
    {">time", [](const priced& r) { return in_seconds(r.found.seconds); }, "seconds",
     [](const priced& r) { return ordered_json(r.found.seconds); }},
    {">bound", [](const priced& r) { return r.bound > 0 ? in_seconds(r.bound) : "-"; }, "lower_bound_seconds",
     [](const priced& r) { return r.bound >= 0 ? ordered_json(r.bound) : ordered_json(); }},
    {">x bound",
     [](const priced& r) { return r.bound > 0 ? fmt::format("{:.2f}", r.found.seconds / r.bound) : "-"; },
     nullptr, nullptr},
    {">rounds", [](const priced& r) { return (r.of->traits.bound ? "<= " : "") + in_digits(r.rounds); },
     "rounds", [](const priced& r) { return ordered_json(r.rounds); }},
    {nullptr, nullptr, "rounds_are_bound", [](const priced& r) { return ordered_json(r.of->traits.bound); }},
    {">start-ups", [](const priced& r) { return std::to_string(r.found.most_messages); }, "most_messages",
     [](const priced& r) { return ordered_json(r.found.most_messages); }},
    {nullptr, nullptr, "messages", [](const priced& r) { return ordered_json(r.found.messages); }},
    {">most sent", [](const priced& r) { return bytes_in_words(r.found.most_bytes); }, "most_bytes_sent",
     [](const priced& r) { return ordered_json(r.found.most_bytes); }},
    {">sent in total", [](const priced& r) { return bytes_in_words(r.found.bytes); }, "bytes_sent",
     [](const priced& r) { return ordered_json(r.found.bytes); }},
};

std::string absorbed(const sensitivity& s) {
  if (!std::isfinite(s.absorbed())) return "-";
  // unbounded below: a very short delay may cost many times its length
  const double percent = 100 * s.absorbed();
  return percent < -999 ? "< -999 %" : fmt::format("{} %", std::lround(percent));
}

constexpr column of_arrival[] = {
    {nullptr, nullptr, "last_arrival_seconds",
     [](const priced& r) { return ordered_json(r.to_arrival->last_arrival); }},
    {">after last", [](const priced& r) { return in_seconds(r.to_arrival->after_last); },
     "after_last_seconds", [](const priced& r) { return ordered_json(r.to_arrival->after_last); }},
    {">together", [](const priced& r) { return in_seconds(r.to_arrival->together); }, "together_seconds",
     [](const priced& r) { return ordered_json(r.to_arrival->together); }},
    {">absorbed", [](const priced& r) { return absorbed(*r.to_arrival); }, "absorbed",
     [](const priced& r) {
       const double part = r.to_arrival->absorbed();
       return std::isfinite(part) ? ordered_json(part) : ordered_json();
     }},
    {">mean inside", [](const priced& r) { return in_seconds(r.to_arrival->mean_inside); },
     "mean_inside_seconds", [](const priced& r) { return ordered_json(r.to_arrival->mean_inside); }},
    {nullptr, nullptr, "mean_inside_together_seconds",
     [](const priced& r) { return ordered_json(r.to_arrival->mean_inside_together); }},
    {">held up", [](const priced& r) { return std::to_string(r.to_arrival->held_up); }, "held_up",
     [](const priced& r) { return ordered_json(r.to_arrival->held_up); }},
};

constexpr column of_links[] = {
    {">dilation", [](const priced& r) { return std::to_string(r.found.on_links.dilation); }, "dilation",
     [](const priced& r) { return ordered_json(r.found.on_links.dilation); }},
    {">congestion", [](const priced& r) { return in_digits(r.found.on_links.congestion); }, "congestion",
     [](const priced& r) { return ordered_json(r.found.on_links.congestion); }},
};

constexpr column of_graph[] = {
    {">pays off after",
     [](const priced& r) { return r.pays_off > 0 ? fmt::format("{:.0f} calls", r.pays_off) : "-"; },
     "pays_off_calls",
     [](const priced& r) { return r.pays_off > 0 ? ordered_json(r.pays_off) : ordered_json(); }},
    {nullptr, nullptr, "agreeing_seconds",
     [](const priced& r) {
       return r.agreeing_seconds >= 0 ? ordered_json(r.agreeing_seconds) : ordered_json();
     }},
    {nullptr, nullptr, "agreed_memory_bytes",
     [](const priced& r) {
       return r.agreeing_seconds >= 0 ? ordered_json(r.agreed_memory) : ordered_json();
     }},
};

constexpr column of_bsp[] = {
    {">supersteps", [](const priced& r) { return std::to_string(r.supersteps); }, "supersteps",
     [](const priced& r) { return ordered_json(r.supersteps); }},
    {">BSP", [](const priced& r) { return in_seconds(r.bsp_seconds); }, "bsp_seconds",
     [](const priced& r) { return ordered_json(r.bsp_seconds); }},
};

std::vector<column> columns(extra_columns with) {
  std::vector<column> all(std::begin(which), std::end(which));
  const auto add = [&](const auto& more) { all.insert(all.end(), std::begin(more), std::end(more)); };
  if (with.problem) add(of_problem);
  add(usual);
  if (with.arrival) add(of_arrival);
  if (with.links) add(of_links);
  if (with.bsp) add(of_bsp);
  if (with.graph) add(of_graph);
  return all;
}

std::string in_csv(const ordered_json& value) {
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
  const table t =
      table_of(rows, with, &column::heading, [](const column& c, const priced& r) { return c.cell(r); });
  return t.text(terminal_width(), {"sent in total", "most sent", "start-ups", "bound"});
}

std::string prediction_csv(const std::vector<priced>& rows, extra_columns with) {
  return table_of(rows, with, &column::name,
                  [](const column& c, const priced& r) { return in_csv(c.value(r)); })
      .csv();
}

std::string prediction_json(const std::vector<priced>& rows, extra_columns with) {
  auto all = ordered_json::array();
  for (const priced& r : rows) {
    ordered_json one = ordered_json::object();
    for (const column& c : columns(with)) {
      if (!c.name) continue;
      if (ordered_json value = c.value(r); !value.is_null()) one[c.name] = std::move(value);
    }
    all.push_back(std::move(one));
  }
  return json_text(all, 2) + "\n";
}

}  // namespace tutti::cli
