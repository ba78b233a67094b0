// tutti run: start an MPI program with tutti's shared object in front of its MPI library.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>

#include "cli/launch/compared_runs.hpp"
#include "cli/launch/launcher.hpp"
#include "cli/launch/notes.hpp"
#include "cli/launch/own_mpi.hpp"
#include "cli/launch/run_variables.hpp"
#include "cli/launch/watch.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "cli/output/temporary_folder.hpp"
#include "record/read.hpp"
#include "record/trace_file.hpp"
#include "record/waiting.hpp"
#include "report/inputs.hpp"
#include "select/settings.hpp"
#include "text/file_text.hpp"
#include "text/number.hpp"
#include "text/quantity.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Runs an MPI program with its collectives served by tutti. Nothing is rebuilt: put tutti run in front\n"
    "of mpirun. At the end a table lists the calls and the algorithms that served them.\n\n"
    "  tutti run mpirun -n 64 ./app                         Open MPI or MPICH, whichever mpirun belongs to\n"
    "  tutti run --report=app.json -- mpiexec -n 8 ./app    the table as JSON; app.html: as a page\n"
    "  tutti run --set bcast=chain,barrier=native mpirun -n 4 ./app\n"
    "  tutti run --compare mpirun -n 64 ./app               natively and with tutti in turn: what it brings\n"
    "  tutti run --off mpirun -n 64 ./app                   the library's own algorithms, counted and timed\n"
    "  tutti run srun -n 64 ./app                           Slurm\n"
    "  tutti run ./job.sh                                   every MPI program that the script starts on this "
    "host\n"
    "  tutti run --timeout 60s mpirun -n 64 ./app           report a hang and the missing processes\n"
    "  tutti run --trace t.json mpirun -n 64 ./app          who waited for whom, and how long\n"
    "  tutti run --by site mpirun -n 64 ./app               time in collectives by place in the source\n"
    "  tutti run --check mpirun -n 64 ./app                 compare the calls of all processes\n\n"
    "Options for the program set environment variables, which can also be set by hand (TUTTI_BCAST=chain);\n"
    "variables that begin with TUTTI_ are passed to all ranks. tutti list shows the names for --set.\n"
    "With srun, put --export before options whose value is also the name of a program.";

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  return quoted(word);
}

// The launcher, and the library that is preloaded into the processes that it starts: libtutti.so, which finds
// out their MPI library, or with --mpi, and if there is no libtutti.so, the object for one MPI library.
struct launch {
  launcher by;
  std::filesystem::path library;
  bool any_mpi = false;
};

launch launch_of(const run_options& o, const std::string& program) {
  launch l{.by = o.dry_run ? recognise_to_show(program) : recognise(program)};
  if (o.mpi_name.empty()) {
    if (const auto front = front_library()) {
      l.library = *front;
      l.any_mpi = true;
    } else if (l.by.library) {
      l.library = library_of(*l.by.library);
    } else {
      throw usage_error("cannot tell the MPI library of what {} starts: add --mpi openmpi or --mpi mpich",
                        program);
    }
    return l;
  }
  const mpi wished = find_mpi(o.mpi_name);
  if (l.by.library && l.by.library != wished)
    throw usage_error("--mpi {}: but {} starts programs of {}", o.mpi_name, program, name_of(*l.by.library));
  l.library = library_of(wished);
  return l;
}

// Each process of `mpirun tutti run ./app` would be run by a command of its own, with other settings than the
// next one's.
void require_launcher_behind(const launcher& l, const std::string& program) {
  const auto s = started_by();
  if (l.kind != launcher_kind::none || !s || s->size == 1) return;
  const char* const by = !s->by ? "srun" : *s->by == mpi::openmpi ? "mpirun" : "mpiexec";
  if (speaks())
    throw usage_error("tutti run stands before {}: tutti run {} -n {} {}", by, by, s->size, program);
  throw exit_status{2};
}

// Reports that a file that the program should write does not exist. `said`: what the processes have noted, if
// they could.
void say_missing(const std::string& file, const notes* said) {
  fmt::print(
      stderr, "tutti: {} was not written: {}\n", file,
      said && !said->any_served()
          ? "no process on this host has used MPI with tutti; most likely the program uses no MPI"
          : "rank 0, which writes it, has said above why not, or runs on another host, or no process has "
            "called MPI_Finalize with tutti loaded");
}

