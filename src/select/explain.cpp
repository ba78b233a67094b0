#include "select/explain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "select/call_name.hpp"
#include "text/counted.hpp"
#include "text/json_error.hpp"
#include "text/quantity.hpp"

namespace tutti {
namespace {

template <class... Values>
std::string text(const char* format, Values... values) {
  std::array<char, 160> line{};
  std::snprintf(line.data(), line.size(), format, values...);
  return line.data();
}

std::string name_of(const algorithm* a) { return std::string(a ? a->name : "native"); }

std::string place_of(const advice& a, const std::string& file) {
  const auto entry = [&](const profile_entry& e) {
    return place_in(file, e.line) + (a.farther_entry ? " (p = " + std::to_string(e.on.p) + ")" : "");
  };
  return entry(*a.entry) + (a.farther_entry ? " and " + entry(*a.farther_entry) : "");
}

// " at SIZE" if the times in the file are for another size than this call's.
std::string at_size(const reasoning& r, const advice& a) {
  const profile_point* of = nearest_point(*a.entry, static_cast<std::size_t>(r.assumed));
  const bool other = of && size_known(r.kind.of) && (of->bytes < r.least || of->bytes > r.most);
  return other ? " at " + in_bytes(static_cast<double>(of->bytes)) : "";
}

std::string by_profile(const reasoning& r, const settings& user) {
  return "measured" + at_size(r, *r.measured) + ": " + place_of(*r.measured, user.profile_file);
}

std::string by_plan(const reasoning& r, const settings& user) {
  std::string t = "planned: " + place_of(*r.planned, user.plan_name());
  if (const auto seconds =
          measured_seconds(*r.planned->entry, r.planned->use, static_cast<std::size_t>(r.assumed)))
    t += ", " + in_seconds(*seconds) + " in virtual time" + at_size(r, *r.planned) +
         (user.planned->made_on.empty() ? "" : " on " + user.planned->made_on);
  return t;
}

// True if the machine decides, and neither the user nor a file.
bool by_machine(const reasoning& r) {
  return r.decided_by == authority::virtual_time || r.decided_by == authority::model;
}

bool by_worst(const reasoning& r) {
  return std::ranges::any_of(r.candidates, [](const candidate& c) { return c.worst_slowdown > 0; });
}

// True if virtual time decides, but this candidate was not run, so that it may be faster than the choice.
// Slowdowns are from runs, too.
bool only_priced(const reasoning& r, const candidate& c) {
  const bool ran = c.simulated || c.worst_slowdown > 0;
  return r.decided_by == authority::virtual_time && c.use && !c.excluded && !ran;
}

std::string by_model(const reasoning& r, const settings& user) {
  const machine_levels& c = user.costs.at(r.assumed);
  const machine& m = one_node(r.on) ? c.within : c.between;
  const bool some_not_run =
      std::ranges::any_of(r.candidates, [&r](const candidate& of) { return only_priced(r, of); });
  const std::string_view as = by_worst(r)    ? "never slow, and usually the fastest"
                              : some_not_run ? "the fastest of those simulated"
                                             : "the fastest";
  std::string t = r.decided_by == authority::virtual_time ? "in virtual time: " : "by price: ";
  t += std::string(as) + " (" +
       (user.calibrated ? user.machine_file + ": "
        : user.clocked  ? "clocked at startup: "
        : user.repeatable && user.reductions.placements
            ? "nominal, each process on a node of its own, so that each placement sums alike: "
        : user.repeatable ? "nominal, so that each run sums alike: "
                          : "");
  return t + "alpha " + in_seconds(m.alpha) + ", beta " + in_seconds(m.beta) + " a byte)";
}

// The size that the times are for, and the machine if a plan was made for another one.
std::string of_times(const reasoning& r, const settings& user) {
  std::string t;
  if (r.kind.of != collective::barrier && (!size_known(r.kind.of) || r.least != r.most))
    t += "; times are for " + in_bytes(r.assumed) + (size_known(r.kind.of) ? "" : " in total");
  if (r.decided_by == authority::plan)
    t += std::string(t.empty() ? "; times are" : ",") + " on " +
         (user.calibrated       ? "the machine of " + user.machine_file
          : user.clocked        ? "the machine clocked at startup"
          : user.job_makes_plan ? "a usual machine"
                                : "a usual machine, not on that of the plan");
  return t;
}

// Algorithms that cannot serve the call, one line for each reason.
std::string excluded_by_reason(const std::vector<explained_candidate>& all) {
  std::vector<std::pair<std::string_view, std::string>> lines;
  for (const explained_candidate& c : all) {
    if (!c.excluded) continue;
    const auto known = std::ranges::find(lines, std::string_view(c.excluded),
                                         &std::pair<std::string_view, std::string>::first);
    if (known != lines.end())
      known->second += ", " + name_of(c.use);
    else
      lines.emplace_back(c.excluded, name_of(c.use));
  }
  std::string t;
  for (const auto& [reason, names] : lines) t += "tutti:     " + std::string(reason) + ": " + names + "\n";
  return t;
}

}  // namespace

std::vector<explained_candidate> candidates_of(const reasoning& r) {
  const auto measured = [&r](const algorithm* a) {
    return r.measured ? measured_seconds(*r.measured->entry, a, static_cast<std::size_t>(r.assumed))
                      : std::nullopt;
  };
  std::vector<explained_candidate> all{{{}, measured(nullptr)}};
  for (const candidate& c : r.candidates) all.push_back({c, measured(c.use)});
  const bool by_times = r.decided_by == authority::profile;
  // The chosen candidate precedes others that are as good.
  const auto* taken = by_machine(r) ? r.decided.use : nullptr;
  const auto rank = [&r, by_times, taken](const explained_candidate& c) {
    const auto by_clock = c.simulated || !c.priced() ? c.simulated : c.predicted;
    const auto first = by_times               ? c.measured
                       : c.worst_slowdown > 0 ? std::optional(c.worst_slowdown)
                                              : by_clock;
    const double later = by_times ? by_clock.value_or(INFINITY) : c.predicted;
    return std::tuple(!taken || c.use != taken, c.excluded != nullptr, !first.has_value(), only_priced(r, c),
                      first.value_or(later), later, c.predicted);
  };
  std::ranges::stable_sort(all, {}, rank);
  return all;
}

std::string sizes_of(const reasoning& r) {
  if (!size_known(r.kind.of)) return "any size";
  if (r.kind.of == collective::barrier) return "no data";
  if (r.least == r.most) return in_bytes(static_cast<double>(r.least));
  const std::string from = in_bytes(static_cast<double>(r.least));
  return r.most == SIZE_MAX ? from + " and more" : from + " .. <" + in_bytes(static_cast<double>(r.most) + 1);
}

std::string processes_of(const surroundings& on, bool by_domain) {
  std::string t = counted(on.p, "process");
  if (on.p == 1) return t;
  if (one_node(on)) return t + " on one node";
  if (on.per_node == 1) return t + (by_domain ? " on one node, one per domain" : ", one per node");
  t += by_domain ? " on one node, in " + std::to_string(on.nodes) + " domains of "
                 : " on " + std::to_string(on.nodes) + " nodes of ";
  if (on.nodes * on.per_node != on.p) t += "at most ";
  t += std::to_string(on.per_node);
  return on.consecutive ? t : t + ", non-consecutive ranks";
}

// A ratio of times: "36 % less time", "as long", "12 % more time", "3.2 times as long".
std::string in_words(double ratio) {
  if (ratio >= 2) return text("%.3g times as long", ratio);
  const double percent = 100 * std::abs(ratio - 1);
  if (percent < 0.5) return "as long";
  return text("%.0f %% ", percent) + (ratio < 1 ? "less" : "more") + " time";
}

std::string why(const reasoning& r, const settings& user) {
  std::string t;
  switch (r.decided_by) {
    case authority::user:
      t = user.off ? "set by the user, TUTTI=off"
                   : "set by the user, " + user.variable_for(r.kind.of) + "=" + name_of(r.decided.use);
      break;
    case authority::profile: t = by_profile(r, user); break;
    case authority::learned: t = "learned in earlier runs, " + user.learned_file; break;
    case authority::plan: t = by_plan(r, user); break;
    case authority::virtual_time:
    case authority::model: t = by_model(r, user); break;
  }
  if (r.decided_by != authority::user && r.requested && r.decided.refused)
    t += "; " + user.variable_for(r.kind.of) + "=" + name_of(r.requested) +
         " is not possible: " + r.decided.refused;
  if (by_machine(r) && r.advice_refused) {
    const advice& a = r.planned ? *r.planned : r.learned ? *r.learned : *r.measured;
    const std::string& file = r.planned   ? user.plan_name()
                              : r.learned ? user.learned_file
                                          : user.profile_file;
    t += std::string("; the choice ") +
         (r.planned   ? "planned ("
          : r.learned ? "learned ("
                      : "measured (") +
         place_of(a, file) + ") is for " + name_of(a.use) + ", which is not possible: " + r.advice_refused;
  }
  if (by_machine(r) && user.measured && !r.measured)
    t += "; " + user.profile_file + " has no entry for such calls";
  if (by_machine(r) && user.planned && !r.planned)
    t += "; " + user.plan_name() + " has no entry for such calls";
  if (!size_known(r.kind.of)) {
    t += "; not all processes know the size";
    if (by_worst(r))
      t += ": chosen for its worst case over small and large blocks, compared with agreeing on the size and "
           "then running the best algorithm";
  }
  return t + of_times(r, user);
}

std::string as_text(const reasoning& r, const settings& user) {
  std::string t =
      "tutti: " + tutti::name_of(call_name{r.kind.of, user.posted ? form::nonblocking : form::blocking});
  if (has_known_lengths(r.kind.of))
    t += r.kind.lengths == imbalance::equal
             ? " (equal blocks)"
             : text(" (the longest block about %.3g times the average)", times_the_average(r.kind.lengths));
  if (combines(r.kind.of)) t += " (" + std::string(tutti::name_of(r.kind.op)) + " operator)";
  if (const int d = r.on.graph.degree; is_neighbourhood(r.kind.of))
    t += ", at most " + counted(d, "neighbour");
  t += ", " + sizes_of(r) + ", " + processes_of(r.on, user.by_domain) + ": " + name_of(r.decided.use) + "\n";
  t += "tutti:   " + why(r, user) + "\n";
  if (r.early.calls > 0)
    t += "tutti:   for the first " + counted(static_cast<int>(r.early.calls), "call") +
         " on a communicator, unless persistent: " + name_of(r.early.is.use) + ", by price\n";
  const std::vector<explained_candidate> all = candidates_of(r);
  for (const explained_candidate& c : all) {
    if (c.excluded) continue;
    t += text("tutti:   %c %-24s", c.use == r.decided.use ? '*' : ' ', name_of(c.use).c_str());
    t += c.priced() ? text(" %9s price", in_seconds(c.predicted).c_str()) : std::string(16, ' ');
    if (c.simulated)
      t += std::isfinite(*c.simulated) ? text(" %9s virtual time", in_seconds(*c.simulated).c_str())
                                       : text(" %22s", "slower");
    else if (only_priced(r, c))
      t += text(" %22s", "not simulated");
    if (c.measured) t += text(" %9s measured", in_seconds(*c.measured).c_str());
    if (!c.priced() && !c.measured) t += " not predicted; tutti tune measures it";
    if (c.pieces > 1) t += text(", in %d blocks", c.pieces);
    if (c.worst_slowdown > 0)
      t += ", usually " + in_words(c.mean_slowdown) + ", at worst " + in_words(c.worst_slowdown);
    t += "\n";
  }
  return t + excluded_by_reason(all);
}

}  // namespace tutti
