#include "mpi/kernels.hpp"

#include <array>
#include <cstring>
#include <type_traits>

namespace tutti::mpi {
namespace {

// Integers overflow as the processor's do, which C++ leaves to unsigned ones.
template <class T>
using wrapping =
    typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>, std::type_identity<T>>::type;

template <arithmetic op, class T>
T combined(T a, T b) noexcept {
  using W = std::conditional_t<(sizeof(T) < sizeof(int)), unsigned, wrapping<T>>;
  if constexpr (op == arithmetic::sum)
    return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  else if constexpr (op == arithmetic::product)
    return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
  else if constexpr (op == arithmetic::maximum)
    return a > b ? a : b;
  else if constexpr (op == arithmetic::minimum)
    return a < b ? a : b;
  else if constexpr (op == arithmetic::bit_and)
    return static_cast<T>(a & b);
  else if constexpr (op == arithmetic::bit_or)
    return static_cast<T>(a | b);
  else
    return static_cast<T>(a ^ b);
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
constexpr std::array<kernel, numbers> on_all() {
  constexpr bool bits = op == arithmetic::bit_and || op == arithmetic::bit_or || op == arithmetic::bit_xor;
  std::array<kernel, numbers> k{run<op, std::int8_t>,   run<op, std::int16_t>, run<op, std::int32_t>,
                                run<op, std::int64_t>,  run<op, std::uint8_t>, run<op, std::uint16_t>,
                                run<op, std::uint32_t>, run<op, std::uint64_t>};
  if constexpr (!bits) {
    k[static_cast<std::size_t>(number::f32)] = run<op, float>;
    k[static_cast<std::size_t>(number::f64)] = run<op, double>;
  }
  return k;
}

constexpr std::array<std::array<kernel, numbers>, arithmetics> table{
    on_all<arithmetic::sum>(),     on_all<arithmetic::product>(), on_all<arithmetic::maximum>(),
    on_all<arithmetic::minimum>(), on_all<arithmetic::bit_and>(), on_all<arithmetic::bit_or>(),
    on_all<arithmetic::bit_xor>()};

}  // namespace

kernel kernel_for(arithmetic op, number of) noexcept {
  return table[static_cast<std::size_t>(op)][static_cast<std::size_t>(of)];
}

}  // namespace tutti::mpi
