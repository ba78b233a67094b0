// tutti doctor: check the installation.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "cli/command/back_end.hpp"
#include "cli/launch/launcher.hpp"
#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/temporary_folder.hpp"
#include "cli/values/resources.hpp"
#include "measure/measurements.hpp"
#include "measure/statistics.hpp"
#include "measure/version.hpp"
#include "select/environment.hpp"
#include "select/settings.hpp"
#include "select/sources.hpp"
#include "text/command_output.hpp"
#include "text/quantity.hpp"
#include "text/split.hpp"
#include "text/table.hpp"

namespace fs = std::filesystem;

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Checks which parts of tutti are installed, which MPI launchers are in PATH, and whether each works:\n"
    "libtutti.so must find its object for the launcher's MPI library beside it, whole and of this version;\n"
    "two processes of a program that does not use tutti are started with libtutti.so preloaded, and that\n"
    "object must serve them; and in two processes of a program that is linked with that object a broadcast\n"
    "is measured. For an MPI library without a launcher, one process is started without one. For the ABI of\n"
    "MPI 5 only the object is looked at.\n"
    "The settings of the environment are read as a program would read them. The exit status is 1 if nothing\n"
    "works, or if anything that should work does not, such as a file that TUTTI_MACHINE names.\n";

// Runs a command without standard input, for at most 30 s.
command_output run(const std::string& command) {
  const auto o = output_of(fmt::format("timeout 30 sh -c {} </dev/null 2>&1", quoted(command)));
  if (!o) throw std::runtime_error("cannot start a shell");
  return *o;
}

// The first line with text: launchers print rulers around their messages.
std::string first_text_line(const std::string& output) {
  for (const std::string_view line : split(output, '\n'))
    if (line.find_first_not_of("-=* \t") != line.npos) return std::string(line);
  return "it says nothing";
}

std::string reason(const command_output& o) {
  return o.status == 124 ? "it does not end within 30 s" : first_text_line(o.text);
}

// A remedy for a known message of a launcher that starts nothing.
std::string remedy(const std::string& output) {
  const auto has = [&](std::string_view words) { return output.find(words) != output.npos; };
  if (has("run as root"))
    return "; set OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1, or use another account";
  if (has("enough slots"))
    return "; set OMPI_MCA_rmaps_base_oversubscribe=1, for Open MPI 5 "
           "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe, for Open MPI 6 "
           "PRTE_MCA_mapby=:oversubscribe";
  return "";
}

// The error if the launcher cannot start two processes, even without tutti. None if it can.
std::optional<std::string> not_starting(const std::string& launcher) {
  const command_output o = run(launcher + " -n 2 sleep 0.2");
  if (o.status == 0) return {};
  const std::string why = reason(o), what_helps = remedy(o.text);
  return (!what_helps.empty() && why.ends_with('.') ? why.substr(0, why.size() - 1) : why) + what_helps;
}

std::string self() { return quoted(own_file().string()); }

// The sentence of tutti among the lines that a program has printed; empty if there is none.
std::string said_by_tutti(const std::string& output) {
  constexpr std::string_view begin = "tutti: ";
  for (const std::string_view line : split(output, '\n'))
    if (line.starts_with(begin)) return std::string(line.substr(begin.size()));
  return "";
}

// A shell's words that start a program without the settings of the environment.
std::string without_settings() {
  std::string words = "env";
  for (const assignment& a : assignments_in(environ))
    if (a.name != library_variable) words += fmt::format(" -u {}", a.name);
  return words;
}

// The outcome of a program that does not use tutti and was started with libtutti.so preloaded.
struct plain_run {
  std::optional<std::string> wrong;  // if it was not served
  std::string remark;                // of the report
};

