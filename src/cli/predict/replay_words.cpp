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

// A replay that differs from the measured run by less than this share can be trusted.
constexpr double good_within = 0.15;

// Clocks of nodes are compared with an error of some microseconds.
constexpr double usual_clock_error = 1e-5;

constexpr const char* recorded_machine = " on the recorded machine";

double deviation(double replayed, double measured) { return measured > 0 ? replayed / measured - 1 : 0; }

const char* how_guessed(const shown_replay& r) {
  const std::uint64_t guessed = r.on.guessed_calls();
  return guessed == 0            ? ""
         : guessed < r.run.calls ? " by partly guessed algorithms"
                                 : " by guessed algorithms";
}

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
  const bool two_machines = r.where_recorded != nullptr;
  const auto& ran = two_machines ? *r.where_recorded : r.result(variant::ran);
  if (!ran)
    return fmt::format("{}; interrupted before the replay by the algorithms that ran{} was done", measured,
                       two_machines ? recorded_machine : "");
  const std::string again =
      fmt::format("{}; replayed{}{} {} ({}) and {} ({})", measured, two_machines ? recorded_machine : "",
                  how_guessed(r), in_seconds(ran->whole), deviation_in_percent(ran->whole, r.run.whole),
                  in_seconds(ran->inside), deviation_in_percent(ran->inside, r.run.inside));
  if (r.elsewhere && !two_machines)
    return again + " on another machine: how far that may be trusted is not known without --recorded-on";
  const double most =
      std::max(std::abs(deviation(ran->whole, r.run.whole)), std::abs(deviation(ran->inside, r.run.inside)));
  if (most > good_within)
    return again + (two_machines ? ": not within 15 %; the other lines are of another machine, so compare "
                                   "them with each other only"
                                 : ": not within 15 %, so compare the other lines with each other only");
  const double percent = std::ceil(100 * most);
  const std::string trust =
      r.on.guessed_calls() > 0
          ? fmt::format("within {:.0f} %, but errors of the guess and of the machine may cancel", percent)
          : fmt::format("trust {} to some {:.0f} %", two_machines ? "this" : "the other lines", percent);
  return fmt::format("{}: {}{}", again, trust,
                     two_machines ? "; the other lines are of another machine" : "");
}

std::vector<std::string> replay_notes(const shown_replay& r) {
  std::vector<std::string> all;
  const auto calls = [](std::uint64_t n) { return counted(n, "call"); };
  if (r.usual)
    all.emplace_back(
        "the network has typical values: those of a machine are in --machine FILE.json, from tutti "
        "calibrate");
  if (const auto n = r.on.guessed_calls(); n > 0)
    all.push_back(fmt::format("{} of the MPI library's own: the algorithms that ran are a guess, by {}",
                              calls(n), replay::usual_algorithms_source(r.run.mpi)));
  if (r.result(variant::native)) {
    const auto n = r.on.unknown_natively();
    all.push_back(fmt::format(
        "native, guessed: by {}{}", replay::usual_algorithms_source(r.run.mpi),
        n > 0 ? fmt::format("; {} by tutti's algorithm, as no other one is known for them", calls(n)) : ""));
  }
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
  if (r.run.without.between_groups > 0)
    all.push_back(fmt::format("{} on inter-communicators not replayed", calls(r.run.without.between_groups)));
  if (r.run.with_equal_blocks > 0)
    all.push_back(
        fmt::format("{} with equal blocks: their tables of counts did not fit the trace, or are too many to "
                    "simulate each",
                    calls(r.run.with_equal_blocks)));
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
  if (r.on.has_simple_bounds())
    all.emplace_back(
        "the lower bound is the time of one message, or of the bytes of one process: no others are known for "
        "a "
        "machine with overheads");
  if (const std::string why = r.on.why_without_bounds(); !why.empty())
    all.push_back("no lower bounds are known " + why);
  return all;
}

}  // namespace tutti::cli
