#include "cli/measure/program_calls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "cli/line/usage_error.hpp"
#include "cli/values/resources.hpp"
#include "record/trace_file.hpp"
#include "text/counted.hpp"
#include "text/file_text.hpp"
#include "text/quantity.hpp"

namespace tutti::cli {
namespace {

// The seconds of all processes in an operation. The time of a non-blocking one passes while they compute.
double seconds_in(const replay::recorded_run& run, const replay::operation& o) {
  double all = 0;
  for (std::size_t m = 0; !o.posted && m < run.members_of(o); ++m) {
    const replay::presence& was = run.measured[o.first + m];
    all += std::max(0.0, was.end - was.begin);
  }
  return all;
}

bool has_profile(const replay::call_class& c, int p) { return p > 1 && c.sized && !is_neighbourhood(c.of); }

measure::experiment experiment_of(const replay::call_class& c) {
  return {.operation = std::string(name_of(c.of)),
          .by = "tutti",
          .bytes = c.bytes,
          .problem = c.lengths.empty() ? "same" : "random",
          .op = combines(c.of) ? std::string(name_of(c.op)) : "none",
          .root = c.root};
}

std::string percent(double part, double of) {
  return fmt::format("{:.0f} %", of > 0 ? 100 * part / of : 0.0);
}

}  // namespace

bool is_trace(const std::vector<std::string>& from) { return from.size() == 1 && from[0].ends_with(".json"); }

program_calls::program_calls(const std::string& file) : file_(file) {
  require_file("--from", file);
  const record::roll trace = record::read_trace(text_of(file), file);
  replay::recorded_run run;
  try {
    run = replay::run_of(trace);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error("{}: {}", file, wrong.what());
  }
  using size_class = std::tuple<int, collective, operator_class, bool, int>;
  std::map<size_class, std::map<measure::experiment, double>> found;
  for (const replay::operation& o : run.operations) {
    const replay::call_class& c = run.classes[o.of];
    const auto p = static_cast<int>(run.members_of(o));
    const double seconds = seconds_in(run, o);
    whole_ += seconds;
    if (has_profile(c, p))
      found[{p, c.of, c.op, !c.lengths.empty(), std::bit_width(c.bytes)}][experiment_of(c)] += seconds;
    else
      untuned_ += seconds;
  }
  for (const auto& [of, experiments] : found) {
    program_call one{.p = std::get<0>(of)};
    double most = -1;
    for (const auto& [e, seconds] : experiments) {
      one.seconds += seconds;
      if (seconds > most) one.subject = e, most = seconds;
    }
    calls_.push_back(std::move(one));
  }
  std::ranges::stable_sort(calls_, std::greater<>(), &program_call::seconds);
}

std::vector<measure::contest> program_calls::contests(int p) const {
  std::vector<measure::contest> all;
  std::set<int> others;
  for (const program_call& c : calls_) {
    if (c.p == p)
      all.push_back({c.subject});
    else
      others.insert(c.p);
  }
  if (!all.empty()) return all;
  throw usage_error("{}: no call on {} that a profile could have{}", file_, counted(p, "process"),
                    others.empty() ? "" : fmt::format("; expected {} processes", fmt::join(others, " or ")));
}

std::string program_calls::coverage(int p) const {
  double here = 0;
  std::size_t kinds = 0;
  std::map<int, double> elsewhere;
  const program_call* first = nullptr;
  for (const program_call& c : calls_) {
    if (c.p != p) {
      elsewhere[c.p] += c.seconds;
      continue;
    }
    if (!first) first = &c;
    here += c.seconds;
    ++kinds;
  }
  std::string text =
      fmt::format("{}: {} on {}, {} of the time in collectives", file_, counted(kinds, "size") + " of calls",
                  counted(p, "process"), percent(here, whole_));
  if (first)
    text += fmt::format("; first {} of {}, {}", first->subject.operation,
                        in_bytes(static_cast<double>(first->subject.bytes)), percent(first->seconds, whole_));
  std::vector<std::string> left_out;
  for (const auto& [processes, seconds] : elsewhere)
    left_out.push_back(fmt::format("{} on {}", percent(seconds, whole_), counted(processes, "process")));
  if (untuned_ > 0)
    left_out.push_back(percent(untuned_, whole_) +
                       " in calls of unknown size, of neighbourhoods or of one process");
  if (!left_out.empty()) text += fmt::format("; without {}", fmt::join(left_out, ", "));
  return text;
}

}  // namespace tutti::cli
