#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Integers of several words, the lowest first.
namespace tutti::exact {

inline std::uint64_t add_words(std::uint64_t a, std::uint64_t b, bool& carry) noexcept {
  std::uint64_t s = 0;
  const bool first = __builtin_add_overflow(a, b, &s), second = __builtin_add_overflow(s, carry, &s);
  carry = first | second;
  return s;
}
inline std::uint64_t subtract_words(std::uint64_t a, std::uint64_t b, bool& borrow) noexcept {
  std::uint64_t s = 0;
  const bool first = __builtin_sub_overflow(a, b, &s), second = __builtin_sub_overflow(s, borrow, &s);
  borrow = first | second;
  return s;
}
/// to += addend, in two's complement.
template <std::size_t N>
void add_to(std::array<std::uint64_t, N>& to, const std::array<std::uint64_t, N>& addend) noexcept {
  bool carry = false;
  for (std::size_t k = 0; k < N; ++k) to[k] = add_words(to[k], addend[k], carry);
}

}  // namespace tutti::exact
