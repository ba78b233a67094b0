#pragma once

#include <functional>

#include "exact/sums.hpp"
#include "select/call_kind.hpp"
#include "select/settings.hpp"
#include "select/sum_phase.hpp"

namespace tutti {

/// An algorithm for a phase of a sum, and its predicted time.
struct timed_phase {
  sum_phase phase;
  double seconds = 0;
};

/// One of the ways of sum_plan, for one kind of call.
struct sum_way {
  sum_phase first, second;
  const char* remark = nullptr;
  double seconds = 0;  ///< predicted; infinite: this way is not possible
};

/// True if each process gets a part of the sum.
[[nodiscard]] inline bool scatters(collective of) noexcept {
  return of == collective::reduce_scatter || of == collective::reduce_scatter_block;
}

/// The ways to compute a sum of `bytes` bytes of numbers.
struct sum_ways {
  using timing = std::function<timed_phase(const call_kind&, double bytes)>;

  collective of;
  exact::number element;
  imbalance lengths;
  double p, bytes;
  timing plain, merging;  ///< times of phases on numbers, and of reductions of accumulators
  bool requested;         ///< the user requests an algorithm of the reduction

  /// `way`: from `accumulators` on.
  [[nodiscard]] sum_way find(rounded_once way) const;

 private:
  [[nodiscard]] sum_way accumulators() const;
  [[nodiscard]] sum_way gathered() const;
  [[nodiscard]] sum_way exchanged() const;
  [[nodiscard]] sum_way shorter() const;
  [[nodiscard]] sum_way added() const;

  [[nodiscard]] const exact::sums& by() const { return *exact::sums_of(element); }
  [[nodiscard]] double numbers() const { return bytes / static_cast<double>(by().number_bytes); }
  [[nodiscard]] bool has_prefixes() const { return of == collective::scan || of == collective::exscan; }
  [[nodiscard]] double sum_seconds(double addends) const;
};

/// The time to combine a byte of an accumulator with one of another accumulator.
inline constexpr double seconds_of_merged_byte = 0.25e-9;

}  // namespace tutti