void page_of_calls(const run_options& o, const std::vector<std::string>& command, const notes* said) {
  const std::string file = calls_file(o);
  if (!std::filesystem::exists(file)) return say_missing(o.report, said);
  nlohmann::ordered_json data{{"title", fmt::format("{}", fmt::join(command, " "))},
                              {"tutti", TUTTI_VERSION},
                              {"runs", nlohmann::ordered_json::array()},
                              {"between", nlohmann::ordered_json::array()}};
  try {
    data["calls"] = report::read_calls(text_of(file), file);
  } catch (const format_error&) {  // the library has reported why, and printed its table
    std::filesystem::remove(file);
    return fmt::print(stderr, "tutti: {} was not written: its data could not be written\n", o.report);
  }
  write_page(data, o.report);
  std::filesystem::remove(file);
  tell_written(o.report, "the calls of the program and the algorithms that served them");
}

// Files that the program should write before it ends, each with a description of its contents.
class expected_files {
 public:
  void add(const std::string& file, const char* contents) {
    if (!file.empty()) files_.push_back({file, contents, written(file)});
  }
  void say_which(const notes* said) const {
    for (const one& f : files_)
      if (written(f.name) == f.before)
        say_missing(f.name, said);
      else
        tell_written(f.name, f.contents);
  }
  [[nodiscard]] bool any() const { return !files_.empty(); }

 private:
  static std::filesystem::file_time_type written(const std::string& file) {
    std::error_code none;
    return std::filesystem::last_write_time(file, none);
  }
  struct one {
    std::string name;
    const char* contents;
    std::filesystem::file_time_type before;
  };
  std::vector<one> files_;
};

void print_by(const run_options& o, int status) {
  std::error_code none;
  if (std::filesystem::file_size(o.trace, none) == 0 || none) {
    if (status == 0)
      fmt::print(stderr,
                 "tutti: --by {}: there is no trace here: rank 0, which writes it, has said above why not, "
                 "or runs on another node: give --trace a file that both see\n",
                 o.by);
    return;
  }
  const record::grouping by = grouping_of(o.by);
  const record::roll trace = record::read_trace(text_of(o.trace), o.trace);
  if (by == record::grouping::collective) return;  // the library has printed this table with the trace
  fmt::print(stderr, "{}", record::waiting_table(record::waiting_in(trace, by, record::source_line), by));
}

// In check mode, a process waits for others that are elsewhere. So --check needs a watch, too, which reports
// them.
std::optional<watch> watched(const run_options& o) {
  if (o.timeout_abort && o.timeout.empty()) throw usage_error("--timeout-abort needs --timeout TIME");
  watch w{.aborts = o.timeout_abort};
  bool wanted = false;
  for (const auto& [option, text, seconds] : {std::tuple("--timeout", &o.timeout, &w.seconds),
                                              {"--report-every", &o.report_every, &w.report_every}}) {
    if (text->empty()) continue;
    if (o.no_recorder) throw usage_error("{} needs the recorder: not possible with --no-recorder", option);
    *seconds = parse_time(*text, option);
    if (*seconds <= 0) throw usage_error("{} must be longer than 0", option);
    wanted = true;
  }
  if (!o.check.empty() && !o.no_recorder && o.timeout.empty()) {
    w.seconds = 60;
    wanted = true;
  }
  if (!wanted) return {};
  return w;
}

std::string job_in(const variables& all) {
  const auto found = std::ranges::find(all, "TUTTI_RECORD", &variables::value_type::first);
  return found == all.end() ? "" : found->second;
}

