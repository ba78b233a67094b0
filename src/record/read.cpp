#include "record/read.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <ranges>
#include <string_view>

#include "record/assembly.hpp"
#include "record/process_state.hpp"
#include "text/command_output.hpp"

namespace fs = std::filesystem;

namespace tutti::record {
namespace {

using calls = decltype(section::calls);

// A record's file. The file is copied, not mapped: reading a mapping beyond the end of a file that has been
// shortened would kill this program.
class file {
 public:
  explicit file(const fs::path& path, int mode = O_RDONLY)
      : handle_(open(path.c_str(), mode | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
    struct stat s {};
    if (handle_ < 0 || fstat(handle_, &s) != 0 || !S_ISREG(s.st_mode)) return;
    bytes_ = static_cast<std::size_t>(s.st_size);
    if (bytes_ < page || !copy(&head_, sizeof head_, 0) || head_.magic != magic || head_.version != version)
      return;
    if (head_.processes <= (bytes_ - page) / section_bytes) processes_ = head_.processes;
  }
  file(const file&) = delete;
  file& operator=(const file&) = delete;
  ~file() {
    if (handle_ >= 0) close(handle_);
  }

  /// The number of sections; 0 if the file is not a valid record.
  [[nodiscard]] std::uint32_t processes() const noexcept { return processes_; }
  [[nodiscard]] const header& head() const noexcept { return head_; }
  [[nodiscard]] int handle() const noexcept { return handle_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] static std::size_t place_of(std::uint32_t k) noexcept { return page + k * section_bytes; }

  /// Copies n bytes from offset `from`. False if the file is shorter.
  [[nodiscard]] bool copy(void* to, std::size_t n, std::size_t from) const noexcept {
    for (auto* at = static_cast<std::byte*>(to); n > 0;) {
      const ssize_t some = pread(handle_, at, n, static_cast<off_t>(from));
      if (some < 0 && errno == EINTR) continue;
      if (some <= 0) return false;
      at += some, from += static_cast<std::size_t>(some), n -= static_cast<std::size_t>(some);
    }
    return true;
  }
  /// Copies the description of process k, or its last calls.
  [[nodiscard]] bool copy(process& p, std::uint32_t k) const noexcept {
    return copy(&p, sizeof p, place_of(k) + offsetof(section, self));
  }
  [[nodiscard]] bool copy(calls& all, std::uint32_t k) const noexcept {
    return copy(&all, sizeof all, place_of(k) + offsetof(section, calls));
  }
  /// Copies a section. A call that was being written meanwhile gets serial 0.
  [[nodiscard]] bool copy(section& s, std::uint32_t k) const noexcept {
    calls later;
    if (!copy(&s, sizeof s, place_of(k)) || !copy(later, k)) return false;
    for (std::size_t c = 0; c < later.size(); ++c)
      if (s.calls[c].serial != later[c].serial) s.calls[c].serial = 0;
    return true;
  }

 private:
  int handle_;
  std::size_t bytes_ = 0;
  std::uint32_t processes_ = 0;
  header head_{};
};

observation seen_here(const process& p) {
  static const std::uint64_t here = pid_namespace();
  if (p.pid_namespace != here) return observation::unknown;
  const process_state now = state_of_process(std::to_string(p.pid));
  if (now.letter == 'Z' || now.letter == 'X' || now.started != p.pid_started) return observation::gone;
  return now.letter == 'T' || now.letter == 't' ? observation::stopped : observation::alive;
}
observation seen(const process& p) { return p.seen != observation::unseen ? p.seen : seen_here(p); }

condition condition_of(const process& p) {
  if (p.at == life::ended) return condition::ended;
  if (p.at == life::exited) return condition::exited;
  switch (seen(p)) {
    case observation::gone: return p.at == life::finalizing ? condition::ended : condition::died;
    case observation::stopped: return condition::stopped;
    case observation::unknown: return condition::unknown;
    default: return p.at == life::finalizing ? condition::finalizing : condition::running;
  }
}

// True while processes of the job may still be starting.
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
    process p{};
    for (std::uint32_t k = 0; k < f.processes() && !j.alive && f.copy(p, k); ++k) {
      const bool not_yet = p.at == life::unborn;
      const observation now = not_yet ? observation::unseen : seen(p);
      j.alive = not_yet ? just_begun(f.head()) : now == observation::alive || now == observation::stopped;
      j.may_live = j.may_live || now == observation::unknown;
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
  const auto copy = std::make_unique_for_overwrite<section>();
  for (const fs::path& path : j.files) {
    const file f(path);
    // The processes of a node share one clock, so one of them gives its rate.
    time_line clock;
    for (std::uint32_t k = 0; k < f.processes() && f.copy(*copy, k); ++k) {
      const section& s = *copy;
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
    copied& c = all.emplace_back(path.filename().string(), std::vector<std::byte>(f.bytes()));
    if (!f.copy(c.bytes.data(), page, 0)) continue;
    for (std::uint32_t k = 0; k < f.processes(); ++k) {
      auto& s = *reinterpret_cast<section*>(c.bytes.data() + file::place_of(k));
      if (!f.copy(s, k)) {  // the file is shorter
        s.self.at = life::unborn;
        break;
      }
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
timing::~timing() { add(-1); }

// The processes themselves also change this counter. The kernel adds here, by a futex operation: it returns
// an error, not a signal, if the file has been shortened.
void timing::add(int n) noexcept {
  for (const fs::path& path : files_) {
    const file f(path, O_RDWR);
    if (f.processes() == 0) continue;
    void* const mapped = mmap(nullptr, f.bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, f.handle(), 0);
    if (mapped == MAP_FAILED) continue;
    for (std::uint32_t k = 0; k < f.processes(); ++k) {
      auto& s = *reinterpret_cast<section*>(static_cast<std::byte*>(mapped) + file::place_of(k));
      std::uint32_t* const where = &s.self.timing_users;
      syscall(SYS_futex, where, FUTEX_WAKE_OP, 0, 0, where,
              FUTEX_OP(FUTEX_OP_ADD, static_cast<unsigned>(n) & 0xfffU, FUTEX_OP_CMP_EQ, 0));
    }
    munmap(mapped, f.bytes());
  }
}

std::uint64_t pulse(const job& j) {
  std::uint64_t mixed = 0;
  calls last;
  for (const fs::path& path : j.files) {
    const file f(path);
    for (std::uint32_t k = 0; k < f.processes() && f.copy(last, k); ++k)
      for (const call& c : last)
        mixed = (mixed ^ c.serial ^ (std::uint64_t{c.at} << 32U)) * 0x9e3779b97f4a7c15;
  }
  return mixed;
}

std::string source_line(const roll::site& s) {
  static std::map<roll::site, std::string> known;
  const auto [found, is_new] =
      known.try_emplace(s, s.file.empty() ? fmt::format("{:#x}", s.offset) : plain_name(s));
  if (!is_new || s.file.empty() || s.file.find('\'') != std::string::npos) return found->second;
  // The recorded address is the one after the call.
  const std::string command =
      fmt::format("LD_PRELOAD= addr2line -e '{}' {:#x} 2>/dev/null", s.file, s.offset - 1);
  constexpr std::size_t most = 1023;
  const auto line = output_of(command, most);
  if (!line || line->text.empty()) return found->second;
  std::string_view said(line->text);
  said = said.substr(0, said.find('\n'));
  said = said.substr(0, said.find(" (discriminator"));
  said = said.substr(said.rfind('/') + 1);
  if (!said.starts_with("?") && !said.ends_with(":?") && !said.ends_with(":0")) found->second = said;
  return found->second;
}

}  // namespace tutti::record
