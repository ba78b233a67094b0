#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "exact/accumulator.hpp"

namespace tutti::exact {

/// The exact sum of numbers of similar magnitude, in fewer bytes than an accumulator. A vector of them is
/// data like any other.
///
/// The sum is an integer of 256 bits in two's complement, in units of 2^(64 low) times the smallest positive
/// T. A number of `digits` bits above 2^shift, times the smallest positive T, needs bits
///
///     64 low <= shift,   shift + digits + 32 + 1 <= 64 high
///
/// where 32 bits leave room for 2^32 addends, and 1 is the sign. Of several numbers, `low` is the lowest and
/// `high` the greatest. The sum fits if high - low <= 4. That depends on the addends alone, as the sum does,
/// not on their order. Doubles always fit if they differ by a factor of at most 2^106 in magnitude.
template <class T>
class short_accumulator {
  using format = format_of<T>;

 public:
  static constexpr std::size_t words = 4;
  static constexpr int log2_capacity = 32;

  short_accumulator() noexcept = default;
  explicit short_accumulator(T x) noexcept {
    const decoded d = format::decode(x);
    seen_ = static_cast<std::uint32_t>(facts::of(d));
    const std::uint64_t low = d.of.low, high = d.of.high;
    if (d.is != number_class::finite || (low | high) == 0) return;
    low_ = static_cast<std::uint16_t>(d.of.shift / 64);
    high_ = static_cast<std::uint16_t>((d.of.shift + format::digits + log2_capacity + 1 + 63) / 64);
    const auto bit = static_cast<unsigned>(d.of.shift) % 64;
    sum_ = {low << bit, high << bit | (bit ? low >> (64 - bit) : 0), bit ? high >> (64 - bit) : 0, 0};
    if (!d.negative) return;
    bool carry = true;
    for (std::uint64_t& w : sum_) w = add_words(~w, 0, carry);
  }

  /// Adds the addends of another one. Associative and commutative to the last bit, if the sum fits.
  void merge(const short_accumulator& its) noexcept {
    const std::uint16_t low = std::min(low_, its.low_);
    std::array<std::uint64_t, words> addend = its.sum_;
    raise(sum_, low_ - low);
    raise(addend, its.low_ - low);
    add_to(sum_, addend);
    low_ = low;
    high_ = std::max(high_, its.high_);
    seen_ |= its.seen_;
  }

  [[nodiscard]] bool fits() const noexcept { return high_ <= low_ + static_cast<int>(words); }

  /// The sum, which fits, rounded as by an accumulator.
  [[nodiscard]] T rounded() const noexcept {
    // 128 more bits below, as accumulator::rounded() requires, unless T has fewer.
    constexpr int below = 2;
    std::array<std::uint64_t, words + below> longer;
    longer.fill(sum_.back() >> 63U != 0 ? ~std::uint64_t{0} : 0);
    std::copy(sum_.begin(), sum_.end(), longer.begin());
    const int by = std::min<int>(low_, below);
    raise(longer, by);
    return accumulator<T>::rounded(longer, seen_, 64 * (low_ - by));
  }

 private:
  // Multiplies x by 2^(64 by).
  template <std::size_t N>
  static void raise(std::array<std::uint64_t, N>& x, int by) noexcept {
    if (by == 0) [[likely]]
      return;
    const auto first = std::min(static_cast<std::size_t>(by), N);
    std::copy_backward(x.begin(), x.end() - first, x.end());
    std::fill(x.begin(), x.begin() + first, 0);
  }

  std::array<std::uint64_t, words> sum_{};
  std::uint16_t low_ = 0xffff, high_ = 0;  // these values as long as all addends are 0, infinite or NaN
  std::uint32_t seen_ = 0;
};

}  // namespace tutti::exact