// `start`: a launcher with its options; empty: without a launcher.
plain_run run_plain(const fs::path& program, const std::string& start, int processes) {
  std::optional<temporary_folder> folder;
  try {
    folder.emplace();
  } catch (const std::runtime_error& e) {
    return {.wrong = e.what()};
  }
  const std::string file = folder->name() + "/calls.json";
  const command_output o = run(fmt::format("{} {} run --no-recorder --report={} -- {} {}", without_settings(),
                                           self(), quoted(file), start, quoted(program.string())));
  if (o.status != 0) return {.wrong = reason(o)};
  const std::string said = said_by_tutti(o.text);
  std::ifstream in(file);
  const nlohmann::json report = nlohmann::json::parse(in, nullptr, false);
  const auto rows = report.find("rows");
  if (rows == report.end() || rows->empty())
    return {.wrong = "a program was not served: " + (said.empty() ? first_text_line(o.text) : said)};
  if (report.value("processes", 0) != processes)
    return {.wrong = fmt::format("it starts programs of {} apart from each other, each as a job of its own: "
                                 "it belongs to another MPI library",
                                 report.value("mpi", "its MPI library"))};
  const auto& row = rows->front();
  if (row.value("served_by", "native") == "native")
    return {.wrong = "the MPI library serves an allreduce: " + row.value("native_because", "no reason")};
  return {.wrong = {}, .remark = report.value("unshared", "")};
}

std::string object_for(std::string_view mpi_name) { return fmt::format("libtutti-{}.so", mpi_name); }

// The error if libtutti.so, which looks in its own folder, cannot open the object for an MPI library. If
// there is no libtutti.so, the error if that object cannot be preloaded.
std::optional<std::string> not_behind_front(std::string_view mpi_name, const fs::path& object) {
  const auto front = front_library();
  return not_to_be_opened(front ? front->parent_path() / object_for(mpi_name) : object);
}

// The program that does not use tutti. Throws usage_error.
fs::path plain_program_of(mpi m) {
  fs::path program = measuring_program_of(m, "");
  program.replace_filename(fmt::format("tutti-plain-{}", name_of(m)));
  std::error_code none;
  if (!fs::exists(program, none)) throw usage_error("there is no {}", program.string());
  return program;
}

struct measured_broadcast {
  std::string algorithm;
  double seconds = 0;
};

// Measures a broadcast of 8 bytes on two processes, or returns the error.
std::optional<std::string> not_served(const std::string& launcher, measured_broadcast& broadcast) {
  std::optional<temporary_folder> folder;
  try {
    folder.emplace();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  const std::string file = folder->name() + "/bcast.csv";
  const command_output o = run(fmt::format(
      "{} bench bcast --bytes 8 --by tutti --repetitions 20..100 --budget 2s --no-table -o {} -- {} -n 2",
      self(), quoted(file), launcher));
  std::optional<std::string> wrong;
  if (o.status != 0) {
    wrong = reason(o);
  } else {
    const measure::measurements all = measure::read_measurements(file);
    std::vector<double> times;
    for (const measure::observation& one : all.all) {
      times.push_back(one.seconds);
      broadcast.algorithm = one.algorithm;
      if (one.right == "no") wrong = "its result was wrong";
    }
    if (times.empty()) wrong = "nothing was measured";
    broadcast.seconds = measure::median(times);
  }
  return wrong;
}

// The launchers in PATH; each file once, by its shortest name.
std::vector<std::string> launchers() {
  std::vector<std::string> names;
  std::set<fs::path> known;
  for (const char* name :
       {"mpirun", "mpiexec", "srun", "mpirun.openmpi", "mpirun.mpich", "mpiexec.hydra", "prterun"}) {
    const auto file = find_in_path(name);
    std::error_code none;
    if (file && access(file->c_str(), X_OK) == 0 && known.insert(fs::canonical(*file, none)).second)
      names.emplace_back(name);
  }
  return names;
}

// Adds a line to the table, and the launcher's MPI library to `launched`. False if something does not work
// that should.
bool examine(const std::string& word, table& into, bool& works, std::set<mpi>& launched) {
  launcher l;
  try {
    l = recognise(word);
  } catch (const usage_error& error) {  // for an MPI library that tutti does not support
    into.row({word, "", "not served", error.what()});
    return true;
  }
  if (l.kind == launcher_kind::srun) {
    into.row({word, "", "not tried", "within a job: tutti run srun ..."});
    return true;
  }
  if (!l.library) {
    into.row({word, "", "not served", "tutti does not know its MPI library"});
    return true;
  }
  launched.insert(*l.library);
  const std::string of(name_of(*l.library));
  if (const auto wrong = not_starting(word)) {
    into.row({word, of, "starts nothing, even without tutti", *wrong});
    return false;
  }
  fs::path library;
  try {
    library = library_of(*l.library);
  } catch (const usage_error& error) {
    into.row({word, of, "not served", error.what()});
    return true;
  }
  if (const auto wrong = not_behind_front(of, library)) {
    into.row({word, of, "does not work", *wrong});
    return false;
  }
  fs::path plain;
  try {
    plain = plain_program_of(*l.library);
  } catch (const usage_error& error) {
    into.row({word, of, "not served", error.what()});
    return true;
  }
  const plain_run served = run_plain(plain, word + " -n 2", 2);
  if (served.wrong) {
    into.row({word, of, "does not work", *served.wrong});
    return false;
  }
  measured_broadcast broadcast;
  if (const auto wrong = not_served(word, broadcast)) {
    into.row({word, of, "does not work", *wrong});
    return false;
  }
  into.row({word, of, "works",
            fmt::format("a broadcast of 8 B among 2 processes: {}, {}", broadcast.algorithm,
                        in_seconds(broadcast.seconds))});
  if (!served.remark.empty()) into.row({"", "", "", served.remark});
  works = true;
  return true;
}

// Examines an MPI library that has no launcher in PATH, or only srun. The library need not exist.
void examine_alone(mpi m, table& into, bool& works) try {
  library_of(m);
  const plain_run one = run_plain(plain_program_of(m), "", 1);
  into.row({"", std::string(name_of(m)), one.wrong ? "not tried" : "works",
            one.wrong.value_or("one process, without a launcher")});
  works = works || !one.wrong;
} catch (const usage_error&) {  // tutti was not built for it
}

// Prints the settings, and checks the files that they name. They are read as by process 0 of a job, but a
// profile may be for any MPI library.
bool environment_is_usable() {
  bool first = true;
  const auto note = [&first](const std::string& line) {
    fmt::print("{}  {}\n", std::exchange(first, false) ? "\nin the environment\n" : "", line);
  };
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text = *entry;
    if (text.starts_with("TUTTI") || text.starts_with("LD_PRELOAD=")) note(std::string(text));
  }
  settings user = read_settings(environ);
  for (const std::string& warning : user.warnings) note(warning);
  if (user.off) note("TUTTI=off: every call goes to the MPI library");
  user.off = false;  // otherwise the files would be ignored
  user.warnings.clear();
  take_files(user);
  for (const std::string& warning : user.warnings) note("cannot be used: " + with_variable(warning));
  return user.warnings.empty();
}

