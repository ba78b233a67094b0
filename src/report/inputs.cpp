#include "report/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "text/file_text.hpp"
#include "text/shallow_json.hpp"

namespace tutti::report {
namespace {

using json = nlohmann::ordered_json;

json parsed(const std::string& text, const std::string& called) {
  try {
    return parse_shallow_json<json>(text);
  } catch (const json_error& wrong) {
    throw format_error(wrong.in(called));
  }
}

// Throws unless the object has these members, as texts and as numbers.
void demand(const json& object, const std::string& where, std::initializer_list<const char*> texts,
            std::initializer_list<const char*> numbers) {
  const auto has = [&](const char* name, bool text) {
    if (!object.is_object() || !object.contains(name) ||
        (text ? !object[name].is_string() : !object[name].is_number()))
      throw format_error(fmt::format("{}: expected \"{}\", {}", where, name, text ? "a text" : "a number"));
  };
  for (const char* name : texts) has(name, true);
  for (const char* name : numbers) has(name, false);
}

const json& array_of(const json& all, const char* name, const std::string& called) {
  if (!all.is_object() || !all.contains(name) || !all[name].is_array())
    throw format_error(fmt::format("{}: expected an array \"{}\"", called, name));
  return all[name];
}

// Throws for a file of a format that no report shows.
void refuse_format(const json& all, const std::string& called) {
  const json format = all.is_object() ? all.value("format", json()) : json();
  throw format_error(fmt::format(
      "{}: {}expected measurements (.csv), verdicts, of tutti guidelines --json, calls, of tutti run "
      "--report=x.json, or a trace, of tutti run --trace",
      called, format.is_string() ? "\"format\": " + format.dump() + "; " : ""));
}

}  // namespace

json read_verdicts(const std::string& text, const std::string& called) {
  json all = parsed(text, called);
  if (!all.is_object() || all.value("format", json()) != "tutti guidelines") refuse_format(all, called);
  if (all.value("version", json()) != 1)
    throw format_error(fmt::format("{}: expected version 1 of the format", called));
  constexpr std::array known{"violated", "kept", "unclear"};
  int number = 0;
  for (const json& v : array_of(all, "verdicts", called)) {
    const std::string where = fmt::format("{}: verdict {}", called, ++number);
    demand(v, where, {"guideline", "by", "operation", "verdict"}, {"p", "bytes", "factor"});
    if (std::ranges::find(known, v["verdict"].get<std::string>()) == known.end())
      throw format_error(fmt::format("{}: \"verdict\" is {}; expected violated, kept or unclear", where,
                                     v["verdict"].dump()));
  }
  return all["verdicts"];
}

json read_calls(const std::string& text, const std::string& called) {
  json all = parsed(text, called);
  if (!all.is_object() || !all.contains("tutti") || !all.contains("rows")) refuse_format(all, called);
  if (all.value("version", json(1)) != 1) throw format_error(called + ": expected version 1 of the format");
  demand(all, called, {"tutti", "mpi"}, {"processes"});
  int number = 0;
  for (const json& r : array_of(all, "rows", called))
    demand(r, fmt::format("{}: row {}", called, ++number), {"collective", "served_by"},
           {"bytes_least", "bytes_most", "operations", "calls", "bytes", "median_seconds",
            "longest_process_seconds"});
  if (!all.contains("subtotals")) return all;
  number = 0;
  for (const json& s : array_of(all, "subtotals", called))
    demand(s, fmt::format("{}: subtotal {}", called, ++number), {"collective"}, {"longest_process_seconds"});
  return all;
}

template <class Number>
Number whole_number(const json& object, const char* name, const std::string& where) {
  const json& n = object.at(name);
  // nlohmann_json silently converts numbers that do not fit. It reads numbers from 0 on as unsigned ones.
  if (!n.is_number_unsigned() || !std::in_range<Number>(n.get<std::uint64_t>()))
    throw format_error(
        fmt::format("{}: \"{}\" is {}; expected a whole number from 0 on", where, name, n.dump()));
  return n.get<Number>();
}
template int whole_number(const json&, const char*, const std::string&);
template std::uint64_t whole_number(const json&, const char*, const std::string&);

kind kind_of(const std::string& text, const std::string& called) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos || text[first] != '{') return kind::measurements;
  constexpr std::size_t head = 200;  // a trace is large, and names its format early
  if (text.substr(0, head).find("\"tutti trace\"") != std::string::npos) return kind::trace;
  const json all = parsed(text, called);
  return all.contains("verdicts") || (all.contains("format") && !all.contains("rows")) ? kind::verdicts
                                                                                       : kind::calls;
}

}  // namespace tutti::report
