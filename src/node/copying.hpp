#pragma once

// Copies of many bytes, which memcpy() and the kernel leave to the processor: `rep movsb`. AMD's Zen 3 and 4 take some 30 times as long
// for it where each byte is written 1 to 31 bytes, modulo 4 KiB, above where it is read. That is no rare case: of two blocks of 2^k
// bytes that malloc() makes one after the other, the second begins 2^k + 16 bytes above the first.

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tutti::node {

constexpr std::size_t page = 4096;

/// Bytes from which on memcpy() leaves a copy to the processor, at the earliest.
constexpr std::size_t least_left_to_processor = 2048;

/// Whether what is copied from one address to the other is written just above where it is read.
[[nodiscard]] inline bool written_just_above(const std::byte* to, const std::byte* from) noexcept {
  constexpr std::uintptr_t least = 1, most = 31;
  const std::uintptr_t above =
      (reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from)) % page;
  return least <= above && above <= most;
}

/// Whether this processor's `rep movsb` takes far longer for what is written just above: found out by trying, some microseconds, once.
[[nodiscard]] bool processor_stalls() noexcept;

/// The copy by loads and stores, whatever the length; memcpy() where the processor has no AVX2, and so does not stall.
void copy_by_words(std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

/// memcpy() that never stalls.
inline void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
  if (bytes > least_left_to_processor && written_just_above(to, from)) [[unlikely]]
    return copy_by_words(to, from, bytes);
  std::memcpy(to, from, bytes);
}

}  // namespace tutti::node
