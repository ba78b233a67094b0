#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::mpi {

/// The processor's types of numbers. For them, the usual operators do not need the MPI library.
enum class number : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, other };
enum class arithmetic : std::uint8_t { sum, product, maximum, minimum, bit_and, bit_or, bit_xor, other };
inline constexpr std::size_t numbers = 11, arithmetics = 8;

/// Computes into[i] = left[i] op right[i] for i < n, on dense elements. `into` may be `left` or `right`, but
/// must not overlap them otherwise. kernel_for() returns null if there is no kernel.
using kernel = void (*)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n);
kernel kernel_for(arithmetic op, number of) noexcept;

}  // namespace tutti::mpi
