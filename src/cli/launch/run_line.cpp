#include "cli/launch/run_line.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "cli/launch/plot_output.hpp"
#include "cli/line/usage_error.hpp"
#include "select/settings.hpp"
#include "text/number.hpp"

namespace tutti::cli {
namespace {

// True for an option of launchers: the number of processes.
bool is_of_launcher(const std::string& word) {
  return word == "-n" || word == "-np" || word == "--np" || word == "-N" || word == "-c";
}

// Options for the choice of algorithms.
void add_choice_options(command& sub, run_options& o) {
  sub.add_option("--set", o.algorithm_settings, "COLLECTIVE=ALGORITHM",
                 "use this algorithm (TUTTI_BCAST=chain); native: the MPI library's; several with commas")
      .list();
  sub.add_flag("--off", o.off, "pass every call to the MPI library (TUTTI=off)");
  sub.add_option("--mpi", o.mpi_name, "NAME",
                 "load the library for openmpi or mpich alone, and not libtutti.so, which finds out what "
                 "each program runs");
  sub.add_option("--alpha", o.alpha, "TIME", "start-up time of a message, such as 2us (TUTTI_ALPHA)");
  sub.add_option("--beta", o.beta, "TIME", "transfer time per byte, such as 0.4ns (TUTTI_BETA)");
  sub.add_option("--gamma", o.gamma, "TIME", "reduction time per byte, such as 0.1ns (TUTTI_GAMMA)");
  sub.add_option("--machine", o.machine, "FILE.json",
                 "choose for the machine that FILE.json describes (from tutti calibrate), or for a usual "
                 "one: --machine usual (TUTTI_MACHINE)");
  sub.add_option("--profile", o.profile, "FILE.json", "choose by a profile, from tutti tune (TUTTI_PROFILE)");
  sub.add_option("--plan", o.plan, "FILE.json",
                 "choose by a plan, from tutti plan, or by one that the processes make together when MPI "
                 "starts: --plan job (TUTTI_PLAN)");
  sub.add_option("--pieces", o.pieces, "M", "number of blocks M of pipelined algorithms (TUTTI_PIECES)");
  sub.add_option(
      "--reductions", o.reductions, "ORDER",
      "order of sums that round: repeatable (default), any, or one or more of elements, placements and "
      "ranks with commas (TUTTI_REDUCTIONS)");
  sub.add_flag(
      "--learn", o.learn,
      "try several algorithms and the MPI library's own on the first calls of each kind and size, and "
      "keep the fastest; =all: also for sums that round (TUTTI_LEARN, docs/learning.md)");
  sub.add_option("--learn-cache", o.learn_cache, "FILE.json",
                 "keep what was learned in a file, and begin with it; implies --learn (TUTTI_LEARN_CACHE)");
  sub.add_flag("--reproducible", o.reproducible,
               "round sums of floating-point numbers once, so that they do not depend on order, placement or "
               "algorithm; =accumulators, =short, =gathered or =exchanged: in this way "
               "(TUTTI_REPRODUCIBLE, docs/reproducible.md)");
}

// Options for reports during and after the run.
void add_watch_options(command& sub, run_options& o) {
  sub.add_flag("--explain", o.explain,
               "report on stderr which algorithm serves each distinct call, and why (TUTTI_EXPLAIN)");
  sub.add_flag("--debug", o.debug, "report the setup and the choices on stderr (TUTTI_DEBUG)");
  sub.add_flag("--check", o.check,
               "compare each collective call of all processes before it runs; =warn: report mismatches only; "
               "=unsafe: also find sends that work only if MPI buffers them (TUTTI_CHECK)");
  sub.add_option("--timeout", o.timeout, "TIME",
                 "report the missing processes when a process waits this long (for instance 60s) and no "
                 "collective ends; default: "
                 "never, with --check after 60s");
  sub.add_option("--report-every", o.report_every, "TIME",
                 "report at this interval, such as 10s, who is waited for in the last calls");
  sub.add_flag("--timeout-abort", o.timeout_abort, "abort the job at the timeout, with status 1");
  sub.add_option("--trace", o.trace, "FILE.json",
                 "write all calls of all processes there, for Perfetto and tutti waiting (TUTTI_TRACE)");
  sub.add_option(
      "--by", o.by, "GROUPING",
      "print a table of the time in blocking collectives, and of waiting, by collective; communicator or "
      "site: also one by these");
  sub.add_flag("--no-recorder", o.no_recorder, "do not record calls for tutti who (TUTTI_RECORD)");
}

// The number of runs of each side, from the value of --compare; "true" without one.
int number_of_runs(const std::string& text) {
  if (text == "true") return 3;
  const auto n = number_from<int>(text);
  if (!n || *n < 1) throw usage_error("--compare={}: expected a whole number from 1 on", text);
  return *n;
}

}  // namespace

void add_run_options(command& sub, run_options& o) {
  sub.add_flag("--report", o.report,
               "=FILE: write the table there, as JSON if it ends in .json, as a page if in .html; =FOLDER: a "
               "JSON file of each program there; default: stderr");
  sub.add_flag("--no-report", o.no_report, "no table");
  sub.add_flag(
      "--compare", o.compare,
      "run the program natively and with tutti in turn, three times each, =N: N times, and print what "
      "tutti brought, call by call; --report=FILE: write that there; --by: see tutti compare");
  add_choice_options(sub, o);
  add_watch_options(sub, o);
  sub.add_flag("--dry-run", o.dry_run, "print the command line instead of running it");
}

std::vector<std::string> cut_command(const command& sub, std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0] != "run") return {};
  std::size_t at = 1;
  while (at < arguments.size() && arguments[at].starts_with('-') && arguments[at] != "--" &&
         !is_of_launcher(arguments[at]))
    at += sub.takes_next_word(arguments[at]) ? 2 : 1;
  const auto iterator_at = [&](std::size_t k) {
    return arguments.begin() + static_cast<std::ptrdiff_t>(std::min(k, arguments.size()));
  };
  const std::size_t first = at < arguments.size() && arguments[at] == "--" ? at + 1 : at;
  std::vector<std::string> command(iterator_at(first), arguments.end());
  arguments.erase(iterator_at(at), arguments.end());
  return command;
}

