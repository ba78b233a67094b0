// Loops that the compiler vectorises, in a version for each instruction set. The version is chosen at the
// first use. All versions give the same results to the bit, because each element is combined on its own.

#include "mpi/data/kernels.hpp"

#include <array>
#include <cstring>
#include <type_traits>

#include "exact/independent.hpp"

namespace tutti::mpi {
namespace {

// Integers wrap as on the processor. C++ defines that only for unsigned integers.
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

// Uses memcpy, since an MPI buffer may be less aligned than T; the compiler turns it into the same loads.
// Inlined into the functions below, each of which uses another instruction set.
template <arithmetic op, class T>
[[gnu::always_inline]] inline void combine(const std::byte* left, const std::byte* right, std::byte* into,
                                           std::size_t n) {
  TUTTI_INDEPENDENT
  for (std::size_t i = 0; i < n; ++i) {
    T a, b;
    std::memcpy(&a, left + i * sizeof(T), sizeof(T));
    std::memcpy(&b, right + i * sizeof(T), sizeof(T));
    b = combined<op>(a, b);
    std::memcpy(into + i * sizeof(T), &b, sizeof(T));
  }
}

struct any_processor {
  static bool here() { return true; }
  template <arithmetic op, class T>
  static void run(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    combine<op, T>(left, right, into, n);
  }
};
#if defined(__x86_64__)
struct with_avx2 {
  static bool here() { return __builtin_cpu_supports("avx2"); }
  template <arithmetic op, class T>
  [[gnu::target("avx2")]] static void run(const std::byte* left, const std::byte* right, std::byte* into,
                                          std::size_t n) {
    combine<op, T>(left, right, into, n);
  }
};
#if defined(__clang__)  // does not know the last option, and would ignore all of them
#define TUTTI_AVX512 "avx512f,avx512bw,avx512dq,avx512vl"
#else
#define TUTTI_AVX512 "avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512"
#endif
struct with_avx512 {
  static bool here() {
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  }
  template <arithmetic op, class T>
  [[gnu::target(TUTTI_AVX512)]] static void run(const std::byte* left, const std::byte* right,
                                                std::byte* into, std::size_t n) {
    combine<op, T>(left, right, into, n);
  }
};
#endif

template <class With, arithmetic op>
constexpr std::array<kernel, numbers> on_all() {
  constexpr bool bits = op == arithmetic::bit_and || op == arithmetic::bit_or || op == arithmetic::bit_xor;
  std::array<kernel, numbers> k{With::template run<op, std::int8_t>,   With::template run<op, std::int16_t>,
                                With::template run<op, std::int32_t>,  With::template run<op, std::int64_t>,
                                With::template run<op, std::uint8_t>,  With::template run<op, std::uint16_t>,
                                With::template run<op, std::uint32_t>, With::template run<op, std::uint64_t>};
  if constexpr (!bits) {
    k[static_cast<std::size_t>(number::f32)] = With::template run<op, float>;
    k[static_cast<std::size_t>(number::f64)] = With::template run<op, double>;
  }
  return k;
}

using kernels = std::array<std::array<kernel, numbers>, arithmetics>;
template <class With>
constexpr kernels table{on_all<With, arithmetic::sum>(),     on_all<With, arithmetic::product>(),
                        on_all<With, arithmetic::maximum>(), on_all<With, arithmetic::minimum>(),
                        on_all<With, arithmetic::bit_and>(), on_all<With, arithmetic::bit_or>(),
                        on_all<With, arithmetic::bit_xor>()};

const kernels& table_here() {
#if defined(__x86_64__)
  if (with_avx512::here()) return table<with_avx512>;
  if (with_avx2::here()) return table<with_avx2>;
#endif
  return table<any_processor>;
}

}  // namespace

kernel kernel_for(arithmetic op, number of) noexcept {
  static const kernels& best = table_here();
  return best[static_cast<std::size_t>(op)][static_cast<std::size_t>(of)];
}

}  // namespace tutti::mpi
