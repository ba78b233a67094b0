#include "text/written_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace tutti {
namespace {

// The target of a link, since the target is replaced and not the link; empty if the target does not exist.
std::string behind_links(const std::string& name) {
  char* const found = ::realpath(name.c_str(), nullptr);
  std::string path = found ? found : "";
  std::free(found);
  return path;
}

bool is_open_here(const struct stat& file) {
  for (const int place : {STDOUT_FILENO, STDERR_FILENO})
    if (struct stat open{};
        ::fstat(place, &open) == 0 && open.st_dev == file.st_dev && open.st_ino == file.st_ino)
      return true;
  return false;
}

}  // namespace

bool is_written_directly(const std::string& name) {
  struct stat there {};
  if (::stat(name.c_str(), &there) != 0) return false;
  // /dev/stdout may be a regular file. The process that redirected it would not see a file that replaces it.
  return !S_ISREG(there.st_mode) || name.starts_with("/proc/") || name.starts_with("/dev/fd/") ||
         is_open_here(there);
}

written_file::written_file(const std::string& name) {
  struct stat there {};
  const bool exists = ::stat(name.c_str(), &there) == 0, link = ::lstat(name.c_str(), &there) == 0;
  if (!is_written_directly(name) && exists == link) open_beside(exists ? behind_links(name) : name);
  // Also for a dangling link: fopen() creates its target.
  if (!to_ && error_ == 0) to_ = std::fopen(name.c_str(), "w");
  if (!to_ && error_ == 0) error_ = errno;
}
written_file::~written_file() {
  if (to_) std::fclose(to_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
}

// Opens the temporary file, with the permissions of the file that it will replace.
void written_file::open_beside(const std::string& target) {
  struct stat before {};
  const bool replaces = ::stat(target.c_str(), &before) == 0;
  if (replaces && ::access(target.c_str(), W_OK) != 0) return void(error_ = errno);
  int opened = -1;
  for (int k = 0; opened < 0; ++k) {
    beside_ = target + "." + std::to_string(::getpid()) + "-" + std::to_string(k) + ".part";
    opened = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (opened >= 0 || errno == EEXIST) continue;
    beside_.clear();
    // If the folder allows no new file, or no name of this length, the file itself is written.
    if (errno != EACCES && errno != EPERM && errno != ENAMETOOLONG) error_ = errno;
    return;
  }
  target_ = target;
  if (replaces) ::fchmod(opened, before.st_mode & 07777U);
  to_ = ::fdopen(opened, "w");
}

void written_file::add(std::string_view piece) {
  if (error_ == 0 && std::fwrite(piece.data(), 1, piece.size(), to_) != piece.size()) error_ = errno;
}

bool written_file::close() {
  if (to_ && std::fclose(std::exchange(to_, nullptr)) != 0 && error_ == 0) error_ = errno;
  if (error_ == 0 && !beside_.empty()) {
    if (std::rename(beside_.c_str(), target_.c_str()) == 0)
      beside_.clear();
    else
      error_ = errno;
  }
  errno = error_;
  return error_ == 0;
}

bool written(const std::string& file, std::string_view text) {
  written_file to(file);
  to.add(text);
  return to.close();
}

}  // namespace tutti