// Refuses options that make others meaningless.
void require_sense(const run_options& o) {
  if (!o.report.empty() && o.no_report) throw usage_error("expected --report or --no-report, not both");
  for (const auto& [option, given] : {std::pair("--set", !o.algorithm_settings.empty()),
                                      {"--machine", !o.machine.empty()},
                                      {"--profile", !o.profile.empty()},
                                      {"--plan", !o.plan.empty()},
                                      {"--pieces", !o.pieces.empty()},
                                      {"--reductions", !o.reductions.empty()},
                                      {"--reproducible", o.reproducible},
                                      {"--check", !o.check.empty()},
                                      {"--learn", !o.learn.empty()},
                                      {"--learn-cache", !o.learn_cache.empty()},
                                      {"--explain", o.explain}})
    if (o.off && given) throw usage_error("{} has no effect with --off, which passes every call on", option);
  for (const auto& [option, text] : {std::pair("--trace", &o.trace), {"--by", &o.by}})
    if (o.no_recorder && !text->empty())
      throw usage_error("{} needs the recorder: not possible with --no-recorder", option);
}

// A mistake such as --report=./app must not overwrite the program.
void require_harmless(const std::string& report, const std::string& trace) {
  const destination to{"--report", report};
  if (report.ends_with(".json"))
    require_earlier(to, "a report as JSON", "\"tutti calls\"");
  else if (report.ends_with(".html"))
    require_earlier(to, "a report as a page", "class=\"brand\">tutti report<");
  else
    require_earlier(to, "a report", ": algorithms used for the collectives of ");
  require_earlier({"--trace", trace}, "a trace", "\"tutti trace\"");
}

// Requires the folders of files that the environment names. A relative path begins in the program's folder,
// which is not known here.
void require_folders(const variables& all) {
  for (const auto& [name, value] : all) {
    if (name != "TUTTI_REPORT" && name != "TUTTI_TRACE") continue;
    const std::filesystem::path file(value), folder = file.parent_path();
    if (file.is_absolute() && !std::filesystem::is_directory(folder))
      throw usage_error("{}={} cannot be written: there is no folder {}", name, value, folder.string());
  }
}

// Prints the command line as for a shell. `for_command`: variables that are added to its environment.
void print_command(const std::vector<std::string>& words, const variables& for_command) {
  std::vector<std::string> shown;
  for (const auto& [name, value] : for_command) shown.push_back(name + "=" + shell_word(value));
  for (const std::string& w : words) shown.push_back(shell_word(w));
  fmt::print("{}\n", fmt::join(shown, " "));
}

// A command line with the variables of tutti.
struct prepared {
  std::vector<std::string> words;
  variables for_command;  // for the environment of the command itself
  std::string job;        // the name of its record
  std::unique_ptr<const notes> said;
};

prepared with_tutti(const run_options& o, const launch& l, const std::vector<std::string>& command) {
  prepared p;
  variables all = variables_for_ranks(o, l.library.string(), l.by.kind == launcher_kind::none);
  if (!o.dry_run) require_folders(all);
  if (o.compared > 0) all.emplace_back("_TUTTI_WAITING_TABLE", "none");
  if (l.any_mpi && !o.dry_run) try {
      p.said = std::make_unique<const notes>();
      all.push_back(p.said->variable());
    } catch (const std::exception&) {  // no temporary folder: nothing is reported at the end
    }
  p.words = with_variables(l.by, command, all, p.for_command);
  p.job = job_in(all);
  return p;
}

void say_if_static(const std::vector<std::string>& command) {
  if (const std::string program = program_with_own_mpi(command); !program.empty())
    fmt::print(stderr,
               "tutti: {} is linked with a static MPI library, before which nothing can be preloaded: its "
               "collectives are not served; link it with MPI's shared library\n",
               program);
}

