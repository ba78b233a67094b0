// What happens once, when MPI has started: all processes see that they run tutti, and take process 0's settings.

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "mpi/host_name.hpp"
#include "mpi/world.hpp"
#include "select/environment.hpp"
#include "select/sources.hpp"
#include "tutti/algorithm.hpp"

extern char** environ;

namespace fs = std::filesystem;

namespace tutti::mpi {
namespace {

// MPI_Init has just let all processes go, so that nobody is late; but a machine may be busy. Those who wait for an answer
// wait longer, since the process that they ask may itself wait for another.
constexpr std::chrono::seconds patience{10}, patience_for_answers{15};

[[noreturn]] void abort_job() {
  std::this_thread::sleep_for(
      std::chrono::milliseconds(300));  // launchers may lose what an aborted job has just printed
  PMPI_Abort(MPI_COMM_WORLD, 2);
  std::abort();
}

}  // namespace

void abort_at_start(const std::string& why) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "tutti: process %d of MPI_COMM_WORLD could not start: %s\n", rank, why.c_str());
  abort_job();
}

namespace {

[[noreturn]] void give_up(const std::vector<int>& missing, std::chrono::seconds waited) {
  std::string who;
  for (const int r : missing) who += (who.empty() ? "" : ", ") + std::to_string(r);
  std::fprintf(stderr,
               "tutti: process%s %s of MPI_COMM_WORLD did not start tutti within %d seconds: load it in all "
               "processes of a program, or in none\n",
               missing.size() == 1 ? "" : "es", who.c_str(), static_cast<int>(waited.count()));
  abort_job();
}

// Which tutti a process runs: another release may choose other algorithms for the same call.
struct build_of_tutti {
  std::array<char, 24> version{};
  std::uint64_t algorithms = 0;  // a hash of their names

  bool operator==(const build_of_tutti&) const = default;
};

std::uint64_t hash_of_algorithms() {
  std::uint64_t names = 0;
  for (const algorithm* a : catalogue())
    for (const char c : a->name) names = 31 * names + static_cast<unsigned char>(c);
  return names;
}

build_of_tutti build_here() {
  build_of_tutti here{.algorithms = hash_of_algorithms()};
  std::snprintf(here.version.data(), here.version.size(), "%s", TUTTI_VERSION);
  return here;
}

void require_same_build(int rank, const build_of_tutti& here, int other, const build_of_tutti& there) {
  if (here == there) return;
  const bool same_version = here.version == there.version;
  std::fprintf(
      stderr, "tutti: process %d runs tutti %s, process %d tutti %s%s: install the same build on all nodes\n",
      rank, here.version.data(), other, there.version.data(), same_version ? " with other algorithms" : "");
  abort_job();
}

// Waits for a message from each, and returns those from whom none has come after so long.
std::vector<int> unheard(std::vector<MPI_Request>& messages, const std::vector<int>& from,
                         std::chrono::seconds at_most) {
  const auto end = std::chrono::steady_clock::now() + at_most;
  const int n = static_cast<int>(messages.size());
  for (int all = n == 0; !all; sched_yield()) {
    check(PMPI_Testall(n, messages.data(), &all, MPI_STATUSES_IGNORE));
    if (all || std::chrono::steady_clock::now() <= end) continue;
    std::vector<int> missing;
    for (std::size_t i = 0; i < messages.size(); ++i) {
      int heard = 0;
      check(PMPI_Test(&messages[i], &heard, MPI_STATUS_IGNORE));
      if (!heard) missing.push_back(from[i]);
    }
    return missing;
  }
  return {};
}

// TUTTI_* as this process was given it, each "NAME=value" ended by a zero, sorted.
std::string variables_here() {
  std::vector<std::string> all;
  for (const assignment& a : assignments_in(environ))
    if (a.name != library_variable) all.push_back(a.text());
  std::ranges::sort(all);
  std::string text;
  for (const std::string& entry : all) text.append(entry).push_back('\0');
  return text;
}

settings read_variables(std::string& text) {
  std::vector<const char*> all;
  for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1) all.push_back(text.data() + at);
  all.push_back(nullptr);
  return read_settings(all.data());
}

// A text of process 0's on all processes.
std::string from_first(const world& w, std::string text) {
  auto length = static_cast<std::int64_t>(text.size());
  check(PMPI_Bcast(&length, 1, MPI_INT64_T, 0, w.channel));
  text.resize(static_cast<std::size_t>(length));
  check(PMPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, 0, w.channel));
  return text;
}

std::string mpi_here() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check(PMPI_Get_library_version(text.data(), &length));
  return mpi_identity({text.data(), static_cast<std::size_t>(length)});
}

// The text of a file that process 0 reads: no other can have seen another file. None if it could not.
std::optional<std::string> file_from_first(const world& w, settings& user, const char* variable,
                                           const std::string& file) {
  if (file.empty()) return {};
  std::optional<std::string> text;
  if (w.rank == 0) text = read_source(user, variable, file);
  const std::string all = from_first(w, text ? "+" + *text : "");
  if (all.empty()) return {};
  return all.substr(1);
}

