#include "cli/measure/measured.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>

#include "cli/line/command_line.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/values/networks.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "tutti/machine/network.hpp"

namespace tutti::cli {
namespace {

void tell_refusals(const std::string& name, const measure::agenda& a) {
  for (const measure::refusal& r : a.refused)
    fmt::print(stderr, "{}: not measured: {} ({})\n", name, r.why,
               r.of.size() == 1 ? measure::describe(r.of[0]) : fmt::format("{} experiments", r.of.size()));
}

// The message at the end of an interrupted run, stored in advance: a signal handler can only write.
char farewell[1024];

extern "C" void take_leave(int signal) {
  const ssize_t written = ::write(STDERR_FILENO, farewell, std::strlen(farewell));
  (void)written;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// Handles ^C, and the signals that mpirun or a batch system sends instead.
void prepare_farewell(const campaign_options& o) {
  const std::string text =
      o.file.empty()
          ? fmt::format("{}: interrupted; {} FILE.csv would keep the measurements", o.name, o.file_option)
          : fmt::format("{}: interrupted; the measurements so far are in {}, and the same command resumes",
                        o.name, o.file);
  const auto end = fmt::format_to_n(farewell, sizeof farewell - 1, "{}{}\n",
                                    isatty(STDERR_FILENO) == 1 ? "\r\033[K" : "", text);
  *end.out = '\0';
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, take_leave) == SIG_IGN) std::signal(signal, SIG_IGN);
}

bool on_other_communicators(const measure::contest& c) {
  return std::ranges::any_of(c, [](const measure::experiment& e) { return e.communicator != "world"; });
}

measure::agenda agenda_of(const campaign_options& o, const measure::campaign& all,
                          const measure::testbed& where, const measure::measurements& so_far) {
  try {
    return measure::agenda_of(all, where, so_far);
  } catch (const format_error& wrong) {
    throw usage_error(o.file + ": " + wrong.what());
  }
}

// Removes the words after "--", and returns them.
std::vector<std::string> cut_launcher(std::vector<std::string>& arguments) {
  const auto at = std::ranges::find(arguments, "--");
  if (at == arguments.end()) return {};
  std::vector<std::string> launcher(at + 1, arguments.end());
  arguments.erase(at, arguments.end());
  return launcher;
}

// Measures one launch. Adds rows to `so_far`, and to the file if there is one.
void launch(const campaign_options& o, const measure::campaign& all, measure::testbed& where,
            measure::writer* file, measure::measurements& so_far) {
  const measure::agenda to_do = agenda_of(o, all, where, so_far);
  if (to_do.contests.empty() && to_do.done == 0)
    throw usage_error(to_do.refused.empty() ? "there is nothing to measure" : to_do.refused[0].why);
  if (so_far.launches.empty()) tell_refusals(o.name, to_do);
  std::optional<progress> bar(std::in_place, o.name, to_do.contests.size(), o.how.progress.how());
  const std::size_t left = measure::run(
      to_do, all, where,
      {.launch =
           [&](const nlohmann::ordered_json& factors) {
             const int number = file ? file->begin_launch(factors) : static_cast<int>(so_far.launches.size());
             so_far.launches.push_back(factors);
             so_far.launches.back()["launch"] = number;
             return number;
           },
       .rows =
           [&](const std::vector<measure::observation>& rows) {
             if (file) file->write(rows);
             so_far.all.insert(so_far.all.end(), rows.begin(), rows.end());
             bar->end();
           },
       .next = [&](const measure::contest& c) { bar->begin(measure::describe(c[0])); }});
  bar.reset();  // clears the bar before more is printed
  if (left > 0)
    fmt::print(stderr, "{}: {} of {} points were not measured in {}: {}\n", o.name, left,
               to_do.contests.size(), o.total,
               o.file.empty()
                   ? fmt::format("{} FILE.csv would keep the measurements, and resume", o.file_option)
                   : "the same command resumes");
}

}  // namespace

command add_launching(command& tutti, const std::string& name, const std::string& description,
                      const std::string& help, campaign_options& into, std::vector<std::string>& arguments) {
  into.name = "tutti " + name;
  into.command = fmt::format("tutti {}", fmt::join(arguments, " "));
  if (!arguments.empty() && arguments[0] == name) into.where.launcher = cut_launcher(arguments);
  command sub = tutti.add_subcommand(name, description, help);
  sub.usage_tail("[-- LAUNCHER ...]");
  return sub;
}

command add_measuring(command& tutti, const std::string& name, const std::string& description,
                      const std::string& help, campaign_options& into, std::vector<std::string>& arguments) {
  return add_launching(tutti, name, description, help + network_help(), into, arguments);
}

