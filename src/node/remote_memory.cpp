#include "node/remote_memory.hpp"

#include <sched.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <new>
#include <optional>

namespace tutti::node {
namespace {

// The kernel copies at most 2 GiB less a page at once, and may stop early at the end of a mapping.
template <class Call>
bool copy_all(Call call, const std::byte* theirs, const std::byte* mine, std::size_t bytes) {
  while (bytes > 0) {
    const iovec here{const_cast<std::byte*>(mine), bytes}, there{const_cast<std::byte*>(theirs), bytes};
    const ssize_t n = call(here, there);
    if (n <= 0) {
      if (n < 0 && errno == EINTR) continue;
      return false;
    }
    const auto some = static_cast<std::size_t>(n);
    theirs += some;
    mine += some;
    bytes -= some;
  }
  return true;
}

// Memory from which, and to which, a copy to and from data does not stall. Not on the stack: threads may have little of it.
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

// A call of the kernel's costs about as much as copying a third of this.
constexpr std::size_t grain = std::size_t{32} << 10U;
std::uint32_t grains_of(std::size_t bytes) { return static_cast<std::uint32_t>((bytes + grain - 1) / grain); }

// The turn keeps who comes late from taking grains of another message.
constexpr std::uint64_t first_grain(std::uint32_t turn) { return std::uint64_t{turn} << 32U; }

// Grains that one process copies by one call.
struct chunk {
  std::uint32_t first, grains;
};

// A part of what is left: few calls, and both processes end at about the same time, whoever began later.
std::optional<chunk> take_chunk(shared_copy& c, std::uint32_t turn, std::uint32_t all) {
  std::uint64_t next = c.next.load(std::memory_order_acquire);
  for (;;) {
    const auto first = static_cast<std::uint32_t>(next);
    if (next >> 32U != turn || first >= all) return {};
    const chunk mine{first, std::max((all - first) / 2, 1U)};
    if (c.next.compare_exchange_weak(next, next + mine.grains, std::memory_order_acq_rel)) return mine;
  }
}

// Chunk after chunk, each by copy(first byte, bytes).
template <class Copy>
void take_chunks(shared_copy& c, std::uint32_t turn, std::size_t bytes, Copy copy) {
  const std::uint32_t all = grains_of(bytes);
  while (const std::optional<chunk> mine = take_chunk(c, turn, all)) {
    const std::size_t first = mine->first * grain;
    if (!copy(first, std::min(mine->grains * grain, bytes - first)))
      c.failed.store(true, std::memory_order_relaxed);
    c.done.fetch_add(mine->grains, std::memory_order_acq_rel);
  }
}

}  // namespace

bool remote_memory::takes_a_detour(const std::byte* to, const std::byte* from,
                                   std::size_t bytes) const noexcept {
  constexpr std::size_t worth = 4096;
  return stalls_ && bytes >= worth && written_just_above(to, from);
}

bool remote_memory::read(const std::byte* theirs, std::byte* mine, std::size_t bytes) const noexcept {
  const auto call = [this](const iovec& here, const iovec& there) {
    return process_vm_readv(process_, &here, 1, &there, 1, 0);
  };
  if (!takes_a_detour(mine, theirs, bytes)) return copy_all(call, theirs, mine, bytes);
  const detour way(mine);
  if (!way) return copy_all(call, theirs, mine, bytes);
  for (std::size_t first = 0; first < bytes; first += detour::size) {
    const std::size_t n = std::min(detour::size, bytes - first);
    if (!copy_all(call, theirs + first, way.begin(), n)) return false;
    std::memcpy(mine + first, way.begin(), n);
  }
  return true;
}

bool remote_memory::write(const std::byte* mine, std::byte* theirs, std::size_t bytes) const noexcept {
  const auto call = [this](const iovec& here, const iovec& there) {
    return process_vm_writev(process_, &here, 1, &there, 1, 0);
  };
  if (!takes_a_detour(theirs, mine, bytes)) return copy_all(call, theirs, mine, bytes);
  const detour way(theirs);
  if (!way) return copy_all(call, theirs, mine, bytes);
  for (std::size_t first = 0; first < bytes; first += detour::size) {
    const std::size_t n = std::min(detour::size, bytes - first);
    std::memcpy(way.begin(), mine + first, n);
    if (!copy_all(call, theirs + first, way.begin(), n)) return false;
  }
  return true;
}

void begin_copy(shared_copy& c, std::uint32_t turn, std::byte* to, std::size_t bytes) noexcept {
  if (grains_of(bytes) <= 1) return;
  c.done.store(0, std::memory_order_relaxed);
  c.failed.store(false, std::memory_order_relaxed);
  c.place.store(reinterpret_cast<std::uintptr_t>(to), std::memory_order_relaxed);
  c.next.store(first_grain(turn), std::memory_order_release);
}

bool receive_copy(shared_copy& c, std::uint32_t turn, const remote_memory& sender, const std::byte* from,
                  std::byte* to, std::size_t bytes) {
  const std::uint32_t all = grains_of(bytes);
  if (all <= 1) return sender.read(from, to, bytes);
  take_chunks(c, turn, bytes,
              [&](std::size_t first, std::size_t n) { return sender.read(from + first, to + first, n); });
  for (unsigned turns = 0; c.done.load(std::memory_order_acquire) != all;)
    if (++turns % 1024 == 0) sched_yield();  // the sender is in the middle of one
  return !c.failed.load(std::memory_order_relaxed);
}

void help_copy(shared_copy& c, std::uint32_t turn, const remote_memory& receiver, const std::byte* from,
               std::size_t bytes) {
  if (c.next.load(std::memory_order_acquire) >> 32U != turn) return;
  auto* const to = reinterpret_cast<std::byte*>(c.place.load(std::memory_order_relaxed));
  take_chunks(c, turn, bytes,
              [&](std::size_t first, std::size_t n) { return receiver.write(from + first, to + first, n); });
}

}  // namespace tutti::node
