#include "node/segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string>
#include <string_view>

namespace tutti::node {
namespace {

constexpr const char* name = "tutti";

// In another PID namespace, the same process and descriptor numbers name another file, which must not even be
// opened.
bool is_segment(const std::string& path) {
  std::array<char, 64> target{};
  const ssize_t n = readlink(path.c_str(), target.data(), target.size());
  return n > 0 && std::string_view(target.data(), static_cast<std::size_t>(n))
                      .starts_with(std::string("/memfd:") + name);
}

bool has_key(int descriptor, std::uint64_t key) {
  std::uint64_t found = 0;
  return pread(descriptor, &found, sizeof found, 0) == sizeof found && found == key;
}

// True if the system promises no more memory than it has (vm.overcommit_memory=2).
bool memory_is_strict() {
  const int descriptor = ::open("/proc/sys/vm/overcommit_memory", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  char mode = 0;
  const bool strict = ::read(descriptor, &mode, 1) == 1 && mode == '2';
  ::close(descriptor);
  return strict;
}

// Takes all pages of a file, whose length stays. A signal interrupts this and undoes it, so it is done piece
// by piece.
bool takes_pages(int descriptor, std::size_t bytes) {
  constexpr std::size_t piece = std::size_t{1} << 20U;
  for (std::size_t at = 0; at < bytes; at += piece)
    while (fallocate(descriptor, FALLOC_FL_KEEP_SIZE, static_cast<off_t>(at),
                     static_cast<off_t>(std::min(piece, bytes - at))) != 0)
      if (errno != EINTR) return false;
  return true;
}

// All processes that open the memory may do this at once, with the same length. Linux counts the pages of
// such a file only when they are first touched, and if it then has no memory, it kills the process (SIGBUS).
// So where it is strict, the pages are taken before any process sees the length.
bool gets_length(int descriptor, std::size_t bytes) {
  struct stat s {};
  if (fstat(descriptor, &s) != 0) return false;
  const auto length = static_cast<std::size_t>(s.st_size);
  return length == bytes ||
         (length == sizeof(invitation::key) && (!memory_is_strict() || takes_pages(descriptor, bytes)) &&
          ftruncate(descriptor, static_cast<off_t>(bytes)) == 0);
}

}  // namespace

bool file_may_have(std::size_t bytes) noexcept {
  rlimit most{};
  return getrlimit(RLIMIT_FSIZE, &most) == 0 && (most.rlim_cur == RLIM_INFINITY || bytes <= most.rlim_cur);
}

memory_offer::memory_offer() noexcept {
  to_others_.key =
      static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) * 2 + 1;
  to_others_.process = getpid();
  if (!file_may_have(sizeof to_others_.key)) return;
  const int descriptor = memfd_create(name, MFD_CLOEXEC);
  if (descriptor < 0) return;
  if (pwrite(descriptor, &to_others_.key, sizeof to_others_.key, 0) == sizeof to_others_.key)
    to_others_.descriptor = descriptor;
  else
    ::close(descriptor);
}

memory_offer::~memory_offer() {
  if (to_others_.descriptor >= 0) ::close(to_others_.descriptor);
}

std::optional<segment> segment::open(const invitation& to, std::size_t bytes) {
  if (to.descriptor < 0 || !file_may_have(bytes)) return {};
  const std::string path = "/proc/" + std::to_string(to.process) + "/fd/" + std::to_string(to.descriptor);
  if (!is_segment(path)) return {};
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor < 0) return {};
  void* const at = has_key(descriptor, to.key) && gets_length(descriptor, bytes)
                       ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
                       : MAP_FAILED;
  ::close(descriptor);
  if (at == MAP_FAILED) return {};
  return segment({static_cast<std::byte*>(at), bytes});
}

segment::~segment() {
  if (!memory_.empty()) munmap(memory_.data(), memory_.size());
}

}  // namespace tutti::node
