#pragma once

// Long copies, which memcpy() and the kernel do by `rep movsb`. On AMD's Zen 3 and 4, it takes some 30 times
// as long if the destination lies 1 to 31 bytes, modulo 4 KiB, above the source. That is not rare: if
// malloc() returns two consecutive blocks of 2^k bytes, the second begins 2^k + 16 bytes above the first.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tutti::node {

constexpr std::size_t page = 4096;

/// The smallest copy for which memcpy() may use `rep movsb`.
constexpr std::size_t least_left_to_processor = 2048;

/// True if the destination lies just above the source, modulo a page.
[[nodiscard]] inline bool written_just_above(const std::byte* to, const std::byte* from) noexcept {
  constexpr std::uintptr_t least = 1, most = 31;
  const std::uintptr_t above =
      (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from)) % page;
  return least <= above && above <= most;
}

/// True if `rep movsb` is slow on this processor when the destination lies just above the source. Measured
/// once; takes a few microseconds.
[[nodiscard]] bool processor_stalls() noexcept;

/// Copies by loads and stores, for any length. Without AVX2 it is memcpy(), since such processors do not
/// stall.
void copy_by_words(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

/// A memcpy() that never stalls.
inline void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  if (bytes > least_left_to_processor && written_just_above(to, from)) [[unlikely]]
    return copy_by_words(to, from, bytes);
  std::memcpy(to, from, bytes);
}

}  // namespace tutti::node
