// tutti run --compare: a program natively and with tutti, in turn.

#include "cli/launch/compared_runs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "cli/launch/comparison_output.hpp"
#include "cli/launch/plot_output.hpp"
#include "cli/line/command_line.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "cli/output/temporary_folder.hpp"
#include "compare/comparison.hpp"
#include "record/read.hpp"
#include "text/file_text.hpp"

namespace tutti::cli {
namespace {

constexpr std::array names{"native", "tutti"};
constexpr std::size_t shown_lines = 30;

struct finished {
  std::string report, trace;  // files; no trace if the lines need none
  double seconds;
};

// All runs so far, and their comparison.
class campaign {
 public:
  campaign(const run_options& o, const runner& run)
      : o_(o), run_(run), by_(comparison_grouping(o.by, true)), traces_(by_.communicator || by_.site) {
    std::error_code none;
    if (std::filesystem::is_directory(o.report, none)) folder_ = o.report;
    if (folder_.empty()) folder_ = own_.emplace("--compare: ").name();
  }

  // Runs one side once. False if no further run makes sense.
  bool run(std::size_t side, int number) {
    if (interrupted()) return false;
    run_options o = side == 0 ? native_options(o_) : o_;
    const std::string begin = fmt::format("{}/{}-{}", folder_, names[side], number);
    finished f{begin + ".calls.json", traces_ ? begin + ".trace.json" : "", 0};
    o.report = f.report;
    o.trace = f.trace;
    o.by = "";
    for (const std::string& file : {f.report, f.trace}) std::filesystem::remove(file);
    fmt::print(stderr, "tutti: run {} of {}: {}\n", ++done_, 2 * o_.compared, names[side]);
    const ended_run ended = run_(o);
    if (interrupted()) return false;
    f.seconds = ended.seconds;
    statuses_[side].push_back(ended.end.status);
    if (ended.end.status != 0 && !failed_) failed_ = ended.end;
    if (ended.jobs > 1)
      throw std::runtime_error(
          fmt::format("--compare compares one job with one, and {} jobs have run: compare each of their "
                      "commands by itself",
                      ended.jobs));
    if (!std::filesystem::exists(f.report)) {
      fmt::print(
          stderr,
          "tutti: this run has left no counts of its calls in {}, and is the last: the program has not "
          "called MPI_Finalize with tutti loaded, or rank 0, which writes them, runs on a host that does "
          "not see this folder: --report=FOLDER names one that all see\n",
          folder_);
      return false;
    }
    all_[side].push_back(std::move(f));
    return true;
  }

  // None if a side has no run.
  [[nodiscard]] std::optional<compare::comparison> compared() const {
    if (all_[0].empty() || all_[1].empty()) return {};
    if (traces_) {
      compare::comparison found = compared_by(&finished::trace, by_);
      if (found.missed == 0) return found;
      fmt::print(
          stderr,
          "tutti: {} calls did not fit the traces: no lines by communicator and call site; all calls are "
          "counted below\n",
          found.missed);
    }
    return compared_by(&finished::report, {.size = by_.size, .communicator = false, .site = false});
  }

  void say_statuses() const {
    if (statuses_[0].empty() || statuses_[1].empty()) return;
    for (const std::vector<int>& side : statuses_)
      for (const int status : side)
        if (status != statuses_[0][0])
          return fmt::print(stderr, "tutti: the exit statuses differ: natively {}; with tutti {}\n",
                            fmt::join(statuses_[0], ", "), fmt::join(statuses_[1], ", "));
  }
  [[nodiscard]] const std::optional<program_end>& failed() const { return failed_; }

 private:
  [[nodiscard]] compare::comparison compared_by(std::string finished::*file, compare::grouping by) const {
    std::array<std::vector<compare::run_calls>, 2> runs;
    for (std::size_t side = 0; side < 2; ++side)
      for (const finished& f : all_[side]) {
        compare::run_calls& r =
            runs[side].emplace_back(compare::read_run(text_of(f.*file), f.*file, by, record::source_line));
        r.command = f.seconds;
        if (own_) r.file = std::filesystem::path(f.*file).filename().string();  // the file will be gone
      }
    compare::comparison found = compare::compare_runs(runs[0], runs[1], by);
    for (std::size_t side = 0; side < 2; ++side) found.sides[side].name = names[side];
    return found;
  }

  const run_options& o_;
  const runner& run_;
  compare::grouping by_;
  bool traces_;
  std::optional<temporary_folder> own_;
  std::string folder_;
  int done_ = 0;
  std::array<std::vector<finished>, 2> all_;
  std::array<std::vector<int>, 2> statuses_;
  std::optional<program_end> failed_;
};

void show(const compare::comparison& found, const run_options& o, const std::string& title) {
  if (!writes_comparison(o)) {
    fmt::print(stderr, "{}", compare::table_of(found, shown_lines));
    return;
  }
  if (is_plot(o.report)) {  // whether it is drawn or not, the status is the program's
    if (found.lines.empty())
      fmt::print(stderr, "tutti: {} was not drawn: no collectives were called\n", o.report);
    else
      (void)write_comparison_plot(found, o.report);
    return;
  }
  if (o.report.ends_with(".html"))
    write_comparison_page(found, title, o.report);
  else if (o.report.ends_with(".json"))
    write_comparison_json(found, o.report);
  else
    write_text(o.report, compare::table_of(found, 0));
  tell_written(o.report, "the comparison");
}

}  // namespace

bool writes_comparison(const run_options& o) {
  std::error_code none;
  return !o.report.empty() && names_a_file(o.report) && !std::filesystem::is_directory(o.report, none);
}

run_options native_options(const run_options& o) {
  run_options native;
  native.off = true;
  native.compared = o.compared;
  native.mpi_name = o.mpi_name;
  native.timeout = o.timeout;
  native.timeout_abort = o.timeout_abort;
  native.report_every = o.report_every;
  return native;
}

void require_comparable(const run_options& o) {
  for (const auto& [option, given] : {std::pair("--off", o.off),
                                      {"--check", !o.check.empty()},
                                      {"--trace", !o.trace.empty()},
                                      {"--no-report", o.no_report},
                                      {"--no-recorder", o.no_recorder}})
    if (given) throw usage_error("expected {} or --compare, not both", option);
}

void compare_runs(const run_options& o, const std::vector<std::string>& command, const runner& run) {
  if (writes_comparison(o)) check_plot_script("--report", o.report);
  campaign all(o, run);
  bool goes_on = true;
  // The order of the sides changes from pair to pair, so that a machine that becomes slower or faster in the
  // meantime favours neither.
  for (int k = 0; k < o.compared && goes_on; ++k)
    for (const std::size_t side : {static_cast<std::size_t>(k % 2), static_cast<std::size_t>(1 - k % 2)})
      if (!(goes_on = all.run(side, k + 1))) break;
  stop_passing_on();
  all.say_statuses();
  if (const auto found = all.compared())
    show(*found, o, fmt::format("{}", fmt::join(command, " ")));
  else
    fmt::print(stderr, "tutti: there is nothing to compare: no run of each side has ended\n");
  if (interrupted()) throw exit_status{128 + SIGINT, SIGINT};
  if (all.failed()) throw exit_status{all.failed()->status, all.failed()->signal};
  if (!goes_on) throw exit_status{1};
}

}  // namespace tutti::cli