void add_campaign_options(command& sub, campaign_options& into, const char* file) {
  add_policy_options(sub, into.how);
  sub.add_option("--total", into.total, "TIME",
                 "instead of --budget: total time of all launches; what is left then is not measured");
  sub.add_option("--launches", into.launches, "N",
                 "launches of the program in which each is measured; default 1")
      .range(1, 1000);
  into.file_option = std::string_view(file).substr(0, std::string_view(file).find(','));
  sub.add_option(file, into.file, "FILE.csv", "keep all times and factors; resume where it stopped");
  add_testbed_options(sub, into.where);
}

measured measure_campaign(
    const campaign_options& o,
    const std::function<std::vector<measure::contest>(const measure::testbed&)>& contests) {
  const measure::policy how = policy_from(o.how);  // reports mistakes before anything starts
  const double total = o.total.empty() ? 0 : parse_time(o.total, "--total");
  if (!o.total.empty() && !o.how.budget.empty()) throw usage_error("expected --total or --budget, not both");
  if (!o.total.empty() && total == 0) throw usage_error("--total: expected a positive time");
  const auto begun = std::chrono::steady_clock::now();
  measured result;
  std::optional<measure::writer> file;
  const int launches = o.where.launcher.empty() ? 1 : o.launches;
  if (o.launches > 1 && !o.where.p.empty())
    throw usage_error("--launches: in virtual time one is like the other; leave it out");
  if (o.launches > launches)
    throw usage_error("--launches: only if tutti starts the launcher: " + o.name +
                      " --launches 3 ... -- mpirun -n 16");
  for (int k = 0; k < launches; ++k) {
    const std::unique_ptr<measure::testbed> where = make_testbed(o.where);
    if (k == 0)
      for (const std::string& output : o.results) check_writable(output);
    std::vector<measure::contest> wanted = contests(*where);
    if (k == 0) {
      if (!o.file.empty()) {
        file.emplace(o.file, std::ranges::any_of(wanted, on_other_communicators));
        result.all = file->before();
      }
      prepare_farewell(o);
    }
    result.p = where->nodes().processes();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
    const double left = total > 0 ? std::max(1e-3, (total - spent.count()) / (launches - k)) : 0;
    launch(o,
           {.contests = std::move(wanted),
            .how = how,
            .command = o.command,
            .launches = o.launches,
            .total = left,
            .in_order = o.in_order},
           *where, file ? &*file : nullptr, result.all);
  }
  return result;
}

void require_own_outputs(const campaign_options& o, std::vector<destination> results,
                         const std::vector<std::string>& from, std::vector<std::string> read) {
  if (o.file == "-")
    throw usage_error("{} -: the times go to a file, from which an interrupted run resumes", o.file_option);
  require_ending(o.file_option, o.file, ".csv", "times are CSV");
  results.insert(results.begin(), {o.file_option, o.file});
  read.insert(read.end(), from.begin(), from.end());
  read.insert(read.end(), {o.where.on.model, o.where.on.arrival});
  require_own_file(results, std::move(read));
}

void require_only_reading(const command& sub, const campaign_options& o, std::vector<std::string> those) {
  those.insert(those.end(), {"--from", "--p", "--output", "--progress", "--no-progress"});
  sub.allow_only(those, "with --from, which measures nothing");
  if (!o.where.launcher.empty())
    throw usage_error("-- {} has no effect with --from, which measures nothing", o.where.launcher[0]);
}

measured measured_or_read(
    const campaign_options& o, const std::vector<std::string>& from,
    const std::function<std::vector<measure::contest>(const measure::testbed&)>& contests) {
  if (from.empty()) return require_right_results(measure_campaign(o, contests));
  for (const std::string& output : o.results) check_writable(output);
  for (const std::string& file : from) require_file("--from", file);
  measured result{.all = measure::read_measurements(from)};
  const std::vector<int> known = result.all.processes();
  if (known.empty()) throw usage_error(from[0] + ": it contains no measurements");
  result.p = o.where.p.empty() ? known.back() : whole_number("--p", o.where.p, 1, 1 << 27);
  if (std::ranges::find(known, result.p) == known.end())
    throw usage_error("{}: no measurements with {} processes", from[0], result.p);
  return result;
}

bool in_virtual_time(const measure::testbed& r) { return measure::is_virtual(r.factors()); }

measured require_right_results(measured result) {
  for (const measure::observation& row : result.all.all)
    if (row.right == "no") throw std::runtime_error("wrong results: " + measure::describe(row.of));
  return result;
}

}  // namespace tutti::cli
