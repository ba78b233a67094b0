#include "cli/output/temporary_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "record/process_state.hpp"

namespace fs = std::filesystem;

namespace tutti::cli {
namespace {

constexpr std::string_view prefix = "tutti-";

// The process that has made a folder. Its number may be reused, and means another process in a container.
struct owner {
  std::uint64_t pid = 0, started = 0, pid_namespace = 0;
  bool operator==(const owner&) const = default;
};

owner this_process() {
  return {static_cast<std::uint64_t>(getpid()), record::state_of_process("self").started,
          record::pid_namespace()};
}

// "tutti-PID.STARTED.NAMESPACE-XXXXXX"
std::string name_for(const owner& o) {
  return fmt::format("{}{}.{}.{}-XXXXXX", prefix, o.pid, o.started, o.pid_namespace);
}
std::optional<owner> owner_in(std::string_view name) {
  owner o;
  const char *at = name.data(), *const end = at + name.size();
  if (!name.starts_with(prefix)) return {};
  at += prefix.size();
  for (const auto& [number, behind] : {std::pair(&o.pid, '.'), {&o.started, '.'}, {&o.pid_namespace, '-'}}) {
    const auto [next, error] = std::from_chars(at, end, *number);
    if (error != std::errc() || next == end || *next != behind) return {};
    at = next + 1;
  }
  return o;
}

// True if the process has ended; false also if that is not known.
bool is_gone(const owner& o) {
  return o.pid_namespace == record::pid_namespace() && o.pid_namespace != 0 &&
         record::state_of_process(std::to_string(o.pid)).started != o.started;
}

// Removes a folder of this user with the files in it. It is opened without following links, and its files are
// removed by its descriptor. If another process replaces the name meanwhile, by a link or another folder, at
// most an empty folder is removed.
void remove_own(const std::string& path) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  struct stat about {};
  const bool own = fstat(folder, &about) == 0 && about.st_uid == geteuid();
  const std::unique_ptr<DIR, int (*)(DIR*)> all(fdopendir(folder), closedir);
  if (!all) return void(close(folder));
  if (!own) return;
  while (const dirent* const file = readdir(all.get())) unlinkat(folder, file->d_name, 0);
  rmdir(path.c_str());
}

}  // namespace

temporary_folder::temporary_folder(const std::string& what_for)
    : name_((fs::temp_directory_path() / name_for(this_process())).string()) {
  if (!mkdtemp(name_.data()))
    throw std::runtime_error(fmt::format("{}cannot make {}: {}", what_for, name_, std::strerror(errno)));
}

temporary_folder::~temporary_folder() {
  std::error_code gone_already;
  fs::remove_all(name_, gone_already);
}

void remove_abandoned_folders() {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(fs::temp_directory_path(none), none))
    if (const auto made_by = owner_in(entry.path().filename().string()); made_by && is_gone(*made_by))
      remove_own(entry.path().string());
}

}  // namespace tutti::cli
