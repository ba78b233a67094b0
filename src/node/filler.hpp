#pragma once

// How data of several KiB are written to memory that another process has read.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "node/copying.hpp"

namespace tutti::node {

/// Copies data to where another process will read them: through the caches, or past them into memory. Cores without a common cache
/// take each line from the other's, one by one, and past the caches data may travel many times as fast; near cores, and nodes on which all
/// processes copy at once, are faster through their caches. So both are clocked now and then.
class filler {
 public:
  /// `to` begins with a cache line. Whoever learns afterwards, by a release, that the data are there sees all of them.
  void fill(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    if (bytes < least) [[likely]] {
      if (bytes > 0) std::memcpy(to, from, bytes);
    } else {
      fill_long(to, from, bytes);
    }
  }

 private:
  static constexpr std::size_t least = 2048;  // bytes: what is shorter is there sooner through the caches

#if defined(__x86_64__)
  [[gnu::noinline]] void fill_long(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    const bool starts = filled_++ % period == first_clocked, past = !starts && bytes == clocked_;
    if (!starts && !past) return copy(past_, to, from, bytes);
    const std::uint64_t begin = __rdtsc();
    copy(past, to, from, bytes);
    _mm_mfence();  // until what was written has left
    // In integers, since a program may trap every rounding of floating-point numbers.
    const auto cost = static_cast<std::int64_t>((__rdtsc() - begin) * 1024 / bytes);
    clocked_ = starts ? bytes : 0;
    std::int64_t& known = cost_[past ? 1 : 0];
    // Something else may have taken the processor away.
    known = known == 0 ? cost : std::min(cost, known + (cost - known) / 8);
    if (past) past_ = cost_[1] < cost_[0];
  }

  static void copy(bool past, std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    if (!past) return copy_bytes(to, from, bytes);
    constexpr std::size_t word = sizeof(__m128i);
    const std::size_t whole = bytes / word * word;
    for (std::size_t i = 0; i < whole; i += word) {
      __m128i x;
      std::memcpy(&x, from + i, word);
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), x);
    }
    std::memcpy(to + whole, from + whole, bytes - whole);
    _mm_sfence();  // a release does not wait for what went past the caches
  }

  // The first ones are slow, since the ring's pages come with them.
  static constexpr unsigned period = 128, first_clocked = 16;
  unsigned filled_ = 0;
  std::size_t clocked_ = 0;  // bytes clocked through the caches: the next ones go past them
  bool past_ = false;
  std::array<std::int64_t, 2> cost_{};  // ticks for 1 KiB, through the caches and past them; 0: not known yet
#else
  static void fill_long(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    copy_bytes(to, from, bytes);
  }
#endif
};

}  // namespace tutti::node
