#pragma once

// Writes data of several KiB to memory that another process has read.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "node/copying.hpp"

namespace tutti::node {

/// Copies data to memory that another process will read: through the caches, or past them by non-temporal
/// stores. Cores without a common cache fetch each line from the other's cache, one by one; there, stores
/// past the caches may be many times as fast. For near cores, and if all processes of a node copy at once,
/// the caches are faster. So both ways are timed now and then.
class filler {
 public:
  /// `to` is aligned to a cache line. A later release store publishes all of the data.
  void fill(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    if (bytes < least) [[likely]] {
      if (bytes > 0) std::memcpy(to, from, bytes);
    } else {
      fill_long(to, from, bytes);
    }
  }

 private:
  static constexpr std::size_t least = 2048;  // bytes: shorter data arrive sooner through the caches

#if defined(__x86_64__)
  [[gnu::noinline]] void fill_long(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    const bool starts = filled_++ % period == first_clocked, non_temporal = !starts && bytes == clocked_;
    if (!starts && !non_temporal) return copy(non_temporal_, to, from, bytes);
    const std::uint64_t begin = __builtin_ia32_rdtsc();
    copy(non_temporal, to, from, bytes);
    _mm_mfence();  // waits until the stores have left the core
    // Integers, since a program may trap inexact floating-point results.
    const auto cost = static_cast<std::int64_t>((__builtin_ia32_rdtsc() - begin) * 1024 / bytes);
    clocked_ = starts ? bytes : 0;
    std::int64_t& known = cost_[non_temporal ? 1 : 0];
    // The process may have been preempted, so a higher cost counts little.
    known = known == 0 ? cost : std::min(cost, known + (cost - known) / 8);
    if (non_temporal) non_temporal_ = cost_[1] < cost_[0];
  }

  static void copy(bool non_temporal, std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    if (!non_temporal) return copy_bytes(to, from, bytes);
    constexpr std::size_t word = sizeof(__m128i);
    const std::size_t whole = bytes / word * word;
    for (std::size_t i = 0; i < whole; i += word) {
      __m128i x;
      std::memcpy(&x, from + i, word);
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), x);
    }
    std::memcpy(to + whole, from + whole, bytes - whole);
    _mm_sfence();  // a release store does not wait for non-temporal stores
  }

  // The first copies are slow, since they touch the ring's pages for the first time.
  static constexpr unsigned period = 128, first_clocked = 16;
  unsigned filled_ = 0;
  // bytes of the last timed copy through the caches: the next copy of this size goes past them
  std::size_t clocked_ = 0;
  bool non_temporal_ = false;
  std::array<std::int64_t, 2> cost_{};  // ticks per KiB, through the caches and past them; 0: not known yet
#else
  static void fill_long(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    copy_bytes(to, from, bytes);
  }
#endif
};

}  // namespace tutti::node