// A plugin that some process cannot load would leave it with other algorithms than the rest.
void require_same_algorithms(int rank, const std::string& variables) {
  if (variables.find("TUTTI_PLUGIN=") == std::string::npos) return;
  const std::uint64_t names = hash_of_algorithms();
  std::uint64_t bounds[2] = {names, ~names};
  check(PMPI_Allreduce(MPI_IN_PLACE, bounds, 2, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD));
  if (bounds[0] == ~bounds[1]) return;
  if (rank == 0)
    std::fprintf(
        stderr,
        "tutti: TUTTI_PLUGIN: the processes have not loaded the same algorithms: name a file that all "
        "nodes see\n");
  abort_job();
}

// For a folder that all jobs write to: app.4711.node3.1234, after the program, the batch system's job, if there is one, the host, and
// the process.
std::string name_of_run() {
  std::string name = program_invocation_short_name;
  for (const char* const variable : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID"})
    if (const char* const job = std::getenv(variable); job && *job) name += std::string(".") + job;
  return name + "." + host_name() + "." + std::to_string(getpid());
}

// The file of a report or a trace as process 0 will write it, wherever the program goes in the meantime: the one that is named, or
// one of its own in the folder that is named. Spawned processes, which inherit a file's name, have their own, too: app.json and
// app.spawned-1234.json, after the process.
std::string output_file(const std::string& wish, std::string_view ending) {
  if (wish.empty() || wish == "1") return wish;
  std::error_code none;
  fs::path file = fs::absolute(wish, none);
  if (fs::is_directory(file, none)) return (file / name_of_run()).string().append(ending);
  MPI_Comm parent = MPI_COMM_NULL;
  check(PMPI_Comm_get_parent(&parent));
  if (parent != MPI_COMM_NULL && !fs::is_other(file, none))
    file.replace_filename(file.stem().string() + ".spawned-" + std::to_string(getpid()) +
                          file.extension().string());
  return file.string();
}

}  // namespace

// Up a binomial tree, and down again, since process 0 itself may be missing. A process of whom another does not hear may
// be missing or wait in vain for one.
void wait_for_all() {
  int rank = 0, size = 1;
  check(PMPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(PMPI_Comm_size(MPI_COMM_WORLD, &size));
  void* most = nullptr;
  int flag = 0;
  check(PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&most), &flag));
  const int tag = flag ? *static_cast<const int*>(most) : 32767;

  std::vector<int> below;
  int bit = 1;
  for (; bit < size && (rank & bit) == 0; bit *= 2)
    if (rank + bit < size) below.push_back(rank + bit);
  const build_of_tutti here = build_here();
  std::vector<build_of_tutti> theirs(below.size());
  std::vector<MPI_Request> messages(below.size(), MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < below.size(); ++i)
    check(PMPI_Irecv(&theirs[i], sizeof theirs[i], MPI_BYTE, below[i], tag, MPI_COMM_WORLD, &messages[i]));
  if (const auto missing = unheard(messages, below, patience); !missing.empty()) give_up(missing, patience);
  for (std::size_t i = 0; i < below.size(); ++i) require_same_build(rank, here, below[i], theirs[i]);

  if (rank != 0) {
    const int above = rank - bit;
    check(PMPI_Send(&here, sizeof here, MPI_BYTE, above, tag, MPI_COMM_WORLD));
    std::vector<MPI_Request> answer(1);
    check(PMPI_Irecv(nullptr, 0, MPI_BYTE, above, tag, MPI_COMM_WORLD, answer.data()));
    if (!unheard(answer, {above}, patience_for_answers).empty()) give_up({above}, patience_for_answers);
  }
  for (const int other : below) check(PMPI_Send(nullptr, 0, MPI_BYTE, other, tag, MPI_COMM_WORLD));
}

settings agreed_settings(const world& w) {
  const std::string mine = variables_here();
  std::string first = from_first(w, w.rank == 0 ? mine : "");
  settings user = read_variables(first);
  require_same_algorithms(w.rank, first);
  int other = mine == first ? -1 : w.rank, any_other = -1;
  check(PMPI_Reduce(&other, &any_other, 1, MPI_INT, MPI_MAX, 0, w.channel));
  if (w.rank == 0 && any_other >= 0)
    user.warnings.push_back("process " + std::to_string(any_other) +
                            " has other settings (TUTTI_*) than process 0, whose settings apply to all");
  if (const auto text = file_from_first(w, user, "TUTTI_MACHINE", user.machine_file))
    take_machine(user, *text);
  if (const auto text = file_from_first(w, user, "TUTTI_PROFILE", user.profile_file))
    take_profile(user, *text, mpi_here());
  if (const auto text = file_from_first(w, user, "TUTTI_PLAN", user.plan_file)) take_plan(user, *text);
  if (w.rank == 0) {
    user.report = output_file(user.report, ".json");
    user.trace = output_file(user.trace, ".trace.json");
  }
  return user;
}

}  // namespace tutti::mpi
