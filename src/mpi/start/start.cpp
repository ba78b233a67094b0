// Runs once, when MPI has started. All processes check that they run the same tutti, and learn process 0's
// settings and which processes share a host.

#include "mpi/start/start.hpp"

#include <sys/random.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "mpi/runtime/output_file.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "node/domains.hpp"
#include "select/environment.hpp"
#include "select/sources.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/full_name.hpp"

namespace tutti::mpi {
namespace {

// Identifies the build of tutti. Another release may choose other algorithms for the same call.
struct build_of_tutti {
  std::array<char, 24> version{};
  std::uint64_t algorithms = 0;  // a hash of their names

  bool operator==(const build_of_tutti&) const = default;
};

std::uint64_t hash_of_algorithms() {
  std::uint64_t names = 0;
  for (const algorithm* a : catalogue())
    for (const char c : full_name(*a) + '\n') names = 31 * names + static_cast<unsigned char>(c);
  return names;
}

build_of_tutti build_here() {
  build_of_tutti here{.algorithms = hash_of_algorithms()};
  std::snprintf(here.version.data(), here.version.size(), "%s", TUTTI_VERSION);
  return here;
}

// Uses a separate message, whose format is the same in all releases.
void require_same_build(const patient_tree& all) {
  const build_of_tutti here = build_here();
  const std::vector<int> others = all.below();
  const std::vector<build_of_tutti> theirs = all.from_below(here);
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (here == theirs[i]) continue;
    std::fprintf(
        stderr,
        "tutti: process %d runs tutti %s, process %d tutti %s%s: install the same build on all nodes\n",
        all.rank(), here.version.data(), others[i], theirs[i].version.data(),
        here.version == theirs[i].version ? " with other algorithms" : "");
    abort_job();
  }
}

// Returns the TUTTI_* variables of this process, each "NAME=value" with a terminating zero, sorted.
std::string variables_here() {
  std::vector<std::string> all;
  for (const assignment& a : assignments_in(user_environment()))
    if (a.name != library_variable) all.push_back(a.text());
  std::ranges::sort(all);
  std::string text;
  for (const std::string& entry : all) text.append(entry).push_back('\0');
  return text;
}

unsigned random_number() {
  unsigned number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) number = static_cast<unsigned>(getpid());
  return number;
}

// A record name that ends in + is used for several jobs, such as those of a script. Each job replaces the +
// by its own random number. (A process number would not do: processes of two containers may have the same
// one.)
void name_record(std::string& variables) {
  constexpr std::string_view name = "TUTTI_RECORD=";
  std::size_t at = variables.find(name);
  while (at != std::string::npos && at > 0 && variables[at - 1] != '\0') at = variables.find(name, at + 1);
  if (at == std::string::npos) return;
  const std::size_t end = variables.find('\0', at);
  if (variables[end - 1] == '+') variables.replace(end - 1, 1, "-" + std::to_string(random_number()));
}

settings read_variables(std::string& text) {
  std::vector<const char*> all;
  for (std::size_t at = 0; at < text.size(); at = text.find('\0', at) + 1) all.push_back(text.data() + at);
  all.push_back(nullptr);
  return read_settings(all.data());
}

// A process that cannot load a plugin would have fewer algorithms than the others.
void require_same_algorithms(const patient_tree& all, const std::string& variables) {
  if (variables.find("TUTTI_PLUGIN=") == std::string::npos) return;
  const std::vector<std::uint64_t> names = all.gather(hash_of_algorithms());
  if (all.rank() != 0 || std::ranges::count(names, names[0]) == all.size()) return;
  std::fprintf(stderr,
               "tutti: TUTTI_PLUGIN: the processes have not loaded the same algorithms: name a file that all "
               "nodes see\n");
  abort_job();
}

// FNV-1a.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t h = 14695981039346656037U;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return h;
}

// Identifies the system on which a process runs, by hashes. Different hosts may have the same name, and one
// machine may appear as several hosts. Processes in different containers, each with its own process numbers,
// cannot open each other's memory (node/segment.hpp), so each container is a host. The MPI library is not
// asked (MPI_COMM_TYPE_SHARED), because with UCX, MPICH 5 finds no two processes that share memory.
struct place {
  std::uint64_t machine = 0;    // one boot of a kernel; 0: unknown
  std::uint64_t container = 0;  // the part of the machine that numbers its processes together
  std::uint64_t host = 0;       // the part of the container that has one name
};

