#pragma once

#include <cstddef>
#include <cstdint>

/// Exact sums of numbers whose type is known when the program runs.
namespace tutti::exact {

/// The types of numbers that have exact sums.
enum class number : std::uint8_t { f32, f64, extended };

/// The operations on one type of numbers. All lengths count numbers or accumulators. All buffers are dense,
/// and need not be aligned.
struct sums {
  std::size_t number_bytes, accumulator_bytes;
  /// Makes accumulators of one addend each.
  void (*begin)(const std::byte* numbers, std::byte* accumulators, std::size_t n);
  /// Adds n numbers to one accumulator.
  void (*add)(std::byte* accumulator, const std::byte* numbers, std::size_t n);
  /// into[i] = left[i] + right[i]. `into` may be `left` or `right`.
  void (*merge)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n);
  /// Rounds each accumulator once.
  void (*round)(const std::byte* accumulators, std::byte* numbers, std::size_t n);
  /// The same with short accumulators, which hold numbers of similar magnitude. For a type whose accumulators
  /// are hardly longer, there are none: short_bytes is 0, and the functions are null.
  std::size_t short_bytes;
  void (*begin_short)(const std::byte* numbers, std::byte* accumulators, std::size_t n);
  void (*merge_short)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n);
  /// Rounds each one once, with the bits of accumulators, and returns true, if all sums fit. Otherwise
  /// returns false and writes nothing.
  bool (*round_short)(const std::byte* accumulators, std::byte* numbers, std::size_t n);
  /// into[i] = the sum of number i of all rows, rounded once. Row k begins k * distance bytes
  /// after `first`. The bits are those of accumulators.
  void (*sum_rows)(const std::byte* first, std::size_t distance, int rows, std::byte* into, std::size_t n);
  /// into[i] = left[i] + right[i], rounded once, with the bits of accumulators. `into` may be `left` or
  /// `right`.
  void (*sum_two)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n);
};

/// The sums of a type. For number::extended: null if there are none.
const sums* sums_of(number of) noexcept;

}  // namespace tutti::exact
