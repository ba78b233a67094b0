#include "mpi/observe/recorder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

#include "mpi/data/operator_names.hpp"
#include "mpi/data/types.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/runtime/loaded_objects.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/output_file.hpp"
#include "mpi/start/world.hpp"
#include "node/segment.hpp"
#include "record/clock.hpp"
#include "record/process_state.hpp"
#include "text/file_text.hpp"
#include "tutti/full_name.hpp"

namespace tutti::mpi::recorder {
namespace {

using record::take;

// Both clocks when this library was loaded. MPI_Init, which takes some milliseconds, usually runs between
// that moment and the first call of nanoseconds_a_tick().
struct moment {
  std::uint64_t ticks = record::ticks();
  std::chrono::steady_clock::time_point time = std::chrono::steady_clock::now();
};
const moment loaded;

// This process's mapping of the file. `at` stays valid when MPI_Finalize has ended the record.
struct kept_file {
  record::header* shared = nullptr;
  record::section* at = nullptr;
  std::string path;
  unsigned long long loads = 0;
};
kept_file& file_here() {
  static never_destroyed<kept_file> one;
  return *one;
}

// Lists the loaded modules again if any was loaded since the last time.
void note_modules(kept_file& f) {
  const unsigned long long loads = loads_so_far();
  if (std::exchange(f.loads, loads) == loads) return;
  record::section& all = *f.at;
  all.self.modules = 0;
  for (const loaded_object& o : loaded_objects()) {
    const std::uint32_t n = all.self.modules;
    if (n == all.modules.size()) return;
    if (o.from >= o.to) continue;
    record::module& m = all.modules[n];
    m = {.from = o.from, .to = o.to, .base = o.base};
    std::array<char, sizeof m.file> own{};
    if (!o.file.empty())
      take(m.file, o.file);
    else if (const auto length = readlink("/proc/self/exe", own.data(), own.size() - 1); n == 0 && length > 0)
      take(m.file, {own.data(), static_cast<std::size_t>(length)});
    ++all.self.modules;
  }
}

void note_word(record::section& all, std::uintptr_t number, std::size_t size, std::string_view name) {
  if (all.self.words == all.words.size()) return;
  record::word& w = all.words[all.self.words++];
  w.number = static_cast<std::uint32_t>(number);
  w.size = static_cast<std::uint32_t>(size);
  take(w.name, name);
}

void note_words(record::section& all) {
  predefined_types.each([&all](MPI_Datatype type, const type_entry& e) {
    std::array<char, MPI_MAX_OBJECT_NAME> name{};
    int length = 0;
    if (PMPI_Type_get_name(type, name.data(), &length) == MPI_SUCCESS)
      note_word(all, number_of(type), e.layout.size, {name.data(), static_cast<std::size_t>(length)});
  });
  note_word(all, number_of(MPI_DATATYPE_NULL), 0, "");
  note_word(all, number_of(MPI_OP_NULL), 0, "");
  for (const auto& [op, name] : named_operators()) note_word(all, number_of(op), 0, name);
  for (const algorithm* a : catalogue())
    note_word(all, reinterpret_cast<std::uintptr_t>(a), 0, full_name(*a));
}

// Reserves memory for a part of a file. Returns an error code. Older versions of Linux undo the reservation
// if a signal comes meanwhile, such as that of a timer which a profiler has started before MPI_Init.
int reserved(int file, std::size_t first, std::size_t bytes) noexcept {
  constexpr int most_tries = 100;  // a timer that always interrupts leaves no time for the program, either
  int error = EINTR;
  for (int tries = 0; error == EINTR && tries < most_tries; ++tries)
    error = posix_fallocate(file, static_cast<off_t>(first), static_cast<off_t>(bytes));
  return error;
}

// Maps the part of a file from `first` on. Null, with errno set, if there is no memory for it.
void* part_of(int file, std::size_t first, std::size_t bytes) {
  if (const int error = reserved(file, first, bytes); error != 0) {
    errno = error;
    return nullptr;
  }
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file,
                        static_cast<off_t>(first));
  return at == MAP_FAILED ? nullptr : at;
}

// Unmaps the file of earlier sessions of this process.
void leave_file(kept_file& f) {
  if (f.shared) munmap(f.shared, record::page);
  if (f.at) munmap(f.at, record::section_bytes);
  f = {};
}

// The first process of each node creates the file anew. If any process has no room for its part, no process
// keeps a record, and no file remains. Returns false, with errno set, in that case.
bool open_file(kept_file& f, const std::string& job, const world& w) {
  const int node = w.nodes[static_cast<std::size_t>(w.rank)];
  const auto here = std::ranges::count(w.nodes, node);
  const auto mine = static_cast<std::size_t>(std::count(w.nodes.begin(), w.nodes.begin() + w.rank, node));
  f.path = fmt::format("{}/{}{}.{}", record::folder, record::prefix, job, node);
  const std::size_t bytes = record::page + static_cast<std::size_t>(here) * record::section_bytes;
  int file = -1, wrong = 0;
  if (mine == 0) {
    unlink(f.path.c_str());
    if (node::file_may_have(bytes))
      file = open(f.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    else
      errno = EFBIG;
    if (file < 0 || ftruncate(file, static_cast<off_t>(bytes)) != 0) wrong = errno;
  }
  check(PMPI_Barrier(w.channel));
  if (mine > 0 && (file = open(f.path.c_str(), O_RDWR | O_CLOEXEC)) < 0) wrong = errno;
  void *head = nullptr, *part = nullptr;
  if (wrong == 0) {
    head = part_of(file, 0, record::page);
    part = part_of(file, record::page + mine * record::section_bytes, record::section_bytes);
    if (!head || !part) wrong = errno;
  }
  if (file >= 0) close(file);
  check(PMPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_MAX, w.channel));
  if (wrong != 0) {
    if (head) munmap(head, record::page);
    if (part) munmap(part, record::section_bytes);
    if (mine == 0) unlink(f.path.c_str());
    return errno = wrong, false;
  }
  f.shared = static_cast<record::header*>(head);
  f.at = static_cast<record::section*>(part);
  if (mine > 0) return true;
  record::header& h = *f.shared;
  h.version = record::version;
  h.processes = static_cast<std::uint32_t>(here);
  h.first = node;
  h.started = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  take(h.job, job);
  gethostname(h.host.data(), h.host.size() - 1);
  take(h.program, command_line());
  std::atomic_ref(h.magic).store(record::magic, std::memory_order_release);
  return true;
}

// Returns the name of the job. Spawned processes have their own MPI_COMM_WORLD, so they get their own name,
// and thereby their own file.
std::string job_of(const std::string& requested, const world& w) {
  if (!is_spawned()) return requested;
  int first = static_cast<int>(getpid());
  check(PMPI_Bcast(&first, 1, MPI_INT, 0, w.channel));
  return fmt::format("{}-spawned-{}", requested, first);
}

void at_exit() {
  kept_file& f = file_here();
  if (!f.at || f.at->self.pid != getpid()) return;
  record::life& at = f.at->self.at;
  if (at == record::life::ended) return;
  if (std::exchange(at, at == record::life::finalizing ? record::life::ended : record::life::exited) !=
      record::life::finalizing)
    return;
  if (f.shared->ended.fetch_add(1) + 1 == f.shared->processes) unlink(f.path.c_str());
}
struct exit_watch {
  ~exit_watch() { at_exit(); }
} watch;

}  // namespace