place place_here() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  check(PMPI_Get_processor_name(name.data(), &length));
  const std::string host(name.data(), static_cast<std::size_t>(length));
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
  std::error_code none;
  const std::string numbers = std::filesystem::read_symlink("/proc/self/ns/pid", none).string();
  return {.machine = boot.empty() ? 0 : hash_of(boot),
          .container = hash_of(boot + '\n' + numbers),
          .host = hash_of(host + '\n' + boot + '\n' + numbers)};
}

// The message of each process to process 0 at the start.
struct introduction {
  place at;
  std::uint64_t variables = 0;  // a hash
  process_traits traits;
  node::bound_to bound;
  node::invitation memory;
};

introduction introduce(const std::string& variables, const node::memory_offer& offer, process_traits traits) {
  return {.at = place_here(),
          .variables = hash_of(variables),
          .traits = traits,
          .bound = node::where_bound(node::processors_here()),
          .memory = offer.to_others()};
}

process_traits of_any(const std::vector<introduction>& all) {
  process_traits any;
  for (const introduction& i : all) {
    any.gpus |= i.traits.gpus;
    any.threads |= i.traits.threads;
    any.single |= i.traits.single;
  }
  return any;
}

// Returns the host of each process, named by the first process on it.
std::vector<int> hosts_of(const std::vector<introduction>& all) {
  std::vector<int> hosts;
  std::unordered_map<std::uint64_t, int> first;
  for (const introduction& i : all)
    hosts.push_back(first.try_emplace(i.at.host, static_cast<int>(hosts.size())).first->second);
  return hosts;
}

// Returns what divides the processes of a machine into several hosts; null if nothing does.
const char* division_of(const std::vector<introduction>& all) {
  std::unordered_map<std::uint64_t, place> first;
  const char* found = nullptr;
  for (const introduction& i : all) {
    if (i.at.machine == 0) continue;
    const place& other = first.try_emplace(i.at.machine, i.at).first->second;
    if (i.at.container != other.container)
      return "messages between containers of one machine go by MPI, since each container numbers its own "
             "processes: start one container for all processes of a machine, or containers with the process "
             "numbers and the host name of the machine (docker run --pid host --uts host)";
    if (i.at.host != other.host)
      found =
          "messages between processes of one machine that have different host names go by MPI: give "
          "them the host name of the machine (docker run --uts host)";
  }
  return found;
}

std::vector<int> domains_of(const std::vector<introduction>& all, const std::vector<int>& hosts) {
  if (std::ranges::any_of(hosts, [](int h) { return h != 0; })) return {};
  std::vector<node::bound_to> bound;
  for (const introduction& i : all) bound.push_back(i.bound);
  return node::domains_of(bound);
}

// Writes the parts of a message, each preceded by its length.
class message_writer {
 public:
  void add(std::string_view part) {
    const std::uint64_t length = part.size();
    text_.append(reinterpret_cast<const char*>(&length), sizeof length).append(part);
  }
  template <class T>
  void add(const std::vector<T>& part) {
    add(std::string_view(reinterpret_cast<const char*>(part.data()), part.size() * sizeof(T)));
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class message_reader {
 public:
  explicit message_reader(std::string_view text) : left_(text) {}
  std::string_view text() {
    std::uint64_t length = 0;
    std::memcpy(&length, left_.data(), sizeof length);
    const std::string_view part = left_.substr(sizeof length, length);
    left_.remove_prefix(sizeof length + length);
    return part;
  }
  template <class T>
  std::vector<T> array() {
    const std::string_view bytes = text();
    std::vector<T> part(bytes.size() / sizeof(T));
    if (!part.empty()) std::memcpy(part.data(), bytes.data(), bytes.size());
    return part;
  }

 private:
  std::string_view left_;
};

// The text of a file as a part of a message. Empty if no file was named or process 0 could not read it.
std::string to_send(const std::optional<std::string>& file) { return file ? "+" + *file : ""; }
std::optional<std::string> file_in(std::string_view part) {
  if (part.empty()) return {};
  return std::string(part.substr(1));
}

}  // namespace

std::string mpi_here() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  check(PMPI_Get_library_version(text.data(), &length));
  return mpi_identity({text.data(), static_cast<std::size_t>(length)});
}

