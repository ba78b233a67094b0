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

/// A posted call that outlives the MPI function that made it.
struct kept_call {
  std::unique_ptr<communicator> at;  // a persistent operation's own communicator
  std::unique_ptr<posted_call> call;
  // Reused by one non-blocking call after the other. Null for a persistent operation.
  MPI_Request request = MPI_REQUEST_NULL;
};

/// All kept calls by their requests. Modified only within a progress::hold.
struct kept_calls {
  std::unordered_map<std::uintptr_t, kept_call> all;
  std::atomic<std::size_t> count{0};  // may be read without a hold
  std::vector<kept_call*> spare;      // their requests serve no call at present
  std::unordered_set<kept_call*> persistent;

  // The calls that were looked up last. With several threads, accessed only within a hold.
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

// Never destroyed, because MPI functions may be called while the process exits.
extern constinit std::atomic<kept_calls*> all_kept;
/// Creates the table. Called within a hold.
kept_calls& make_kept_calls();

inline kept_calls& kept() {
  kept_calls* const k = all_kept.load(std::memory_order_acquire);
  return k ? *k : make_kept_calls();
}
/// True if there are kept calls. Needs no hold.
inline bool any_kept() noexcept {
  const kept_calls* const k = all_kept.load(std::memory_order_acquire);
  return k && k->count.load(std::memory_order_relaxed) != 0;
}
/// The call of a request, or null if the request is not one of tutti's. Needs no hold.
posted_call* kept_by(MPI_Request request);

}  // namespace tutti::mpi
