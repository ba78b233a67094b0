#include "mpi/recorder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "mpi/loaded_objects.hpp"
#include "mpi/operator_names.hpp"
#include "mpi/types.hpp"
#include "node/segment.hpp"

namespace tutti::mpi {

namespace recorder {

constinit thread_local const void* fortran_site = nullptr;

namespace {

using hash = std::uint64_t;
constexpr hash seed = 0xcbf29ce484222325;
constexpr hash with(hash h, std::uint64_t x) noexcept {
  h = (h ^ x) * 0x9e3779b97f4a7c15;
  return h ^ (h >> 29U);
}
hash with(hash h, std::string_view text) noexcept {
  for (const char c : text) h = with(h, static_cast<unsigned char>(c));
  return h;
}

template <std::size_t N>
void take(record::text<N>& into, std::string_view text) noexcept {
  const std::size_t n = std::min(text.size(), N - 1);
  std::copy_n(text.begin(), n, into.begin());
  into[n] = '\0';
}

// Both clocks, when this object was loaded: MPI_Init, some milliseconds long, lies between that and the first question.
struct moment {
  std::uint64_t ticks = record::ticks();
  std::chrono::steady_clock::time_point time = std::chrono::steady_clock::now();
};
const moment loaded;

// What this process has of the file. `at` stays when MPI_Finalize has ended the record.
struct kept_file {
  record::header* shared = nullptr;
  record::section* at = nullptr;
  std::string path;
  std::mutex guard;  // of what follows, and of the table of communicators
  std::map<hash, std::uint32_t>
      seen;  // communicators of the same members and name, and of the same members and number
  unsigned long long loads = 0;
};
kept_file& ours() {
  static kept_file* const one = new kept_file;
  return *one;
}

std::string contents(const char* file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The 22nd field of /proc/self/stat; the second one is the program's name, with any characters.
std::uint64_t pid_started() {
  const std::string stat = contents("/proc/self/stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return 0;
  const char* at = stat.c_str() + name_end + 1;
  for (int field = 2; field < 21 && at; ++field) at = std::strchr(at + 1, ' ');
  return at ? std::strtoull(at, nullptr, 10) : 0;
}

// Again, if something was loaded since the last time.
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

// The part of a file from `first` on, which this process has to itself or shares; null if there is no memory for it.
void* part_of(int file, std::size_t first, std::size_t bytes) {
  if (const int error = posix_fallocate(file, static_cast<off_t>(first), static_cast<off_t>(bytes));
      error != 0) {
    errno = error;
    return nullptr;
  }
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file,
                        static_cast<off_t>(first));
  return at == MAP_FAILED ? nullptr : at;
}

// Of the processes of a node the first one makes the file anew. Where one process has no room for its part, none keeps
// a record, and no file stays.
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

// The processes of another MPI_COMM_WORLD that this one's have spawned write into a file of their own.
std::string job_of(const std::string& wish, const world& w) {
  MPI_Comm parent = MPI_COMM_NULL;
  check(PMPI_Comm_get_parent(&parent));
  if (parent == MPI_COMM_NULL) return wish;
  int first = static_cast<int>(getpid());
  check(PMPI_Bcast(&first, 1, MPI_INT, 0, w.channel));
  return fmt::format("{}-spawned-{}", wish, first);
}

std::vector<int> members(MPI_Comm comm, int (*group_of)(MPI_Comm, MPI_Group*)) {
  MPI_Group group = MPI_GROUP_NULL;
  check(group_of(comm, &group));
  int size = 0;
  check(PMPI_Group_size(group, &size));
  std::vector<int> ranks(static_cast<std::size_t>(size)), there(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  check(PMPI_Group_translate_ranks(group, size, ranks.data(), this_world()->group, there.data()));
  check(PMPI_Group_free(&group));
  return there;
}

hash hash_of(const std::vector<int>& ranks) noexcept {
  hash h = seed;
  for (const int r : ranks) h = with(h, static_cast<std::uint64_t>(r));
  return h;
}

// As few runs as are found from left to right.
void take_runs(record::communicator& c, std::vector<int> ranks) {
  std::erase(ranks, MPI_UNDEFINED);
  std::ranges::sort(ranks);
  for (std::size_t k = 0; k < ranks.size();) {
    if (c.runs_used == c.runs.size()) return void(c.more = true);
    const int stride = k + 1 < ranks.size() ? ranks[k + 1] - ranks[k] : 1;
    std::size_t end = k + 1;
    while (end < ranks.size() && ranks[end] - ranks[end - 1] == stride) ++end;
    c.runs[c.runs_used++] = {ranks[k], ranks[end - 1], stride};
    k = end;
  }
}

record::communicator described(MPI_Comm comm) {
  record::communicator c{};
  int inter = 0, length = 0;
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  check(PMPI_Comm_test_inter(comm, &inter));
  check(PMPI_Comm_rank(comm, &c.rank));
  check(PMPI_Comm_get_name(comm, name.data(), &length));
  c.inter = inter != 0;
  c.handle = static_cast<std::uint32_t>(number_of(comm));
  take(c.name, {name.data(), static_cast<std::size_t>(length)});
  std::vector<int> all = members(comm, PMPI_Comm_group);
  c.members = hash_of(all);
  c.in_order = !inter && std::ranges::is_sorted(all);
  if (inter) {  // the same on both sides
    const std::vector<int> others = members(comm, PMPI_Comm_remote_group);
    c.members += hash_of(others);
    all.insert(all.end(), others.begin(), others.end());
  }
  c.members |= 1U;
  c.size = static_cast<int>(all.size());
  take_runs(c, std::move(all));
  return c;
}

// A place for another communicator: a new one, or the first that is free again.
std::uint16_t new_place(record::section& all, const record::communicator& c) {
  std::uint32_t k = all.self.communicators;
  if (k == all.communicators.size()) {
    const auto free = std::ranges::find_if(all.communicators, &record::communicator::freed);
    if (free == all.communicators.end()) return record::nowhere;
    k = static_cast<std::uint32_t>(free - all.communicators.begin());
  } else {
    ++all.self.communicators;
  }
  all.communicators[k] = c;
  return static_cast<std::uint16_t>(k);
}

// What all processes of a communicator know it by, once they have met. Numbers come again when communicators are freed.
hash key_of(kept_file& f, hash members, const communicator& s) {
  const int first = s.by.tags ? s.by.tags[0] : s.by.tag;
  const hash same = with(with(members, static_cast<std::uint64_t>(first)), 1);
  return with(same, f.seen[same]++) | 1U;
}

void at_exit() {
  kept_file& f = ours();
  if (!f.at || f.at->self.pid != getpid()) return;
  record::life& at = f.at->self.at;
  if (std::exchange(at, at == record::life::finalizing ? record::life::ended : record::life::left) !=
      record::life::finalizing)
    return;
  if (f.shared->ended.fetch_add(1) + 1 == f.shared->processes) unlink(f.path.c_str());
}
struct exit_watch {
  ~exit_watch() { at_exit(); }
} watch;

}  // namespace

double nanoseconds_a_tick() {
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
  kept_file& f = ours();
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
  self.pid = getpid();
  self.pid_started = pid_started();
  if (timing) std::atomic_ref(self.timing).fetch_add(1, std::memory_order_relaxed);
  self.ticks = record::ticks();
  self.nanoseconds = std::chrono::system_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  self.nanoseconds_a_tick = nanoseconds_a_tick();
  note_modules(f);
  note_words(all);
  std::atomic_ref(self.at).store(record::life::running, std::memory_order_release);
  return f.at;
}

std::string command_line() {
  std::string words = contents("/proc/self/cmdline");
  while (words.ends_with('\0')) words.pop_back();
  std::ranges::replace(words, '\0', ' ');
  return words;
}

void finalizing() noexcept {
  if (state.records) state.records->self.at = record::life::finalizing;
}

std::uint16_t place_of(MPI_Comm comm) {
  if (!state.records || !this_world()) return record::nowhere;
  record::section& all = *state.records;
  kept_file& f = ours();
  const std::lock_guard lock(f.guard);
  const auto handle = static_cast<std::uint32_t>(number_of(comm));
  for (std::uint32_t k = 0; k < all.self.communicators; ++k)
    if (const auto& c = all.communicators[k]; c.handle == handle && !c.freed && c.key != 0)
      return static_cast<std::uint16_t>(k);
  note_modules(f);
  record::communicator c = described(comm);
  const hash same = with(c.members, std::string_view(c.name.data()));
  c.key = with(same, f.seen[same]++) | 1U;
  return new_place(all, c);
}

void opened(const communicator& s) {
  if (!state.records || s.recorded == record::nowhere) return;
  const std::lock_guard lock(ours().guard);
  record::communicator& c = state.records->communicators[s.recorded];
  c.key = key_of(ours(), c.members, s);
  c.open = true;
}

void name_after(communicator& own, const communicator& base, collective of) {
  if (!state.records || base.recorded == record::nowhere) return;
  record::section& all = *state.records;
  const std::lock_guard lock(ours().guard);
  record::communicator c = all.communicators[base.recorded];
  c.key = key_of(ours(), c.members, own);
  c.handle = 0;
  c.entered = 0;
  c.open = true;
  take(c.name, fmt::format("{}, persistent {}", c.name.data(), name_of(of)));
  own.recorded = new_place(all, c);
  own.line = base.line;
}

void freed(std::uint16_t place) noexcept {
  if (state.records && place != record::nowhere) state.records->communicators[place].freed = true;
}

}  // namespace recorder

void recorded_call::about_to_open(MPI_Comm comm) noexcept {
  if (comm == MPI_COMM_NULL) return;
  try {
    call_->communicator = recorder::place_of(comm);
  } catch (const std::exception&) {  // no communicator: the MPI library will say so
    return;
  }
  if (call_->communicator == record::nowhere) return;
  record::communicator& c = state.records->communicators[call_->communicator];
  call_->number = ++c.entered;
}

constinit recorder::line_owners recorder::owners;

namespace {

// Of lines of calls that go on after their functions have returned: one thread may be in the function, another one see the end.
std::mutex& of_postings() {
  static std::mutex* const one = new std::mutex;
  return *one;
}

}  // namespace

void recorded_call::leave_beside_others() noexcept {
  std::unique_lock lock(of_postings(), std::defer_lock);
  if (leaves_ == record::progress::left) lock.lock();
  leave();
  recorder::owners.give(serial_);
}

void recorded_posting::set_beside_others(record::progress at) noexcept {
  const std::lock_guard lock(of_postings());
  if (recorder::owners.has(serial_)) return write(at);  // its function has not returned yet
  if (!recorder::owners.take(serial_)) return;          // a later call has its line
  if (line_->serial == serial_) write(at);
  recorder::owners.give(serial_);
}

void recorded_posting::started(communicator& s) noexcept {
  if (!line_ || !state.records) return;
  record::section& all = *state.records;
  if (s.recorded != record::nowhere) all.communicators[s.recorded].entered = s.calls;
  record::call* const next = recorder::next_line(all, serial_);
  if (!next) return;
  line_ = next;
  if (state.traced) state.traced->keep(*line_);
  line_->serial = 0;
  *line_ = like_;
  line_->begin = recorder::timing(all) ? record::ticks() : 0;
  line_->end = 0;
  line_->number = s.calls;
  line_->communicator = s.recorded;
  line_->at = static_cast<std::uint8_t>(record::progress::posted) & 0xfU;
  std::atomic_ref(line_->serial).store(serial_, std::memory_order_release);
  if (state.threads) recorder::owners.give(serial_);
}

}  // namespace tutti::mpi
