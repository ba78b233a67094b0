#include "record/read.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>

namespace fs = std::filesystem;

namespace tutti::record {
namespace {

// A record's file, to be read as it stands.
class file {
 public:
  explicit file(const fs::path& path) {
    const int f = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat s {};
    if (f >= 0 && fstat(f, &s) == 0 && S_ISREG(s.st_mode) && static_cast<std::size_t>(s.st_size) >= page) {
      bytes_ = static_cast<std::size_t>(s.st_size);
      void* const at = mmap(nullptr, bytes_, PROT_READ, MAP_SHARED, f, 0);
      if (at != MAP_FAILED) at_ = static_cast<const std::byte*>(at);
    }
    if (f >= 0) close(f);
  }
  file(const file&) = delete;
  file& operator=(const file&) = delete;
  ~file() {
    if (at_) munmap(const_cast<std::byte*>(at_), bytes_);
  }

  [[nodiscard]] bool valid() const noexcept {
    return at_ && head().magic == magic && head().version == version && head().processes > 0 &&
           bytes_ >= page + head().processes * section_bytes;
  }
  [[nodiscard]] const header& head() const noexcept { return *reinterpret_cast<const header*>(at_); }
  [[nodiscard]] const section& of(std::uint32_t k) const noexcept {
    return *reinterpret_cast<const section*>(at_ + page + k * section_bytes);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return {at_, bytes_}; }

 private:
  const std::byte* at_ = nullptr;
  std::size_t bytes_ = 0;
};

template <std::size_t N>
std::string_view view(const text<N>& t) noexcept {
  return {t.data(), strnlen(t.data(), N)};
}

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

// Puts the records of several processes together: the same communicators, texts and places become one.
class assembly {
 public:
  explicit assembly(roll& into) : all_(into) {}

  void add(const section& s) {
    if (s.self.at == life::unborn) return;
    all_.size = std::max(all_.size, s.self.size);
    roll::process p;
    p.rank = s.self.rank;
    p.is = condition_of(s.self);
    const std::uint32_t n = std::min<std::uint32_t>(s.self.communicators, s.communicators.size());
    std::vector<int> places(n, none);
    for (std::uint32_t k = 0; k < n; ++k) {
      const communicator& c = s.communicators[k];
      if (c.key == 0) continue;
      places[k] = place_of(c);
      if (!c.freed) p.on.push_back({places[k], c.entered});
    }
    take_place(p, s, places);
    for (const call& c : s.calls) {
      const call copy = c;  // it may be overwritten meanwhile
      if (copy.serial == 0 || c.serial != copy.serial || copy.of >= collectives ||
          copy.as > static_cast<unsigned>(form::persistent) ||
          copy.at > static_cast<unsigned>(progress::ended))
        continue;
      p.calls.push_back(taken(copy, s, places));
      order_.push_back(copy.serial);
    }
    newest_first(p.calls);
    all_.processes.push_back(std::move(p));
  }

  void finish() { std::ranges::sort(all_.processes, {}, &roll::process::rank); }

 private:
  int place_of(const communicator& c) {
    const auto [found, is_new] =
        communicators_.try_emplace({c.members, c.key}, static_cast<int>(all_.communicators.size()));
    if (is_new) {
      roll::communicator one{.name = std::string(view(c.name)), .size = c.size, .complete = !c.more};
      for (std::size_t k = 0; k < std::min<std::size_t>(c.runs_used, c.runs.size()); ++k)
        if (const run& r = c.runs[k]; r.first >= 0 && r.last < all_.size) one.runs.push_back(r);
      all_.communicators.push_back(std::move(one));
    }
    return found->second;
  }

  void take_place(roll::process& p, const section& s, const std::vector<int>& places) {
    const place now = s.self.now;
    if (now.in > message::abort) return;
    p.in = now.in;
    p.peer = now.peer;
    p.tag = now.tag;
    p.site = site_of(now.site, s);
    for (std::size_t k = 0; k < places.size(); ++k) {
      const communicator& c = s.communicators[k];
      if (c.handle != now.communicator || c.freed || now.peer < 0) continue;
      // The rank in the world, where that can be told.
      int left = now.peer;
      for (std::size_t r = 0; c.in_order && r < std::min<std::size_t>(c.runs_used, c.runs.size()); ++r) {
        const run& run = c.runs[r];
        const int length = (run.last - run.first) / std::max(run.stride, 1) + 1;
        if (left < length) return void(p.peer = run.first + left * run.stride);
        left -= length;
      }
    }
  }

