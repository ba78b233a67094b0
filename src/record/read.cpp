#include "record/read.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <ranges>
#include <span>
#include <string_view>

#include "record/assembly.hpp"

namespace fs = std::filesystem;

namespace tutti::record {
namespace {

// A record's file, to be read as it stands.
class file {
 public:
  explicit file(const fs::path& path, int access = PROT_READ) {
    const int mode = (access & PROT_WRITE) != 0 ? O_RDWR : O_RDONLY;
    const int f = open(path.c_str(), mode | O_CLOEXEC | O_NOFOLLOW);
    struct stat s {};
    if (f >= 0 && fstat(f, &s) == 0 && S_ISREG(s.st_mode) && static_cast<std::size_t>(s.st_size) >= page) {
      bytes_ = static_cast<std::size_t>(s.st_size);
      void* const at = mmap(nullptr, bytes_, access, MAP_SHARED, f, 0);
      if (at != MAP_FAILED) at_ = static_cast<std::byte*>(at);
    }
    if (f >= 0) close(f);
    if (!at_ || head().magic != magic || head().version != version) return;
    // Read once: who writes there may write something else meanwhile.
    const std::uint32_t said = *const_cast<const volatile std::uint32_t*>(&head().processes);
    if (said <= (bytes_ - page) / section_bytes) processes_ = said;
  }
  file(const file&) = delete;
  file& operator=(const file&) = delete;
  ~file() {
    if (at_) munmap(at_, bytes_);
  }

  /// How many sections there are; none if it is no record.
  [[nodiscard]] std::uint32_t processes() const noexcept { return processes_; }
  [[nodiscard]] const header& head() const noexcept { return *reinterpret_cast<const header*>(at_); }
  [[nodiscard]] const section& of(std::uint32_t k) const noexcept {
    return *reinterpret_cast<const section*>(at_ + page + k * section_bytes);
  }
  [[nodiscard]] section& of(std::uint32_t k) noexcept {
    return *reinterpret_cast<section*>(at_ + page + k * section_bytes);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {at_, bytes_}; }

 private:
  std::byte* at_ = nullptr;
  std::size_t bytes_ = 0;
  std::uint32_t processes_ = 0;
};

// By /proc: the state's letter stands behind the name, the time at which it was started further on.
sight seen_here(const process& p) {
  std::ifstream in(fmt::format("/proc/{}/stat", p.pid));
  const std::string stat{std::istreambuf_iterator<char>(in), {}};
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= stat.size()) return sight::gone;
  const char state = stat[name_end + 2];
  const char* at = stat.c_str() + name_end + 1;
  for (int field = 2; field < 21 && at; ++field) at = std::strchr(at + 1, ' ');
  const std::uint64_t started = at ? std::strtoull(at, nullptr, 10) : 0;
  if (state == 'Z' || state == 'X' || started != p.pid_started) return sight::gone;
  return state == 'T' || state == 't' ? sight::stopped : sight::alive;
}
sight seen(const process& p) { return p.seen != sight::unseen ? p.seen : seen_here(p); }

condition condition_of(const process& p) {
  if (p.at == life::ended) return condition::ended;
  if (p.at == life::left) return condition::left;
  switch (seen(p)) {
    case sight::gone: return p.at == life::finalizing ? condition::ended : condition::died;
    case sight::stopped: return condition::stopped;
    default: return p.at == life::finalizing ? condition::finalizing : condition::running;
  }
}

// Its processes may be on their way.
bool just_begun(const header& h) {
  constexpr std::int64_t patience = 60;
  return std::time(nullptr) - h.started < patience;
}

}  // namespace

std::vector<job> jobs_in(const fs::path& where) {
  std::map<std::string, job> found;
  std::error_code none_there;
  for (const auto& entry : fs::directory_iterator(where, none_there)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const file f(entry.path());
    if (f.processes() == 0) continue;
    const std::string name = printable(view(f.head().job));
    job& j = found[name];
    j.name = name;
    j.program = printable(view(f.head().program));
    j.started = j.started == 0 ? f.head().started : std::min(j.started, f.head().started);
    j.files.push_back(entry.path());
    j.processes += static_cast<int>(f.processes());
    for (std::uint32_t k = 0; k < f.processes() && !j.alive; ++k) {
      const process& p = f.of(k).self;
      j.alive = p.at == life::unborn ? just_begun(f.head()) : seen(p) != sight::gone;
    }
  }
  std::vector<job> all;
  for (auto& [name, j] : found) all.push_back(std::move(j));
  std::ranges::stable_sort(all, std::greater<>(), [](const job& j) { return std::pair(j.started, j.name); });
  return all;
}

