#include "algorithms/shapes/circulant_schedule.hpp"

#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <vector>

namespace tutti {
namespace {

// Returns the index b of the smallest skip in the greedy sum r = skip[e] + ... + skip[b], which takes the
// largest skips first. Returns q for the root.
int base_block(const halving_skips& skips, int r) noexcept {
  int b = skips.rounds();
  for (int e = b; e-- > 0;)
    if (skips[e] <= r) {
      r -= skips[e];
      b = e;
    }
  return b;
}

// The indices q, q - 1, ..., 0 as a list, in this order, from which indices can be removed. Index e is in
// slot e + 1; slot 0 is the end of the list and slot q + 2 its head.
class index_list {
 public:
  explicit index_list(int q) noexcept {
    for (int slot = 0; slot <= q + 2; ++slot) {
      below_[at(slot)] = slot - 1;
      above_[at(slot)] = slot + 1;
    }
  }
  void take_out(int e) noexcept {
    const int below = below_[at(e + 1)], above = above_[at(e + 1)];
    below_[at(above)] = below;
    above_[at(below)] = above;
  }
  /// The next smaller index in the list, even if e itself has been removed; -1 if there is none.
  [[nodiscard]] int after(int e) const noexcept { return below_[at(e + 1)] - 1; }

 private:
  static std::size_t at(int slot) noexcept { return static_cast<std::size_t>(slot); }
  std::array<int, most_rounds + 3> below_, above_;
};

// In round k process r receives from process r - skip[k]. So a block can reach it in this round only along a
// sum of skips that is at most r - skip[k]. The search goes depth first through the sums of skips with
// non-increasing indices. Each sum found gives the next round its block, and is the bound for the sums that
// follow.
//
// `count` is called for each skip that is looked at.
template <class Count>
struct search {
  const halving_skips& skips;
  int target;  // r + p, so that nothing is negative
  int bound;   // sums must stay below it; at first 2 p
  index_list left;
  std::span<int> receive;
  Count count;

  // Continues from `sum` with indices e and smaller. Rounds before k have their blocks. Returns the first
  // round without one.
  int from(int sum, int e, int k) noexcept {
    const int q = skips.rounds();
    for (; e >= 0; e = left.after(e)) {
      count();
      const int next = sum + skips[e];
      if (next > target - skips[k] || next >= bound) continue;
      if (next <= target - skips[k + 1]) k = from(next, e, k);
      if (k == q || sum > target - skips[k + 1]) return k;
      bound = next;
      receive[static_cast<std::size_t>(k++)] = e;
      left.take_out(e);
      if (k == q) return k;
    }
    return k;
  }
};

template <class Count>
void find_receive_schedule(const halving_skips& skips, int rank, std::span<int> receive,
                           Count count) noexcept {
  const int q = skips.rounds(), p = skips[q];
  assert(0 <= rank && rank < p && receive.size() >= static_cast<std::size_t>(q));
  const int base = base_block(skips, rank);
  search<Count> s{.skips = skips,
                  .target = rank + p,
                  .bound = 2 * p,
                  .left = index_list(q),
                  .receive = receive,
                  .count = count};
  s.left.take_out(base);
  s.from(0, base == q ? s.left.after(q) : q, 0);
  for (int& entry : receive.first(static_cast<std::size_t>(q))) entry = entry == q ? base : entry - q;
}

}  // namespace

void circulant_receive_schedule(const halving_skips& skips, int rank, std::span<int> receive) noexcept {
  find_receive_schedule(skips, rank, receive, [] {});
}

int circulant_receive_steps(const halving_skips& skips, int rank) noexcept {
  std::array<int, most_rounds> receive;
  int steps = skips.rounds();  // of the base block
  find_receive_schedule(skips, rank, receive, [&steps] { ++steps; });
  return steps;
}

int circulant_schedule_steps(const halving_skips& skips, int rank) noexcept {
  int steps = circulant_receive_steps(skips, rank);
  for (int k = 0; k < skips.rounds(); ++k)
    steps += circulant_receive_steps(skips, ring(rank, skips[k], skips[skips.rounds()]));
  return steps;
}

void circulant_send_schedule(const halving_skips& skips, int rank, std::span<int> send) noexcept {
  const int q = skips.rounds(), p = skips[q];
  std::array<int, most_rounds> receive;
  for (int k = 0; k < q; ++k) {
    circulant_receive_schedule(skips, ring(rank, skips[k], p), receive);
    send[static_cast<std::size_t>(k)] = receive[static_cast<std::size_t>(k)];
  }
}

namespace {

std::size_t entries_of_all(const halving_skips& skips) {
  return static_cast<std::size_t>(skips[skips.rounds()]) * static_cast<std::size_t>(skips.rounds());
}

// The receive schedules of all processes, one after the other; the root, which has none, comes first.
void fill(const halving_skips& skips, std::span<int> entries) {
  const auto q = static_cast<std::size_t>(skips.rounds());
  for (int v = 1; v < skips[skips.rounds()]; ++v)
    circulant_receive_schedule(skips, v, entries.subspan(static_cast<std::size_t>(v) * q, q));
}

// Returns the cached schedules for p; an empty span if p is too large or its places in the cache are taken.
// Schedules depend on p alone, and programs use the same few p again and again, as do all processes in
// virtual time. The thread that fills a place first keeps it forever, so that no thread has to wait.
std::span<const int> kept_entries(const halving_skips& skips) {
  struct kept {
    int p;
    std::vector<int> entries;
  };
  constexpr unsigned bits = 6, tries = 4;
  constexpr std::size_t most = std::size_t{1} << 20U;  // entries: enough for some 60000 processes
  if (entries_of_all(skips) > most) return {};
  static constinit std::array<std::atomic<const kept*>, 1U << bits> places{};
  const int p = skips[skips.rounds()];
  constexpr std::uint32_t golden = 0x9e3779b9;  // spreads regularly spaced values of p
  const std::uint32_t first = static_cast<std::uint32_t>(p) * golden >> (32 - bits);
  for (std::uint32_t i = 0; i < tries; ++i) {
    std::atomic<const kept*>& place = places[(first + i) % places.size()];
    const kept* there = place.load(std::memory_order_acquire);
    if (!there) {
      auto fresh = std::make_unique<kept>(kept{p, std::vector<int>(entries_of_all(skips))});
      fill(skips, fresh->entries);
      if (place.compare_exchange_strong(there, fresh.get(), std::memory_order_acq_rel))
        there = fresh.release();
    }
    if (there->p == p) return there->entries;
  }
  return {};
}

}  // namespace

all_schedules::all_schedules(int p, int pieces)
    : skips_(p),
      rounds_(skips_.rounds(), pieces),
      entries_(kept_entries(skips_)),
      own_(entries_.empty() ? entries_of_all(skips_) : 0) {
  if (!entries_.empty()) return;
  fill(skips_, own_);
  entries_ = own_;
}

cost price_of_all_schedules(const shape& s) noexcept {
  cost c = price_of_pipeline<logarithmic_pipeline>(s);
  if (s.longest <= 0) c.bytes = s.bytes * (s.p - 1) / s.p;
  return c;
}

}  // namespace tutti
