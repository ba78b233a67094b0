#include "node/shared_copy.hpp"

#include <algorithm>
#include <optional>

namespace tutti::node {
namespace {

// A system call costs about as much as copying a third of a grain.
constexpr std::size_t grain = std::size_t{32} << 10U;
std::uint32_t grains_of(std::size_t bytes) { return static_cast<std::uint32_t>((bytes + grain - 1) / grain); }

// The turn prevents a late process from taking grains of another message.
constexpr std::uint64_t first_grain(std::uint32_t turn) { return std::uint64_t{turn} << 32U; }

// The grains that one process copies in one call.
struct chunk {
  std::uint32_t first, grains;
};

// Takes half of the remaining grains. This makes few calls, and both processes finish at about the same time,
// even if one began later.
std::optional<chunk> take_chunk(shared_copy& c, std::uint32_t turn, std::uint32_t all) {
  std::uint64_t next = c.next.load(std::memory_order_acquire);
  for (;;) {
    const auto first = static_cast<std::uint32_t>(next);
    if (next >> 32U != turn || first >= all) return {};
    const chunk mine{first, std::max((all - first) / 2, 1U)};
    if (c.next.compare_exchange_weak(next, next + mine.grains, std::memory_order_acq_rel)) return mine;
  }
}

// Copies chunk after chunk by copy(first byte, bytes).
template <class Copy>
void take_chunks(shared_copy& c, std::uint32_t turn, std::size_t bytes, Copy copy) {
  const std::uint32_t all = grains_of(bytes);
  while (const std::optional<chunk> mine = take_chunk(c, turn, all)) {
    const std::size_t first = mine->first * grain;
    const copy_result result = copy(first, std::min(mine->grains * grain, bytes - first));
    if (result != copy_result::complete) c.failed.store(true, std::memory_order_relaxed);
    if (result == copy_result::forbidden) c.forbidden.store(true, std::memory_order_relaxed);
    c.done.fetch_add(mine->grains, std::memory_order_acq_rel);
  }
}

}  // namespace

void forget_turn(shared_copy& c, std::uint32_t turn) noexcept {
  if (c.last.load(std::memory_order_relaxed) == turn) c.last.store(0, std::memory_order_relaxed);
  if (c.refused.load(std::memory_order_relaxed) == turn) c.refused.store(0, std::memory_order_relaxed);
  if (c.next.load(std::memory_order_relaxed) >> 32U == turn) c.next.store(0, std::memory_order_relaxed);
}

bool both_copy(std::size_t bytes) noexcept { return grains_of(bytes) > 1; }

void begin_copy(shared_copy& c, std::uint32_t turn, std::byte* to) noexcept {
  c.done.store(0, std::memory_order_relaxed);
  c.failed.store(false, std::memory_order_relaxed);
  c.place.store(reinterpret_cast<std::uintptr_t>(to), std::memory_order_relaxed);
  c.next.store(first_grain(turn), std::memory_order_release);
}

void receive_copy(shared_copy& c, std::uint32_t turn, const remote_memory& sender, const std::byte* from,
                  std::byte* to, std::size_t bytes) {
  take_chunks(c, turn, bytes,
              [&](std::size_t first, std::size_t n) { return sender.read(from + first, to + first, n); });
}

std::optional<copy_result> copy_ended(const shared_copy& c, std::size_t bytes) noexcept {
  if (c.done.load(std::memory_order_acquire) != grains_of(bytes)) return {};
  if (!c.failed.load(std::memory_order_relaxed)) return copy_result::complete;
  return c.forbidden.load(std::memory_order_relaxed) ? copy_result::forbidden : copy_result::failed;
}

void help_copy(shared_copy& c, std::uint32_t turn, const remote_memory& receiver, const std::byte* from,
               std::size_t bytes) {
  if (c.next.load(std::memory_order_acquire) >> 32U != turn) return;
  auto* const to = reinterpret_cast<std::byte*>(c.place.load(std::memory_order_relaxed));
  take_chunks(c, turn, bytes,
              [&](std::size_t first, std::size_t n) { return receiver.write(from + first, to + first, n); });
}

}  // namespace tutti::node
