#include "bench/factors.hpp"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/calls.hpp"
#include "measure/version.hpp"

namespace tutti::bench {
namespace {

using json = nlohmann::ordered_json;

// The variables that can change the speed of MPI programs. The launcher's internal variables are left out,
// since some of them hold keys of the job.
json environment() {
  constexpr const char* internal[] = {"OMPI_MCA_orte_", "OMPI_MCA_ess", "OMPI_MCA_initial_wdir",
                                      "OMPI_MCA_shmem_RUNTIME"};
  constexpr const char* prefixes[] = {"TUTTI",  "OMPI_MCA_", "PRTE_MCA_",  "MPICH_",        "MPIR_CVAR_",
                                      "I_MPI_", "UCX_",      "FI_",        "PSM2_",         "HYDRA_",
                                      "OMP_",   "GOMP_",     "LD_PRELOAD", "SLURM_CPU_BIND"};
  json found = json::object();
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;
    const auto begins = [&text](const char* prefix) { return text.starts_with(prefix); };
    if (std::ranges::none_of(internal, begins) && std::ranges::any_of(prefixes, begins))
      found[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return found;
}

// "0-3,8": the processors on which this process may run.
std::string processors() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return "";
  std::string text;
  for (int first = 0; first < CPU_SETSIZE; ++first) {
    if (!CPU_ISSET(static_cast<unsigned>(first), &set)) continue;
    int last = first;
    while (last + 1 < CPU_SETSIZE && CPU_ISSET(static_cast<unsigned>(last + 1), &set)) ++last;
    text +=
        (text.empty() ? "" : ",") + std::to_string(first) + (last > first ? "-" + std::to_string(last) : "");
    first = last;
  }
  return text;
}

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "";
}

// One short text of each process.
std::vector<std::string> gathered(const std::string& mine, int size) {
  constexpr std::size_t room = 128;
  std::vector<char> own(room), all(room * static_cast<std::size_t>(size));
  mine.copy(own.data(), room - 1);
  check(PMPI_Allgather(own.data(), static_cast<int>(room), MPI_CHAR, all.data(), static_cast<int>(room),
                       MPI_CHAR, MPI_COMM_WORLD),
        "collecting factors");
  std::vector<std::string> texts;
  for (std::size_t r = 0; r < static_cast<std::size_t>(size); ++r) texts.emplace_back(all.data() + r * room);
  return texts;
}

json mpi_factors() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int n = 0;
  PMPI_Get_library_version(text, &n);
  std::string library(text, static_cast<std::size_t>(n));
  library = library.substr(0, library.find('\n'));
  while (!library.empty() && (library.back() == '\0' || library.back() == ' ')) library.pop_back();
#if defined(OPEN_MPI)
  const std::string version = std::to_string(OMPI_MAJOR_VERSION) + "." + std::to_string(OMPI_MINOR_VERSION) +
                              "." + std::to_string(OMPI_RELEASE_VERSION);
  return {{"name", "openmpi"}, {"version", version}, {"library", library}};
#elif defined(MPICH_VERSION)
  return {{"name", "mpich"}, {"version", MPICH_VERSION}, {"library", library}};
#else
  return {{"name", "mpi"}, {"version", ""}, {"library", library}};
#endif
}

std::string host_here() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  check(PMPI_Get_processor_name(name.data(), &length), "the name of the host");
  return {name.data(), static_cast<std::size_t>(length)};
}

}  // namespace

node_map find_nodes() {
  int size = 1;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> nodes;
  const char* pretended = std::getenv("TUTTI_NODE_SIZE");
  if (const int node_size = pretended ? std::atoi(pretended) : 0; node_size > 0) {
    for (int r = 0; r < size; ++r) nodes.push_back(r / node_size);
    return node_map(nodes);
  }
  // MPI_COMM_TYPE_SHARED is not used: with UCX, MPICH 5 finds no two processes that share memory.
  const std::vector<std::string> hosts = gathered(host_here(), size);
  for (const std::string& host : hosts)
    nodes.push_back(static_cast<int>(std::ranges::find(hosts, host) - hosts.begin()));
  return node_map(nodes);
}

json find_factors(const node_map& nodes, const common_clock& clock) {
  const int size = nodes.processes();
  const std::vector<std::string> hosts = gathered(host_here(), size), bound = gathered(processors(), size);
  std::vector<int> node_of;
  for (int r = 0; r < size; ++r) node_of.push_back(nodes.node_of(r));
  utsname kernel{};
  uname(&kernel);
  return {
      {"mpi", mpi_factors()},
      {"processes", size},
      {"nodes", nodes.nodes()},
      {"node_of_rank", node_of},
      {"host_of_rank", hosts},
      {"processors_of_rank", bound},
      {"machine",
       {{"processor", processor_name()},
        {"kernel", std::string(kernel.sysname) + " " + kernel.release},
        {"architecture", kernel.machine}}},
      {"clock", clock.one() ? "steady, one for all" : "steady, offset and drift by exchanges of messages"},
      {"environment", environment()},
      {"tutti", {{"version", measure::version()}, {"commit", measure::commit()}}}};
}

}  // namespace tutti::bench
