// tutti run: start an MPI program with tutti's shared object in front of its MPI library.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <tuple>

#include "cli/launch/compared_runs.hpp"
#include "cli/launch/launcher.hpp"
#include "cli/launch/notes.hpp"
#include "cli/launch/own_mpi.hpp"
#include "cli/launch/run_files.hpp"
#include "cli/launch/run_line.hpp"
#include "cli/launch/run_variables.hpp"
#include "cli/launch/watch.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "cli/output/temporary_folder.hpp"
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

// The launcher, and the library that is preloaded into the processes that it starts. The library is
// libtutti.so, which finds out their MPI library. With --mpi, or if there is no libtutti.so, it is the object
// for one MPI library.
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

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./%@";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  return quoted(word);
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
      p.said->say_what_was_unserved(ended.end.status);
    }
    return ended;
  });
}

void run(run_options o, const std::vector<std::string>& command) {
  require_command(o, command);
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
  if (!only_for_by)
    expected.add(o.trace,
                 "a trace, for tutti waiting, tutti report and, with up to a million calls, Perfetto");
  const bool stays = notes || wants_page(o) || watch || !o.by.empty() || expected.any();
  if (!stays) become(arguments.data());
  if (wants_page(o)) std::filesystem::remove(calls_file(o));
  const program_end end = watch ? wait_and_watch(fork_and_start(arguments.data()), *watch, job)
                                : wait_for(fork_and_start(arguments.data()));
  stop_passing_on();
  const int status = end.status;
  if (notes) notes->say_what_was_unserved(status);
  const int jobs = notes ? notes->jobs() : 0;
  for (const std::string& file : {report, only_for_by ? "" : o.trace})
    if (jobs > 1 && !file.empty())
      fmt::print(stderr, "tutti: {} jobs have written {}, which holds the last{}\n", jobs, file,
                 file == report ? ": name a folder, to keep all" : "");
  expected.say_which(notes.get(), status);
  if (!o.by.empty()) print_by(o, status);
  if (wants_page(o)) write_page_of_calls(o, command, notes.get(), status);
  if (status != 0) throw exit_status{status, end.signal};
}

}  // namespace

void add_run(command& tutti, std::vector<std::string>& arguments) {
  command sub = tutti.add_subcommand("run", "run an MPI program with its collectives served by tutti", help);
  sub.usage_tail("[--] LAUNCHER ... PROGRAM ...");
  const auto o = std::make_shared<run_options>();
  add_run_options(sub, *o);
  const std::vector<std::string> command = cut_command(sub, arguments);
  // CLI11 does not distinguish "--report=" from --report.
  const bool nameless = std::ranges::find(arguments, "--report=") != arguments.end();
  sub.callback([o, command, nameless] {
    if (nameless) throw usage_error("--report=: expected a file name");
    complete(*o);
    run(*o, command);
  });
}

}  // namespace tutti::cli
