#include "node/remote_memory.hpp"

#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>

namespace tutti::node {
namespace {

// One call copies at most 2 GiB less a page, and may stop early at the end of a mapping.
template <class Call>
copy_result copy_all(Call call, const std::byte* theirs, const std::byte* mine, std::size_t bytes) {
  while (bytes > 0) {
    const iovec here{const_cast<std::byte*>(mine), bytes}, there{const_cast<std::byte*>(theirs), bytes};
    const ssize_t n = call(here, there);
    if (n <= 0) {
      if (n < 0 && errno == EINTR) continue;
      return n == 0 || errno == EFAULT || errno == ENOMEM ? copy_result::failed : copy_result::forbidden;
    }
    const auto some = static_cast<std::size_t>(n);
    theirs += some;
    mine += some;
    bytes -= some;
  }
  return copy_result::complete;
}

// A buffer for copies to and from `data` that do not stall. On the heap, since threads may have small stacks.
class detour {
 public:
  explicit detour(const std::byte* data) noexcept : memory_(new (std::nothrow) std::byte[size + page]) {
    constexpr std::size_t far = 64;
    const std::uintptr_t wanted = reinterpret_cast<std::uintptr_t>(data) - far;
    begin_ = memory_.get() + (wanted - reinterpret_cast<std::uintptr_t>(memory_.get())) % page;
  }
  explicit operator bool() const noexcept { return memory_ != nullptr; }
  [[nodiscard]] std::byte* begin() const noexcept { return begin_; }
  static constexpr std::size_t size = std::size_t{64} << 10U;

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::byte* begin_;
};

}  // namespace

bool remote_memory::takes_a_detour(const std::byte* to, const std::byte* from,
                                   std::size_t bytes) const noexcept {
  constexpr std::size_t worth = 4096;
  return stalls_ && bytes >= worth && written_just_above(to, from);
}

copy_result remote_memory::read(const std::byte* theirs, std::byte* mine, std::size_t bytes) const noexcept {
  const auto call = [this](const iovec& here, const iovec& there) {
    return process_vm_readv(process_, &here, 1, &there, 1, 0);
  };
  if (!takes_a_detour(mine, theirs, bytes)) return copy_all(call, theirs, mine, bytes);
  const detour way(mine);
  if (!way) return copy_all(call, theirs, mine, bytes);
  for (std::size_t first = 0; first < bytes; first += detour::size) {
    const std::size_t n = std::min(detour::size, bytes - first);
    if (const copy_result r = copy_all(call, theirs + first, way.begin(), n); r != copy_result::complete)
      return r;
    std::memcpy(mine + first, way.begin(), n);
  }
  return copy_result::complete;
}

copy_result remote_memory::write(const std::byte* mine, std::byte* theirs, std::size_t bytes) const noexcept {
  const auto call = [this](const iovec& here, const iovec& there) {
    return process_vm_writev(process_, &here, 1, &there, 1, 0);
  };
  if (!takes_a_detour(theirs, mine, bytes)) return copy_all(call, theirs, mine, bytes);
  const detour way(theirs);
  if (!way) return copy_all(call, theirs, mine, bytes);
  for (std::size_t first = 0; first < bytes; first += detour::size) {
    const std::size_t n = std::min(detour::size, bytes - first);
    std::memcpy(way.begin(), mine + first, n);
    if (const copy_result r = copy_all(call, theirs + first, way.begin(), n); r != copy_result::complete)
      return r;
  }
  return copy_result::complete;
}

}  // namespace tutti::node