first_exchange::first_exchange(const patient_tree& all, bool same_builds, process_traits traits)
    : rank_(all.rank()) {
  if (same_builds) require_same_build(all);
  std::string mine = variables_here();
  const std::vector<introduction> others = all.gather(introduce(mine, offer_, traits));
  message_writer out;
  if (rank_ == 0) {
    name_record(mine);
    std::string variables = mine;
    of_first_ = read_variables(variables);
    for (std::size_t r = others.size(); r-- > 0;)
      if (others[r].variables != others[0].variables) {
        of_first_.warnings.push_back(
            "process " + std::to_string(r) +
            " has other settings (TUTTI_*) than process 0, whose settings apply to all");
        break;
      }
    out.add(mine);
    const std::array<std::pair<const char*, std::string>, 3> named{{{"TUTTI_MACHINE", of_first_.machine_file},
                                                                    {"TUTTI_PROFILE", of_first_.profile_file},
                                                                    {"TUTTI_PLAN", of_first_.plan_file}}};
    for (const auto& [variable, file] : named)
      out.add(to_send(file.empty() ? std::nullopt : read_source(of_first_, variable, file)));
    out.add(to_send(read_learned_source(of_first_)));
    const std::vector<int> hosts = hosts_of(others);
    message_.division = division_of(others);
    out.add(std::vector<process_traits>{of_any(others)});
    out.add(std::vector<char>{message_.division != nullptr});
    out.add(hosts);
    out.add(domains_of(others, hosts));
    std::vector<node::invitation> memory;
    for (std::size_t r = 0; r < hosts.size(); ++r)
      if (hosts[r] == static_cast<int>(r)) memory.push_back(others[r].memory);
    out.add(memory);
  }
  std::string text = out.take();
  all.broadcast(text);
  message_reader in(text);
  message_.variables = in.text();
  for (auto& file : message_.files) file = file_in(in.text());
  message_.of_any = in.array<process_traits>().front();
  message_.divided = in.array<char>().front() != 0;
  message_.hosts = in.array<int>();
  message_.domains = in.array<int>();
  const auto memory = in.array<node::invitation>();
  const int mine_at = message_.hosts[static_cast<std::size_t>(rank_)];
  std::size_t hosts_before = 0;
  for (int r = 0; r < mine_at; ++r)
    if (message_.hosts[static_cast<std::size_t>(r)] == r) ++hosts_before;
  message_.memory = memory[hosts_before];
}

namespace {

// Warns at once if a file could not be written at the end.
void warn_if_without_folder(settings& user, const char* variable, const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  std::error_code none;
  if (file.empty() || folder.empty() || std::filesystem::is_directory(folder, none)) return;
  user.warnings.push_back(std::string(variable) + ": " + file + " cannot be written: there is no folder " +
                          folder.string());
}

}  // namespace

settings first_exchange::agreed_settings(const patient_tree& all) {
  settings user = rank_ == 0 ? std::move(of_first_) : read_variables(message_.variables);
  require_same_algorithms(all, message_.variables);
  if (const auto& text = message_.files[0]) take_machine(user, *text);
  if (const auto& text = message_.files[1]) take_profile(user, *text, mpi_here());
  if (const auto& text = message_.files[2]) take_plan(user, *text);
  if (const auto& text = message_.files[3]) take_learned(user, *text, mpi_here());
  message_.files = {};
  user.buffers_on_gpus = user.devices == device_memory::watched ||
                         (user.devices == device_memory::automatic && message_.of_any.gpus);
  if (rank_ == 0) {
    user.report = output_file(user.report, ".json");
    if (!user.learned_file.empty()) user.learned_file = std::filesystem::absolute(user.learned_file).string();
    user.trace = output_file(user.trace, ".trace.json");
    warn_if_without_folder(user, "TUTTI_REPORT", user.report);
    warn_if_without_folder(user, "TUTTI_TRACE", user.trace);
  }
  return user;
}

}  // namespace tutti::mpi
