#include "cli/predict/replay_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "record/read.hpp"
#include "replay/usual_algorithms.hpp"
#include "text/counted.hpp"
#include "text/quantity.hpp"

namespace tutti::cli {
namespace {

using replay::replayed;
using replay::variant;

// A replay that differs from the measured run by less than this part can be trusted.
constexpr double good_within = 0.15;

// Clocks of nodes are compared with an error of some microseconds.
constexpr double usual_clock_error = 1e-5;

double deviation(double replayed, double measured) { return measured > 0 ? replayed / measured - 1 : 0; }

}  // namespace

const std::optional<replayed>& shown_replay::result(variant v) const {
  return results[static_cast<std::size_t>(v)];
}

std::vector<replay::line> shown_replay::lines(replay::grouping by) const {
  return replay::lines_of(run, results, {by, sites, record::source_line});
}

std::vector<std::string> shown_replay::algorithms(variant v, const replay::line& l) const {
  std::vector<std::string> all;
  for (const std::uint32_t c : l.classes)
    for (const std::string& name : on.algorithms(v, c))
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  return all;
}

std::string deviation_in_percent(double replayed, double measured) {
  const double percent = std::round(1000 * deviation(replayed, measured)) / 10;
  return fmt::format("{:+.1f} %", percent == 0 ? 0.0 : percent);
}

std::string replay_verdict(const shown_replay& r) {
  const std::string measured =
      fmt::format("measured {}, of it {} in collectives", in_seconds(r.run.whole), in_seconds(r.run.inside));
  const auto& ran = r.result(variant::ran);
  if (!ran) return measured + "; interrupted before the replay by the algorithms that ran was done";
  const double whole = deviation(ran->whole, r.run.whole), inside = deviation(ran->inside, r.run.inside);
  const std::string again =
      fmt::format("{}; replayed {} ({}) and {} ({})", measured, in_seconds(ran->whole),
                  deviation_in_percent(ran->whole, r.run.whole), in_seconds(ran->inside),
                  deviation_in_percent(ran->inside, r.run.inside));
  if (r.elsewhere) return again + " on another machine: how far that may be trusted is not known";
  const double most = std::max(std::abs(whole), std::abs(inside));
  if (most <= good_within)
    return again + fmt::format(": trust the other lines to some {:.0f} %", std::ceil(100 * most));
  return again + ": not within 15 %, so compare the other lines with each other only";
}

std::vector<std::string> replay_notes(const shown_replay& r) {
  std::vector<std::string> all;
  const auto calls = [](std::uint64_t n) { return counted(n, "call"); };
  if (const auto n = r.on.guessed_calls(); n > 0)
    all.push_back(fmt::format("{} of the MPI library's own: the algorithms that ran are a guess, by {}",
                              calls(n), replay::usual_algorithms_source));
  if (const auto n = r.on.measured_calls(); n > 0)
    all.push_back(
        fmt::format("{} after the last entry as long as measured: no algorithm is known for them", calls(n)));
  if (r.run.without.incomplete > 0)
    all.push_back(fmt::format("{} not replayed: not all processes that made the call are known",
                              calls(r.run.without.incomplete)));
  if (r.run.without.unended > 0)
    all.push_back(
        fmt::format("{} not replayed: the trace does not say when they ended", calls(r.run.without.unended)));
  if (r.run.without.persistent > 0)
    all.push_back(fmt::format("{} of persistent operations not replayed", calls(r.run.without.persistent)));
  if (r.run.missed > 0)
    all.push_back(
        fmt::format("{} did not fit the trace: their time counts as computation", calls(r.run.missed)));
  std::uint64_t unordered = 0;
  for (const auto& one : r.results)
    if (one) unordered = std::max(unordered, one->unordered);
  if (unordered > 0)
    all.push_back(fmt::format("{} of processes that wait for each other elsewhere take as long as measured",
                              counted(unordered, "operation")));
  if (r.run.clock_error > usual_clock_error)
    all.push_back(
        fmt::format("the clocks of the trace are wrong by {} or more: a process leaves before another "
                    "one enters",
                    in_seconds(r.run.clock_error)));
  if (r.on.assumes_eager())
    all.push_back(
        fmt::format("messages of more than {} wait for their receivers: the machine has no \"eager\" limit",
                    in_bytes(replay::assumed_eager)));
  if (const std::string why = r.on.why_without_bounds(); !why.empty())
    all.push_back("no lower bounds are known " + why);
  return all;
}

}  // namespace tutti::cli
