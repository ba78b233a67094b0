#include "mpi/communicators/node_choices.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "mpi/progress/patience.hpp"

namespace tutti::mpi {

// A process takes a free entry, with hash 0, by writing the hash of its question. Then the process finds the
// answer.
struct alignas(128) node_choices::entry {
  enum : std::uint32_t { open, being_written, written };
  std::atomic<std::uint64_t> hash;
  std::atomic<std::uint32_t> state;
  question about;
  answer found;
};

node_choices::node_choices(std::span<std::byte> memory) noexcept
    : all_(reinterpret_cast<entry*>(memory.data()), memory.size() / sizeof(entry)) {}

// The entry with this hash, or else the first free one. Null if there is neither nearby.
node_choices::entry* node_choices::place_for(std::uint64_t hash) const noexcept {
  constexpr std::size_t near = 16;
  for (std::size_t i = 0; i < std::min(near, all_.size()); ++i) {
    entry& e = all_[(static_cast<std::size_t>(hash >> 32U) + i) % all_.size()];
    const std::uint64_t there = e.hash.load(std::memory_order_acquire);
    if (there == 0 || there == hash) return &e;
  }
  return nullptr;
}

std::optional<shared_choices::answer> node_choices::ask(const question& about, double seconds) {
  const std::uint64_t hash = hash_of(about);
  entry* e = nullptr;
  for (;;) {
    e = place_for(hash);
    if (!e) return {};
    std::uint64_t there = 0;
    if (e->hash.compare_exchange_strong(there, hash, std::memory_order_acq_rel)) return {};  // it is ours
    if (there == hash) break;  // otherwise another process has just taken the entry
  }
  const std::chrono::duration<double> at_most(seconds);
  for (patience wait; e->state.load(std::memory_order_acquire) != entry::written; wait.rest())
    if (wait.waited() > at_most) return {};
  if (!(e->about == about)) return {};
  return e->found;
}

void node_choices::tell(const question& about, const answer& found) noexcept {
  const std::uint64_t hash = hash_of(about);
  entry* const e = place_for(hash);
  std::uint32_t state = entry::open;
  if (!e || e->hash.load(std::memory_order_acquire) != hash) return;
  if (!e->state.compare_exchange_strong(state, entry::being_written, std::memory_order_acq_rel)) return;
  e->about = about;
  e->found = found;
  e->state.store(entry::written, std::memory_order_release);
}

}  // namespace tutti::mpi
