#include "node/segment.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

namespace tutti::node {
namespace {

constexpr const char* name = "tutti";

// In another process namespace the same numbers name something else, which is not even to be opened.
bool is_segment(const std::string& path) {
  std::array<char, 64> target{};
  const ssize_t n = readlink(path.c_str(), target.data(), target.size());
  return n > 0 && std::string_view(target.data(), static_cast<std::size_t>(n))
                      .starts_with(std::string("/memfd:") + name);
}

bool has_length(int descriptor, std::size_t bytes) {
  struct stat s {};
  return fstat(descriptor, &s) == 0 && static_cast<std::size_t>(s.st_size) == bytes;
}

}  // namespace

bool file_may_have(std::size_t bytes) noexcept {
  rlimit most{};
  return getrlimit(RLIMIT_FSIZE, &most) == 0 && (most.rlim_cur == RLIM_INFINITY || bytes <= most.rlim_cur);
}

std::optional<segment> segment::map(int descriptor, std::size_t bytes) {
  if (descriptor < 0) return {};
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) {
    ::close(descriptor);
    return {};
  }
  return segment({static_cast<std::byte*>(at), bytes}, descriptor);
}

std::optional<segment> segment::create(std::size_t bytes) {
  if (!file_may_have(bytes)) return {};
  const int descriptor = memfd_create(name, MFD_CLOEXEC);
  if (descriptor >= 0 && ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) {
    ::close(descriptor);
    return {};
  }
  return map(descriptor, bytes);
}

std::optional<segment> segment::open(pid_t creator, int descriptor, std::size_t bytes) {
  const std::string path = "/proc/" + std::to_string(creator) + "/fd/" + std::to_string(descriptor);
  if (!is_segment(path)) return {};
  const int mine = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (mine >= 0 && !has_length(mine, bytes)) {
    ::close(mine);
    return {};
  }
  return map(mine, bytes);
}

void segment::close_descriptor() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

segment::~segment() {
  close_descriptor();
  if (!memory_.empty()) munmap(memory_.data(), memory_.size());
}

}  // namespace tutti::node
