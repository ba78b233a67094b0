#include "node/copying.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#include <x86intrin.h>

#include <algorithm>
#include <array>
#endif

namespace tutti::node {

#if defined(__x86_64__)

namespace {

// Copies 128 bytes at a time, and reads all 128 before it writes. Returns the number of bytes copied. (All
// processors that stall have AVX2.)
[[gnu::target("avx2")]] std::size_t copy_by_32(std::byte* to, const std::byte* from,
                                               std::size_t bytes) noexcept {
  constexpr std::size_t step = 4 * sizeof(__m256i);
  std::size_t i = 0;
  for (; i + step <= bytes; i += step) {
    const auto* const in = reinterpret_cast<const __m256i*>(from + i);
    auto* const out = reinterpret_cast<__m256i*>(to + i);
    const __m256i a = _mm256_loadu_si256(in), b = _mm256_loadu_si256(in + 1), c = _mm256_loadu_si256(in + 2),
                  d = _mm256_loadu_si256(in + 3);
    _mm256_storeu_si256(out, a);
    _mm256_storeu_si256(out + 1, b);
    _mm256_storeu_si256(out + 2, c);
    _mm256_storeu_si256(out + 3, d);
  }
  return i;
}

// Minimum ticks for a copy of a page to an address that lies `above` bytes above the source, modulo the page.
std::uint64_t ticks_for_page(std::size_t above) noexcept {
  alignas(page) static std::array<std::byte, 3 * page> memory;
  std::uint64_t least = UINT64_MAX;
  for (int i = 0; i < 4; ++i) {
    const std::uint64_t begin = __rdtsc();
    std::byte *to = memory.data() + page + above, *from = memory.data();
    std::size_t bytes = page;
    asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
    least = std::min<std::uint64_t>(least, __rdtsc() - begin);
  }
  return least;
}

}  // namespace

bool processor_stalls() noexcept {
  constexpr std::uint64_t far_longer = 4;
  static const bool found = ticks_for_page(16) > far_longer * ticks_for_page(64);
  return found;
}

void copy_by_words(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  static const bool avx2 = __builtin_cpu_supports("avx2") != 0;
  const std::size_t copied = avx2 ? copy_by_32(to, from, bytes) : 0;
  if (copied < bytes) std::memcpy(to + copied, from + copied, bytes - copied);
}

#else

bool processor_stalls() noexcept { return false; }
void copy_by_words(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  std::memcpy(to, from, bytes);
}

#endif

}  // namespace tutti::node
