// The ways to compute sums that are rounded once: their phases, and their predicted times.

#include "select/sum_ways.hpp"

#include <limits>

namespace tutti {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Seconds, measured on one machine. They matter only if vectors are long, or if there are many accumulators.
constexpr double of_addend = 1e-9;          // of a row, by the processor's arithmetic
constexpr double of_addend_slowly = 20e-9;  // in a short accumulator

// The time to convert a number to an accumulator and back.
double conversion_seconds(exact::number element) {
  return element == exact::number::f32 ? 25e-9 : element == exact::number::f64 ? 90e-9 : 600e-9;
}
constexpr double of_short_conversions = 40e-9;

}  // namespace

double sum_ways::sum_seconds(double addends) const {
  return addends * (element == exact::number::extended ? of_addend_slowly : of_addend);
}

sum_way sum_ways::find(rounded_once way) const {
  switch (way) {
    case rounded_once::gathered: return gathered();
    case rounded_once::exchanged: return exchanged();
    case rounded_once::shorter: return shorter();
    case rounded_once::added: return added();
    default: return accumulators();
  }
}

sum_way sum_ways::accumulators() const {
  const timed_phase combining =
      merging({of, operator_class::exact, lengths}, numbers() * static_cast<double>(by().accumulator_bytes));
  return {.first = combining.phase,
          .remark = "reproducible: combines accumulators",
          .seconds = combining.seconds + conversion_seconds(element) * numbers()};
}

sum_way sum_ways::shorter() const {
  if (of != collective::allreduce || by().short_bytes == 0) return {.seconds = infinite};
  const timed_phase combining =
      merging({of, operator_class::exact, lengths}, numbers() * static_cast<double>(by().short_bytes));
  return {.first = combining.phase,
          .remark = "reproducible: combines short accumulators",
          .seconds = combining.seconds + of_short_conversions * numbers()};
}

sum_way sum_ways::gathered() const {
  if (scatters(of)) return {.seconds = infinite};
  const bool to_root = of == collective::reduce;
  const timed_phase arrive = plain({to_root ? collective::gather : collective::allgather}, bytes * p);
  return {.first = arrive.phase,
          .remark =
              to_root ? "reproducible: gather, then exact sums" : "reproducible: allgather, then exact sums",
          .seconds = arrive.seconds + sum_seconds(numbers() * p)};
}

sum_way sum_ways::exchanged() const {
  const timed_phase parts =
      plain({of == collective::reduce_scatter ? collective::alltoallv : collective::alltoall}, bytes);
  const double sums = sum_seconds(has_prefixes() ? numbers() * (p + 1) / 2 : numbers());
  if (scatters(of))
    return {.first = parts.phase,
            .remark = "reproducible: alltoall, then exact sums",
            .seconds = parts.seconds + sums};
  const collective back = of == collective::reduce ? collective::gather
                          : has_prefixes()         ? collective::alltoall
                                                   : collective::allgather;
  const timed_phase results = plain({back}, bytes);
  return {.first = parts.phase,
          .second = results.phase,
          .remark = back == collective::gather     ? "reproducible: alltoall, exact sums, gather"
                    : back == collective::alltoall ? "reproducible: alltoall, exact sums, alltoall"
                                                   : "reproducible: alltoall, exact sums, allgather",
          .seconds = parts.seconds + sums + results.seconds};
}

sum_way sum_ways::added() const {
  if (p > 2) return {.seconds = infinite};
  // By the algorithm of the same sum without the option, unless the user asks for another one.
  timed_phase alone = plain({of, operator_class::commutative, lengths}, bytes);
  if (requested || !alone.phase.decided.use) alone = plain({of, operator_class::exact, lengths}, bytes);
  return {.first = alone.phase,
          .remark = "reproducible: one addition",
          .seconds = alone.seconds + sum_seconds(numbers())};
}

}  // namespace tutti
