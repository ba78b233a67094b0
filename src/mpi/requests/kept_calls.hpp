#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/requests/posted_call.hpp"

namespace tutti::mpi {

/// A posted call that outlives the function that began it.
struct kept_call {
  std::unique_ptr<communicator> at;  // of a persistent one
  std::unique_ptr<posted_call> call;
  MPI_Request request = MPI_REQUEST_NULL;  // of one that is not: it serves one call after the other
};

/// All of them, by their requests. Changed within a progress::hold only.
struct kept_calls {
  std::unordered_map<std::uintptr_t, kept_call> all;
  std::atomic<std::size_t> count{0};  // without a hold: whether there are any
  std::vector<kept_call*> spare;      // those whose requests serve no call
  std::unordered_set<kept_call*> persistent;

  // Those that have been looked for last. (With several threads, within a hold.)
  struct found {
    std::uintptr_t request = 0;
    kept_call* kept = nullptr;
  };
  std::array<found, 256> last{};
  found& place_of(std::uintptr_t request) noexcept {
    constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
    return last[(request * golden) >> (64U - static_cast<unsigned>(std::bit_width(last.size() - 1)))];
  }

  kept_call* find(MPI_Request r) {
    const std::uintptr_t request = number_of(r);
    found& f = place_of(request);
    if (f.kept && f.request == request) [[likely]]
      return f.kept;
    const auto known = all.find(request);
    if (known == all.end()) return nullptr;
    f = {request, &known->second};
    return f.kept;
  }
  kept_call& add(MPI_Request r, kept_call c) {
    kept_call& there = all.emplace(number_of(r), std::move(c)).first->second;
    count.store(all.size(), std::memory_order_relaxed);
    return there;
  }
};

extern constinit std::atomic<kept_calls*>
    all_kept;  // never destroyed: MPI may be asked while the process ends
/// Makes the first one, within a hold.
kept_calls& make_kept_calls();

inline kept_calls& kept() {
  kept_calls* const k = all_kept.load(std::memory_order_acquire);
  return k ? *k : make_kept_calls();
}
/// Without a hold: whether there are any.
inline bool any_kept() noexcept {
  const kept_calls* const k = all_kept.load(std::memory_order_acquire);
  return k && k->count.load(std::memory_order_relaxed) != 0;
}
/// The call of a request, also without a hold; null if it is none of ours.
posted_call* kept_by(MPI_Request request);

}  // namespace tutti::mpi
