#pragma once

#include <optional>
#include <string>

#include "measure/measurements.hpp"
#include "tutti/cost.hpp"

// Measurements as a report shows them: medians, intervals, comparisons. The statistics are those of the table
// of `tutti bench`.
namespace tutti::measure {

/// One file: {"name", "launches": [factors], "experiments": [{operation, made, by, problem, layout, op, root,
/// p, nodes, bytes, algorithm, times, launches, median, low, high, least, right, bound, ratio, ratio_low,
/// ratio_high, verdict, against}]}. Times in seconds; low and high are the 95 % interval of the median.
/// `bound` is the lower bound, for collectives with equal blocks, if `on` is given. The last five are given
/// if another experiment of the problem is the reference: the library's own call, or tutti's choice, or the
/// first.
nlohmann::ordered_json summary(const measure::measurements& m, const std::string& name,
                               const std::optional<machine>& on);

/// Everything that both files measured, the second compared with the first: [{operation ... bytes, ratio,
/// ratio_low, ratio_high, verdict, before, after, algorithm_before, algorithm_after}].
nlohmann::ordered_json changes(const measure::measurements& before, const measure::measurements& after);

}  // namespace tutti::measure
