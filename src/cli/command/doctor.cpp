// tutti doctor: check the installation.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
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
    "two processes are started with libtutti.so preloaded, and in two processes of a program that is linked\n"
    "with that object a broadcast is served and measured. For the ABI of MPI 5 only the object is looked "
    "at.\n"
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

// The error if the launcher's processes do not have the library in front of their MPI. None if they do.
std::optional<std::string> not_in_front(const std::string& launcher, const fs::path& library) {
  // (MPICH's launcher sometimes crashes if programs end at once.)
  const command_output o =
      run(fmt::format("{} run --no-report {} -n 2 sh -c 'cat /proc/self/maps; sleep 0.2'", self(), launcher));
  if (o.status == 0 && o.text.find(library.filename().string()) != std::string::npos) return {};
  return o.status == 0 ? "tutti is not preloaded in its processes: " + first_text_line(o.text) : reason(o);
}

std::string object_for(std::string_view mpi_name) { return fmt::format("libtutti-{}.so", mpi_name); }

// The error if the object for an MPI library cannot be opened by libtutti.so, which looks for it in its own
// folder, or where there is no libtutti.so, cannot be preloaded.
std::optional<std::string> not_behind_front(std::string_view mpi_name, const fs::path& object) {
  const auto front = front_library();
  return not_to_be_opened(front ? front->parent_path() / object_for(mpi_name) : object);
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

// Adds a line to the table. False if something does not work that should.
bool examine(const std::string& word, table& into, bool& works) {
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
  try {
    measuring_program_of(*l.library, "");
  } catch (const usage_error& error) {
    into.row({word, of, "not served", error.what()});
    return true;
  }
  if (const auto wrong = not_in_front(word, front_library().value_or(library))) {
    into.row({word, of, "does not work", *wrong});
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
  works = true;
  return true;
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
  for (const std::string& word : all) as_it_should_be = examine(word, t, works) && as_it_should_be;
  if (abi) {
    const auto wrong = not_behind_front("abi", *abi);
    t.row({"", "MPI 5 ABI", wrong ? "does not work" : "not tried",
           wrong.value_or("libtutti.so finds its object")});
    as_it_should_be = as_it_should_be && !wrong;
  }
  if (all.empty()) fmt::print("no launcher in PATH: no mpirun, mpiexec or srun\n");
  if (!all.empty() || abi) fmt::print("{}", t.text());

  as_it_should_be = environment_is_usable() && as_it_should_be;
  if (!works || !as_it_should_be) throw exit_status{1};
}

}  // namespace

void add_doctor(command& tutti) {
  command sub = tutti.add_subcommand("doctor", "check the installation", help);
  sub.callback(doctor);
}

}  // namespace tutti::cli
