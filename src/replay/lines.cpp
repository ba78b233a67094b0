#include "replay/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "text/quantity.hpp"

namespace tutti::replay {
namespace {

// "8 KiB .. <16 KiB": sizes within a power of two.
std::string sizes_of(const call_class& c) {
  if (c.of == collective::barrier) return "";
  if (!c.sized) return ", unknown size";
  if (c.bytes == 0) return ", 0 B";
  const std::size_t least = std::bit_floor(c.bytes);
  return fmt::format(", {} .. <{}", in_bytes(static_cast<double>(least)),
                     in_bytes(2 * static_cast<double>(least)));
}

}  // namespace

std::string line_names::of(const recorded_run& run, const operation& o) const {
  const call_class& c = run.classes[o.of];
  std::string text(name_of(c.of));
  if (by == grouping::size) text += sizes_of(c);
  if (by == grouping::communicator) {
    const communicator& on = run.communicators[o.communicator];
    text += " on " + (on.name.empty() ? fmt::format("one of {} processes", on.members.size()) : on.name);
  }
  if (by == grouping::site)
    text = fmt::format("{} {}", o.site == record::none ? "?" : site(sites[static_cast<std::size_t>(o.site)]),
                       text);
  return text;
}

std::vector<line> lines_of(const recorded_run& run, const results& of, const line_names& names) {
  std::map<std::string, line> groups;
  const auto p = static_cast<double>(run.processes.size());
  for (std::size_t k = 0; k < run.operations.size(); ++k) {
    const operation& o = run.operations[k];
    if (o.posted) continue;
    line& l = groups[names.of(run, o)];
    ++l.operations;
    const auto at = std::ranges::lower_bound(l.classes, o.of);
    if (at == l.classes.end() || *at != o.of) l.classes.insert(at, o.of);
    for (const presence& was : run.presences(o)) l.measured += (was.end - was.begin) / p;
    for (std::size_t v = 0; v < of.size(); ++v)
      if (of[v]) l.spent[v] += of[v]->spent[k] / p;
  }
  std::vector<line> all;
  for (auto& [key, l] : groups) {
    l.name = key;
    all.push_back(std::move(l));
  }
  std::ranges::stable_sort(all, std::greater<>(), &line::measured);
  return all;
}

}  // namespace tutti::replay