void doctor() {
  const std::string commit = measure::commit();
  fmt::print("tutti {}{}, {}\n", measure::version(), commit.empty() ? "" : " (" + commit + ")",
             own_file().string());
  const auto print_object = [](std::string_view serves, const std::optional<fs::path>& file) {
    fmt::print("  {:<9} {}\n", serves, file ? file->string() : "not built, or not installed");
  };
  print_object("any MPI", front_library());
  for (const mpi m : {mpi::openmpi, mpi::mpich}) try {
      print_object(name_of(m), library_of(m));
    } catch (const usage_error&) {
      print_object(name_of(m), std::nullopt);
    }
  const auto abi = abi_library();
  print_object("MPI 5 ABI", abi);
  fmt::print("{} processors\n\n", std::thread::hardware_concurrency());

  table t({"launcher", "MPI", "", ""});
  bool works = false, as_it_should_be = true;
  const std::vector<std::string> all = launchers();
  std::set<mpi> launched;
  for (const std::string& word : all) as_it_should_be = examine(word, t, works, launched) && as_it_should_be;
  for (const mpi m : {mpi::openmpi, mpi::mpich})
    if (!launched.contains(m)) examine_alone(m, t, works);
  if (abi) {
    const auto wrong = not_behind_front("abi", *abi);
    t.row({"", "MPI 5 ABI", wrong ? "does not work" : "not tried",
           wrong.value_or("libtutti.so finds its object")});
    as_it_should_be = as_it_should_be && !wrong;
  }
  if (all.empty()) fmt::print("no launcher in PATH: no mpirun, mpiexec or srun\n");
  fmt::print("{}", t.text());

  as_it_should_be = environment_is_usable() && as_it_should_be;
  if (!works || !as_it_should_be) throw exit_status{1};
}

}  // namespace

void add_doctor(command& tutti) {
  command sub = tutti.add_subcommand("doctor", "check the installation", help);
  sub.callback(doctor);
}

}  // namespace tutti::cli
