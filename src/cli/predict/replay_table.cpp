// The output of tutti replay.

#include "cli/predict/replay_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/counted.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace tutti::cli {
namespace {

using replay::variant;

constexpr std::array<const char*, replay::variants> headings{
    "the algorithms that ran", "native, guessed", "tutti's choice",        "the fastest candidates",
    "the lower bound",         "no process late", "collectives at no cost"};
constexpr std::array<const char*, replay::variants> short_headings{
    ">ran", ">native, guessed", ">tutti's choice", ">fastest", ">bound", ">none late", ">no cost"};

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

std::string table_of_variants(const shown_replay& r) {
  table t({"collectives", ">whole run", ">to measured", ">in collectives", ">of run"});
  const auto add = [&](const char* name, double whole, double inside, const std::string& relative) {
    t.row({name, in_seconds(whole), relative, in_seconds(inside), percent_of(inside, whole)});
  };
  add("as measured", r.run.whole, r.run.inside, "");
  if (r.where_recorded && *r.where_recorded) {
    const replay::replayed& there = **r.where_recorded;
    add("on the recorded machine", there.whole, there.inside, deviation_in_percent(there.whole, r.run.whole));
  }
  for (std::size_t v = 0; v < r.results.size(); ++v)
    if (const auto& one = r.results[v])
      add(headings[v], one->whole, one->inside, deviation_in_percent(one->whole, r.run.whole));
  return t.text(terminal_width(), {"of run"});
}

std::string table_of_lines(const shown_replay& r, const std::vector<replay::line>& lines,
                           std::size_t most_lines) {
  std::vector<std::string> heads{"collective", ">operations", ">measured"};
  for (std::size_t v = 0; v < r.results.size(); ++v)
    if (r.results[v]) heads.emplace_back(short_headings[v]);
  heads.emplace_back("tutti chooses");
  table t(heads);
  const std::size_t shown = std::min(most_lines, lines.size());
  for (std::size_t k = 0; k < shown; ++k) {
    const replay::line& l = lines[k];
    std::vector<std::string> row{l.name, std::to_string(l.operations), in_seconds(l.measured)};
    for (std::size_t v = 0; v < r.results.size(); ++v)
      if (r.results[v]) row.push_back(in_seconds(l.spent[v]));
    row.push_back(joined(r.algorithms(variant::chosen, l)));
    t.row(row);
  }
  std::string text = t.text(terminal_width(), {"no cost", "none late", "fastest"});
  if (lines.size() > shown) text += counted(lines.size() - shown, "more line") + "\n";
  return text;
}

}  // namespace

std::string replay_text(const shown_replay& r, const std::vector<replay::line>& lines,
                        std::size_t most_lines) {
  std::string text = fmt::format("{}\n\n{}\n", replay_verdict(r), table_of_variants(r));
  if (!lines.empty())
    text += "In blocking collectives, mean of all processes:\n" + table_of_lines(r, lines, most_lines);
  const std::vector<std::string> notes = replay_notes(r);
  if (!notes.empty()) text += "\n";
  for (const std::string& n : notes) text += n + "\n";
  return text;
}

}  // namespace tutti::cli
