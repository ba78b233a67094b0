// Sums of rows in a version for each instruction set, which is chosen at the first use. All give the same
// bits: each sum is the rounded one.

#include "exact/sums.hpp"

#include "exact/accumulator.hpp"
#include "exact/long_list.hpp"
#include "exact/processor.hpp"
#include "exact/rows.hpp"
#include "exact/short_accumulator.hpp"

namespace tutti::exact {
namespace {

template <class A>
A at(const std::byte* all, std::size_t k) noexcept {
  A a;
  std::memcpy(static_cast<void*>(&a), all + k * sizeof a, sizeof a);
  return a;
}
template <class A>
void put(std::byte* all, std::size_t k, const A& a) noexcept {
  std::memcpy(all + k * sizeof a, static_cast<const void*>(&a), sizeof a);
}

template <class T>
void begin(const std::byte* numbers, std::byte* accumulators, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    accumulator<T> a;
    a.add(row_sums<T>::load(numbers, k));
    put(accumulators, k, a);
  }
}

template <class T>
void add(std::byte* into, const std::byte* numbers, std::size_t n) {
  auto a = at<accumulator<T>>(into, 0);
  constexpr std::size_t few = 32;
  if constexpr (format_of<T>::digits <= 53)
    if (n > few) {
      long_list<T>::add(a, numbers, n);
      return put(into, 0, a);
    }
  for (std::size_t k = 0; k < n; ++k) a.add(row_sums<T>::load(numbers, k));
  put(into, 0, a);
}

template <class A>
void merge(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k) {
    auto a = at<A>(left, k);
    a.merge(at<A>(right, k));
    put(into, k, a);
  }
}

template <class T>
void round(const std::byte* accumulators, std::byte* numbers, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    row_sums<T>::store(numbers, k, at<accumulator<T>>(accumulators, k).rounded());
}

template <class T>
void begin_short(const std::byte* numbers, std::byte* accumulators, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    put(accumulators, k, short_accumulator<T>(row_sums<T>::load(numbers, k)));
}

template <class T>
bool round_short(const std::byte* accumulators, std::byte* numbers, std::size_t n) {
  for (std::size_t k = 0; k < n; ++k)
    if (!at<short_accumulator<T>>(accumulators, k).fits()) return false;
  for (std::size_t k = 0; k < n; ++k)
    row_sums<T>::store(numbers, k, at<short_accumulator<T>>(accumulators, k).rounded());
  return true;
}

// rows.hpp bounds the rounding of r for that many rows.
constexpr int most_rows = 1 << 20;

struct any_processor {
  static bool here() { return true; }
  template <class T>
  static void two(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    row_sums<T>::two(left, right, into, n);
  }
  template <class T>
  static void run(const std::byte* first, std::size_t distance, int rows, std::byte* into, std::size_t n) {
    row_sums<T>::run(first, distance, rows, into, n);
  }
};
#if defined(__x86_64__)
struct with_avx2 {
  static bool here() { return __builtin_cpu_supports("avx2"); }
  template <class T>
  [[gnu::target("avx2")]] static void two(const std::byte* left, const std::byte* right, std::byte* into,
                                          std::size_t n) {
    row_sums<T>::two(left, right, into, n);
  }
  template <class T>
  [[gnu::target("avx2")]] static void run(const std::byte* first, std::size_t distance, int rows,
                                          std::byte* into, std::size_t n) {
    row_sums<T>::run(first, distance, rows, into, n);
  }
};
#endif

using summing = void (*)(const std::byte* first, std::size_t distance, int rows, std::byte* into,
                         std::size_t n);
using adding = void (*)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n);

template <class T>
summing fastest() {
#if defined(__x86_64__)
  if (with_avx2::here()) return with_avx2::run<T>;
#endif
  return any_processor::run<T>;
}
template <class T>
adding fastest_of_two() {
#if defined(__x86_64__)
  if (with_avx2::here()) return with_avx2::two<T>;
#endif
  return any_processor::two<T>;
}

// True if the processor's arithmetic rounds the sum of two numbers correctly, so that TwoSum finds its error.
template <class T>
constexpr bool in_arithmetic = usual_arithmetic::possible&& format_of<T>::digits <= 53 &&
                               sizeof(T) <= sizeof(double);

template <class T>
void sum_rows(const std::byte* first, std::size_t distance, int rows, std::byte* into, std::size_t n) {
  if constexpr (in_arithmetic<T>) {
    static const summing fast = fastest<T>();
    if (rows <= most_rows) [[likely]] {
      const usual_arithmetic here;
      return fast(first, distance, rows, into, n);
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    row_sums<T>::store(into, k, row_sums<T>::slowly(first, distance, rows, k));
}

template <class T>
void sum_two(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
  if constexpr (in_arithmetic<T>) {
    static const adding fast = fastest_of_two<T>();
    const usual_arithmetic here;
    return fast(left, right, into, n);
  }
  for (std::size_t k = 0; k < n; ++k)
    row_sums<T>::store(into, k, row_sums<T>::slowly(row_sums<T>::load(left, k), row_sums<T>::load(right, k)));
}

template <class T>
constexpr sums make_sums() {
  sums s{.number_bytes = sizeof(T),
         .accumulator_bytes = sizeof(accumulator<T>),
         .begin = begin<T>,
         .add = add<T>,
         .merge = merge<accumulator<T>>,
         .round = round<T>,
         .short_bytes = 0,
         .begin_short = nullptr,
         .merge_short = nullptr,
         .round_short = nullptr,
         .sum_rows = sum_rows<T>,
         .sum_two = sum_two<T>};
  if constexpr (2 * sizeof(short_accumulator<T>) <= sizeof(accumulator<T>)) {
    s.short_bytes = sizeof(short_accumulator<T>);
    s.begin_short = begin_short<T>;
    s.merge_short = merge<short_accumulator<T>>;
    s.round_short = round_short<T>;
  }
  return s;
}
template <class T>
constexpr sums all_of = make_sums<T>();

}  // namespace

const sums* sums_of(number of) noexcept {
  switch (of) {
    case number::f32: return &all_of<float>;
    case number::f64: return &all_of<double>;
    case number::extended: break;
  }
  if constexpr (has_long_format) return &all_of<long double>;
  return nullptr;
}

}  // namespace tutti::exact