void complete(run_options& o) {
  if (!o.compare.empty()) o.compared = number_of_runs(o.compare);
  if (o.report == "true") o.report = "1";  // --report without a value
  if (names_a_file(o.report)) make_absolute(o.report);
  if (o.machine != cost_settings::usual_word) make_absolute(o.machine);
  make_absolute(o.profile);
  if (o.plan != choice_settings::job_word) make_absolute(o.plan);
  make_absolute(o.trace);
}

void require_command(const run_options& o, const std::vector<std::string>& command) {
  if (command.empty()) throw usage_error("nothing to run: expected tutti run [options] -- mpirun -n 4 ./app");
  if (is_of_launcher(command[0]))
    throw usage_error("the launcher is missing: tutti run mpirun {}", fmt::join(command, " "));
  if (o.report == "1" && (command[0].ends_with(".json") || command[0].ends_with(".html")))
    throw usage_error("give the report's file after =: --report={}", command[0]);
  if (o.compared > 0 && command[0].find_first_not_of("0123456789") == std::string::npos)
    throw usage_error("give the number of runs after =: --compare={}", command[0]);
}

void require_sense(const run_options& o) {
  if (!o.report.empty() && o.no_report) throw usage_error("expected --report or --no-report, not both");
  if (is_plot(o.report) && o.compared == 0)
    throw usage_error("--report={}: a picture shows a comparison of runs: add --compare", o.report);
  for (const auto& [option, given] : {std::pair("--set", !o.algorithm_settings.empty()),
                                      {"--machine", !o.machine.empty()},
                                      {"--profile", !o.profile.empty()},
                                      {"--plan", !o.plan.empty()},
                                      {"--pieces", !o.pieces.empty()},
                                      {"--reductions", !o.reductions.empty()},
                                      {"--reproducible", !o.reproducible.empty()},
                                      {"--check", !o.check.empty()},
                                      {"--learn", !o.learn.empty()},
                                      {"--learn-cache", !o.learn_cache.empty()},
                                      {"--explain", o.explain}})
    if (o.off && given) throw usage_error("{} has no effect with --off, which passes every call on", option);
  for (const auto& [option, text] : {std::pair("--trace", &o.trace), {"--by", &o.by}})
    if (o.no_recorder && !text->empty())
      throw usage_error("{} needs the recorder: not possible with --no-recorder", option);
}

}  // namespace tutti::cli
