#include "cli/measure/program_calls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

#include "cli/line/usage_error.hpp"
#include "cli/values/resources.hpp"
#include "measure/workload.hpp"
#include "record/trace_file.hpp"
#include "text/counted.hpp"
#include "text/file_text.hpp"
#include "text/quantity.hpp"
#include "tutti/nodes.hpp"

namespace tutti::cli {
namespace {

measure::experiment experiment_of(const replay::call_cost& c) {
  return {.operation = std::string(name_of(c.of)),
          .by = "tutti",
          .bytes = c.bytes,
          .problem = c.equal_blocks ? "same" : "random",
          .op = combines(c.of) ? std::string(name_of(c.op)) : "none",
          .root = c.root};
}

bool is_too_large(const replay::call_cost& c) {
  try {
    (void)measure::fitted(experiment_of(c), node_map(std::vector<int>(static_cast<std::size_t>(c.p))));
    return false;
  } catch (const measure::not_possible&) {
    return true;
  }
}

std::string percent(double part, double of) {
  return fmt::format("{:.0f} %", of > 0 ? 100 * part / of : 0.0);
}

}  // namespace

bool is_trace(const std::vector<std::string>& from) { return from.size() == 1 && from[0].ends_with(".json"); }

program_calls::program_calls(const std::string& file) : file_(file) {
  require_file("--from", file);
  const record::roll trace = record::read_trace(text_of(file), file);
  try {
    costs_ = replay::costs_of(replay::run_of(trace));
  } catch (const std::invalid_argument& wrong) {
    throw usage_error("{}: {}", file, wrong.what());
  }
  const auto large = std::ranges::stable_partition(costs_.all, std::not_fn(is_too_large));
  for (const replay::call_cost& c : large) too_large_ += c.seconds;
  costs_.all.erase(large.begin(), large.end());
}

std::vector<measure::contest> program_calls::contests(int p) const {
  std::vector<measure::contest> all;
  std::set<int> others;
  for (const replay::call_cost& c : costs_.all) {
    if (c.p == p)
      all.push_back({experiment_of(c)});
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
  const replay::call_cost* first = nullptr;
  for (const replay::call_cost& c : costs_.all) {
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
                  counted(p, "process"), percent(here, costs_.whole));
  if (first)
    text += fmt::format("; first {} of {}, {}", name_of(first->of),
                        in_bytes(static_cast<double>(first->bytes)), percent(first->seconds, costs_.whole));
  std::vector<std::string> left_out;
  for (const auto& [processes, seconds] : elsewhere)
    left_out.push_back(
        fmt::format("{} on {}", percent(seconds, costs_.whole), counted(processes, "process")));
  if (costs_.unknown > 0)
    left_out.push_back(percent(costs_.unknown, costs_.whole) +
                       " in calls of unknown size, of neighbourhoods or of one process");
  if (too_large_ > 0)
    left_out.push_back(percent(too_large_, costs_.whole) + " in calls that are too large to be measured");
  if (!left_out.empty()) text += fmt::format("; without {}", fmt::join(left_out, ", "));
  return text;
}

}  // namespace tutti::cli