// Variables of the environment, until the end of the scope.
class temporary_variables {
 public:
  explicit temporary_variables(const variables& all) {
    for (const auto& [name, value] : all) {
      const char* const before = std::getenv(name.c_str());
      before_.emplace_back(name, before ? std::optional<std::string>(before) : std::nullopt);
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  temporary_variables(const temporary_variables&) = delete;
  temporary_variables& operator=(const temporary_variables&) = delete;
  ~temporary_variables() {
    for (const auto& [name, value] : before_)
      if (value)
        setenv(name.c_str(), value->c_str(), 1);
      else
        unsetenv(name.c_str());
  }

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

// Natively and with tutti, in turn.
void run_compared(const run_options& o, const launch& l, const std::vector<std::string>& command) {
  require_comparable(o);
  const std::optional<watch> w = watched(o);
  if (o.dry_run) {
    for (const run_options& side : {native_options(o), o}) {
      run_options shown = side;
      shown.dry_run = true;
      const prepared p = with_tutti(shown, l, command);
      print_command(p.words, p.for_command);
    }
    return;
  }
  require_own_file({{"--report", o.report}}, {o.machine, o.profile, o.plan});
  if (writes_comparison(o)) {
    check_writable(o.report);
    const destination to{"--report", o.report};
    if (o.report.ends_with(".html"))
      require_earlier(to, "a report as a page", "class=\"brand\">tutti report<");
    else
      require_earlier(to, "a comparison", o.report.ends_with(".json") ? "\"tutti comparison\"" : "speed-up");
  }
  say_if_static(command);
  compare_runs(o, command, [&](const run_options& one) {
    prepared p = with_tutti(one, l, command);
    const temporary_variables here(p.for_command);
    const std::vector<char*> arguments = arguments_of(p.words);
    drop_old_records();
    const auto begun = std::chrono::steady_clock::now();
    const pid_t program = fork_and_start(arguments.data());
    ended_run ended{.end = w ? wait_and_watch(program, *w, p.job) : wait_for(program)};
    ended.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    if (p.said) {
      ended.jobs = p.said->jobs();
      if (ended.end.status == 0) p.said->say_if_unserved();
    }
    return ended;
  });
}

// True for an option of launchers: the number of processes.
bool is_of_launcher(const std::string& word) {
  return word == "-n" || word == "-np" || word == "--np" || word == "-N" || word == "-c";
}

void run(run_options o, const std::vector<std::string>& command) {
  if (command.empty()) throw usage_error("nothing to run: expected tutti run [options] -- mpirun -n 4 ./app");
  if (is_of_launcher(command[0]))
    throw usage_error("the launcher is missing: tutti run mpirun {}", fmt::join(command, " "));
  if (o.report == "1" && (command[0].ends_with(".json") || command[0].ends_with(".html")))
    throw usage_error("give the report's file after =: --report={}", command[0]);
  if (o.compared > 0 && command[0].find_first_not_of("0123456789") == std::string::npos)
    throw usage_error("give the number of runs after =: --compare={}", command[0]);
  const launch l = launch_of(o, command[0]);
  require_launcher_behind(l.by, command[0]);
  if (o.compared > 0) return run_compared(o, l, command);
  const auto watch = watched(o);
  require_sense(o);
  // A temporary trace for --by, if the user did not ask for a trace.
  std::optional<temporary_folder> only_for_by;
  if (!o.by.empty()) {
    grouping_of(o.by);
    if (o.trace.empty() && !o.dry_run) o.trace = only_for_by.emplace("--by: ").name() + "/trace.json";
  }
  // In a folder, each program writes a file of its own.
  std::error_code none;
  const bool one_file =
      names_a_file(o.report) && (wants_page(o) || !std::filesystem::is_directory(o.report, none));
  const std::string report = one_file ? o.report : "";
  require_own_file({{"--report", report}, {"--trace", o.trace}}, {o.machine, o.profile, o.plan});
  for (const std::string& file : {report, o.trace})
    if (!o.dry_run) check_writable(file);
  if (!o.dry_run) require_harmless(report, o.trace);
  auto [words, for_command, job, notes] = with_tutti(o, l, command);
  if (o.dry_run) return print_command(words, for_command);
  say_if_static(command);

  for (const auto& [name, value] : for_command) setenv(name.c_str(), value.c_str(), 1);
  const std::vector<char*> arguments = arguments_of(words);
  drop_old_records();
  remove_abandoned_folders();
  expected_files expected;
  if (!wants_page(o)) expected.add(report, "the calls of the program and the algorithms that served them");
  if (!only_for_by) expected.add(o.trace, "a trace, for tutti waiting, tutti report and Perfetto");
  const bool stays = notes || wants_page(o) || watch || !o.by.empty() || expected.any();
  if (!stays) become(arguments.data());
  if (wants_page(o)) std::filesystem::remove(calls_file(o));
  const program_end end = watch ? wait_and_watch(fork_and_start(arguments.data()), *watch, job)
                                : wait_for(fork_and_start(arguments.data()));
  const int status = end.status;
  if (notes && status == 0) notes->say_if_unserved();
  const int jobs = notes ? notes->jobs() : 0;
  for (const std::string& file : {report, only_for_by ? "" : o.trace})
    if (jobs > 1 && !file.empty())
      fmt::print(stderr, "tutti: {} jobs have written {}, which holds the last{}\n", jobs, file,
                 file == report ? ": name a folder, to keep all" : "");
  expected.say_which(notes.get());
  if (!o.by.empty()) print_by(o, status);
  if (wants_page(o)) page_of_calls(o, command, notes.get());
  if (status != 0) throw exit_status{status, end.signal};
}

// Removes the launcher's command, from "--" or the first word that is no option of ours, from "run ... mpirun
// ...". So its options are never taken for ours.
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

int number_of_runs(const std::string& text) {
  const auto n = number_from<int>(text);
  if (!n || *n < 1) throw usage_error("--compare={}: expected a whole number from 1 on", text);
  return *n;
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
  sub.add_option("--alpha", o.alpha, "TIME", "start-up time of a message, 2us (TUTTI_ALPHA)");
  sub.add_option("--beta", o.beta, "TIME", "transfer time per byte, 0.4ns (TUTTI_BETA)");
  sub.add_option("--gamma", o.gamma, "TIME", "reduction time per byte, 0.1ns (TUTTI_GAMMA)");
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
               "algorithm (TUTTI_REPRODUCIBLE)");
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
                 "report who is waited for in the last calls each time that so much has passed (for instance "
                 "10s)");
  sub.add_flag("--timeout-abort", o.timeout_abort, "abort the job at the timeout, with status 1");
  sub.add_option("--trace", o.trace, "FILE.json",
                 "write all calls of all processes there, for Perfetto and tutti waiting (TUTTI_TRACE)");
  sub.add_option("--by", o.by, "GROUPING",
                 "time in blocking collectives, and waiting, by collective; by communicator or site in a "
                 "second table by these");
  sub.add_flag("--no-recorder", o.no_recorder, "do not record calls for tutti who (TUTTI_RECORD)");
}

// Converts options to the form that the program needs.
void complete(run_options& o) {
  if (o.report == "true") o.report = "1";  // --report without a value
  if (names_a_file(o.report)) make_absolute(o.report);
  if (o.machine != cost_settings::usual_word) make_absolute(o.machine);
  make_absolute(o.profile);
  if (o.plan != choice_settings::job_word) make_absolute(o.plan);
  make_absolute(o.trace);
}

}  // namespace

