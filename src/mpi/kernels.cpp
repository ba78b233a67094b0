#include "mpi/kernels.hpp"

#include <cstring>
#include <type_traits>

namespace tutti::mpi {
namespace {

// Integers overflow as the processor's do, which C++ leaves to unsigned ones.
template <class T>
using wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

template <arithmetic op, class T>
T combined(T a, T b) noexcept {
  using W = std::conditional_t<(sizeof(T) < sizeof(int)), unsigned, wrapping<T>>;
  if constexpr (op == arithmetic::sum) return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  else if constexpr (op == arithmetic::product) return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
  else if constexpr (op == arithmetic::maximum) return a > b ? a : b;
  else if constexpr (op == arithmetic::minimum) return a < b ? a : b;
  else if constexpr (op == arithmetic::bit_and) return static_cast<T>(a & b);
  else if constexpr (op == arithmetic::bit_or) return static_cast<T>(a | b);
  else return static_cast<T>(a ^ b);
}

// memcpy instead of casts: an MPI buffer may be aligned worse than T, and the compiler makes the same loads of it.
template <arithmetic op, class T>
void run(const std::byte* left, std::byte* right, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    T a, b;
    std::memcpy(&a, left + i * sizeof(T), sizeof(T));
    std::memcpy(&b, right + i * sizeof(T), sizeof(T));
    b = combined<op>(a, b);
    std::memcpy(right + i * sizeof(T), &b, sizeof(T));
  }
}

template <arithmetic op>
kernel on(number of) noexcept {
  constexpr bool bits = op == arithmetic::bit_and || op == arithmetic::bit_or || op == arithmetic::bit_xor;
  switch (of) {
    case number::i8: return run<op, std::int8_t>;
    case number::i16: return run<op, std::int16_t>;
    case number::i32: return run<op, std::int32_t>;
    case number::i64: return run<op, std::int64_t>;
    case number::u8: return run<op, std::uint8_t>;
    case number::u16: return run<op, std::uint16_t>;
    case number::u32: return run<op, std::uint32_t>;
    case number::u64: return run<op, std::uint64_t>;
    case number::f32:
      if constexpr (!bits) return run<op, float>;
      else return nullptr;
    case number::f64:
      if constexpr (!bits) return run<op, double>;
      else return nullptr;
    case number::other: break;
  }
  return nullptr;
}

}  // namespace

kernel kernel_for(arithmetic op, number of) noexcept {
  switch (op) {
    case arithmetic::sum: return on<arithmetic::sum>(of);
    case arithmetic::product: return on<arithmetic::product>(of);
    case arithmetic::maximum: return on<arithmetic::maximum>(of);
    case arithmetic::minimum: return on<arithmetic::minimum>(of);
    case arithmetic::bit_and: return on<arithmetic::bit_and>(of);
    case arithmetic::bit_or: return on<arithmetic::bit_or>(of);
    case arithmetic::bit_xor: return on<arithmetic::bit_xor>(of);
    case arithmetic::other: break;
  }
  return nullptr;
}

}  // namespace tutti::mpi