roll read(const job& j) {
  roll all;
  all.job = j.name;
  all.program = j.program;
  assembly parts(all);
  for (const fs::path& path : j.files) {
    const file f(path);
    // The processes of a node read one clock, and need one reading of how fast it is.
    time_line clock;
    for (std::uint32_t k = 0; k < f.processes(); ++k) {
      const section& s = f.of(k);
      if (s.self.at == life::unborn || s.self.size > most_processes || s.self.rank < 0 ||
          s.self.rank >= s.self.size)
        continue;
      if (clock.seconds_a_tick == 0 && std::isfinite(s.self.nanoseconds_a_tick))
        clock = {.first = s.self.ticks, .seconds_a_tick = s.self.nanoseconds_a_tick * 1e-9};
      roll::process& p = parts.add(s, s.calls, clock);
      p.is = condition_of(s.self);
      const auto newest = std::ranges::find_if(p.calls, &roll::call::timed);
      if (newest == p.calls.end()) continue;
      p.ended = newest->end;
      p.started = std::ranges::find_if(p.calls | std::views::reverse, &roll::call::timed)->begin;
    }
  }
  parts.finish();
  return all;
}

std::vector<copied> copies(const job& j) {
  std::vector<copied> all;
  for (const fs::path& path : j.files) {
    const file f(path);
    if (f.processes() == 0) continue;
    copied& c = all.emplace_back(path.filename().string(),
                                 std::vector<std::byte>(f.bytes().begin(), f.bytes().end()));
    for (std::uint32_t k = 0; k < f.processes(); ++k) {
      auto& s = *reinterpret_cast<section*>(c.bytes.data() + page + k * section_bytes);
      if (s.self.at != life::unborn) s.self.seen = seen(s.self);
    }
  }
  return all;
}

void keep(const std::vector<copied>& all, const fs::path& in) {
  fs::create_directories(in);
  for (const copied& c : all) {
    std::ofstream out(in / c.name, std::ios::binary);
    out.write(reinterpret_cast<const char*>(c.bytes.data()), static_cast<std::streamsize>(c.bytes.size()));
    if (!out.flush())
      throw fs::filesystem_error("cannot write", in / c.name, std::make_error_code(std::errc::io_error));
  }
}

int copy(const job& j, const fs::path& to) {
  const std::vector<copied> all = copies(j);
  keep(all, to);
  return static_cast<int>(all.size());
}

void remove(const job& j) {
  for (const fs::path& path : j.files) fs::remove(path);
}

timing::timing(const job& j) : files_(j.files) { add(1); }
timing::~timing() { add(-1U); }

void timing::add(std::uint32_t n) noexcept {
  for (const fs::path& path : files_) {
    file f(path, PROT_READ | PROT_WRITE);
    for (std::uint32_t k = 0; k < f.processes(); ++k)
      std::atomic_ref(f.of(k).self.timing).fetch_add(n, std::memory_order_relaxed);
  }
}

std::uint64_t pulse(const job& j) {
  std::uint64_t mixed = 0;
  for (const fs::path& path : j.files) {
    const file f(path);
    for (std::uint32_t k = 0; k < f.processes(); ++k)
      for (const call& c : f.of(k).calls)
        mixed = (mixed ^ c.serial ^ (std::uint64_t{c.at} << 32U)) * 0x9e3779b97f4a7c15;
  }
  return mixed;
}

std::string source_line(const roll::site& s) {
  static std::map<roll::site, std::string> known;
  const auto [found, is_new] =
      known.try_emplace(s, s.file.empty() ? fmt::format("{:#x}", s.offset) : plain_name(s));
  if (!is_new || s.file.empty() || s.file.find('\'') != std::string::npos) return found->second;
  // The address is the one after the call.
  const std::string command =
      fmt::format("LD_PRELOAD= addr2line -e '{}' {:#x} 2>/dev/null", s.file, s.offset - 1);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::array<char, 1024> line{};
  if (!pipe || !std::fgets(line.data(), static_cast<int>(line.size()), pipe.get())) return found->second;
  std::string_view said(line.data());
  said = said.substr(0, said.find_first_of(" \n"));  // "file:12 (discriminator 3)"
  said = said.substr(said.rfind('/') + 1);
  if (!said.starts_with("?") && !said.ends_with(":?") && !said.ends_with(":0")) found->second = said;
  return found->second;
}

}  // namespace tutti::record