void add_run(command& tutti, std::vector<std::string>& arguments) {
  command sub = tutti.add_subcommand("run", "run an MPI program with its collectives served by tutti", help);
  sub.usage_tail("[--] LAUNCHER ... PROGRAM ...");
  const auto o = std::make_shared<run_options>();
  sub.add_flag("--report", o->report,
               "=FILE: write the table there, as JSON if it ends in .json, as a page if in .html; =FOLDER: a "
               "JSON file of each program there; default: stderr");
  sub.add_flag("--no-report", o->no_report, "no table");
  const auto runs = std::make_shared<std::string>();
  sub.add_flag(
      "--compare", *runs,
      "run the program natively and with tutti in turn, three times each, =N: N times, and print what "
      "tutti brought, call by call; --report=FILE: write that there; --by: see tutti compare");
  add_choice_options(sub, *o);
  add_watch_options(sub, *o);
  sub.add_flag("--dry-run", o->dry_run, "print the command line instead of running it");
  const std::vector<std::string> command = cut_command(sub, arguments);
  // CLI11 does not distinguish "--report=" from --report.
  const bool nameless = std::ranges::find(arguments, "--report=") != arguments.end();
  sub.callback([o, command, nameless, runs] {
    if (!runs->empty()) o->compared = *runs == "true" ? 3 : number_of_runs(*runs);
    if (nameless) throw usage_error("--report=: expected a file name");
    complete(*o);
    run(*o, command);
  });
}

}  // namespace tutti::cli