  roll::call taken(const call& c, const section& s, const std::vector<int>& places) {
    roll::call r;
    r.of = {static_cast<collective>(c.of), static_cast<form>(c.as)};
    r.at = static_cast<progress>(c.at);
    if (c.communicator < places.size()) r.communicator = places[c.communicator];
    r.number = c.number;
    r.count = c.count;
    r.root = c.root;
    r.bytes = c.bytes;
    r.type = word_of(c.type, s, "of a derived datatype");
    r.op = combines(r.of.of) ? word_of(c.op, s, "an operator of the program's") : none;
    r.site = site_of(c.site, s);
    return r;
  }

  int word_of(std::uint32_t number, const section& s, const char* otherwise) {
    if (number == 0) return none;
    const auto end = s.words.begin() + std::min<std::size_t>(s.self.words, s.words.size());
    const auto w = std::find_if(s.words.begin(), end, [number](const word& x) { return x.number == number; });
    return text_of(w == end ? std::string_view(otherwise) : view(w->name));
  }

  int text_of(std::string_view t) {
    const auto [found, is_new] = texts_.try_emplace(std::string(t), static_cast<int>(all_.texts.size()));
    if (is_new) all_.texts.emplace_back(t);
    return found->second;
  }

  int site_of(std::uint64_t address, const section& s) {
    if (address == 0) return none;
    const auto end = s.modules.begin() + std::min<std::size_t>(s.self.modules, s.modules.size());
    const auto m = std::find_if(s.modules.begin(), end,
                                [address](const module& x) { return address >= x.from && address < x.to; });
    const roll::site where =
        m == end ? roll::site{"", address} : roll::site{std::string(view(m->file)), address - m->base};
    const auto [found, is_new] = sites_.try_emplace(where, static_cast<int>(all_.sites.size()));
    if (is_new) all_.sites.push_back(where);
    return found->second;
  }

  void newest_first(std::vector<roll::call>& calls) {
    std::vector<std::size_t> places(calls.size());
    for (std::size_t k = 0; k < places.size(); ++k) places[k] = k;
    std::ranges::sort(places, std::greater<>(), [this](std::size_t k) { return order_[k]; });
    std::vector<roll::call> sorted;
    sorted.reserve(calls.size());
    for (const std::size_t k : places) sorted.push_back(calls[k]);
    calls.swap(sorted);
    order_.clear();
  }

  roll& all_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> communicators_;
  std::map<std::string, int> texts_;
  std::map<roll::site, int> sites_;
  std::vector<std::uint32_t> order_;
};

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
    if (!f.valid()) continue;
    job& j = found[std::string(view(f.head().job))];
    j.name = view(f.head().job);
    j.program = view(f.head().program);
    j.started = j.started == 0 ? f.head().started : std::min(j.started, f.head().started);
    j.files.push_back(entry.path());
    j.processes += static_cast<int>(f.head().processes);
    for (std::uint32_t k = 0; k < f.head().processes && !j.alive; ++k) {
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
    for (std::uint32_t k = 0; f.valid() && k < f.head().processes; ++k) parts.add(f.of(k));
  }
  parts.finish();
  return all;
}

int copy(const job& j, const fs::path& to) {
  fs::create_directories(to);
  int copied = 0;
  for (const fs::path& path : j.files) {
    const file f(path);
    if (!f.valid()) continue;
    std::vector<std::byte> bytes(f.bytes().begin(), f.bytes().end());
    for (std::uint32_t k = 0; k < f.head().processes; ++k) {
      auto& s = *reinterpret_cast<section*>(bytes.data() + page + k * section_bytes);
      if (s.self.at != life::unborn) s.self.seen = seen(s.self);
    }
    std::ofstream out(to / path.filename(), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush())
      throw fs::filesystem_error("cannot write", to / path.filename(),
                                 std::make_error_code(std::errc::io_error));
    ++copied;
  }
  return copied;
}

void remove(const job& j) {
  for (const fs::path& path : j.files) fs::remove(path);
}

std::uint64_t pulse(const job& j) {
  std::uint64_t sum = 0;
  for (const fs::path& path : j.files) {
    const file f(path);
    for (std::uint32_t k = 0; f.valid() && k < f.head().processes; ++k)
      sum += std::ranges::max_element(f.of(k).calls, {}, &call::end)->end;
  }
  return sum;
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