double nanoseconds_a_tick() {
  if constexpr (quirks::simulated) return 1;
  constexpr std::chrono::milliseconds least{5};
  moment now;
  if (now.time - loaded.time < least) {
    std::this_thread::sleep_for(least);
    now = {};
  }
  const std::chrono::duration<double, std::nano> passed = now.time - loaded.time;
  return passed.count() / static_cast<double>(now.ticks - loaded.ticks);
}

record::section* begin(const std::string& job, const world& w, bool timing) {
  if (job.empty()) return nullptr;
  kept_file& f = file_here();
  leave_file(f);
  if (!open_file(f, job_of(job, w), w)) {
    if (w.nodes[static_cast<std::size_t>(w.rank)] == w.rank)
      std::fprintf(stderr, "tutti: no record of this program's calls is kept: %s: %s\n", f.path.c_str(),
                   std::strerror(errno));
    return nullptr;
  }
  record::section& all = *f.at;
  record::process& self = all.self;
  self.rank = w.rank;
  self.size = w.size;
  self.world = static_cast<std::uint32_t>(number_of(MPI_COMM_WORLD));
  self.pid = getpid();
  self.pid_started = record::state_of_process("self").started;
  self.pid_namespace = record::pid_namespace();
  if (timing) std::atomic_ref(self.timing_users).fetch_add(1, std::memory_order_relaxed);
  self.ticks = record::ticks();
  self.nanoseconds = std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  self.nanoseconds_a_tick = nanoseconds_a_tick();
  note_modules(f);
  note_words(all);
  std::atomic_ref(self.at).store(record::life::running, std::memory_order_release);
  return f.at;
}

std::string command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string words = rest_of(in);
  while (words.ends_with('\0')) words.pop_back();
  std::ranges::replace(words, '\0', ' ');
  return words;
}

void note_loaded() { note_modules(file_here()); }

void end() noexcept { at_exit(); }

void finalizing() noexcept {
  if (this_run.records) this_run.records->self.at = record::life::finalizing;
}

}  // namespace tutti::mpi::recorder
