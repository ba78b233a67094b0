#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::mpi {

/// Numbers as the processor has them, for which the usual operators need not ask the MPI library.
enum class number : std::uint8_t { i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, other };
enum class arithmetic : std::uint8_t { sum, product, maximum, minimum, bit_and, bit_or, bit_xor, other };
inline constexpr std::size_t numbers = 11, arithmetics = 8;

/// into[i] = left[i] op right[i] for i < n, on dense elements; null where there is none. `into` may be `right` or `left`, and overlaps
/// neither otherwise.
using kernel = void (*)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n);
kernel kernel_for(arithmetic op, number of) noexcept;

}  // namespace tutti::mpi
