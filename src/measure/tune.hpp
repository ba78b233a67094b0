#pragma once

#include <vector>

#include "measure/experiment.hpp"
#include "measure/measurements.hpp"
#include "select/choice.hpp"
#include "select/profile.hpp"
#include "select/thresholds.hpp"

// From measurements of the MPI library and of algorithms to a profile: docs/calibrating.md.
namespace tutti::measure {

/// Limits on the algorithms that are worth measuring.
struct pruning {
  double within = 3;     ///< expected time by the model, at most this many times that of the best
  std::size_t most = 6;  ///< at most this many of these, the best first
};

/// A contest of `subject` by the MPI library (if `native`) and by the candidates. `model` is that of the
/// present processes.
contest tuning_contest(const experiment& subject, const choices& model, const pruning& by, bool native);

/// Entries for all collective calls that were measured with p processes, by native and by algorithms. Each
/// entry has one operator and one imbalance of the blocks. Leaves out wrong results, and calls for which
/// "tutti" itself chose. Steps are thresholds(); collectives whose size not every process knows have one step
/// for all sizes.
std::vector<profile_entry> profile_entries(const measurements& of, int p, const hysteresis& with = {});

/// The profile for the MPI library, with these entries, and with the factors of the first launch with p
/// processes. Throws std::invalid_argument, with one sentence, if nothing was measured that a profile can
/// contain.
profile make_profile(const measurements& of, int p, const hysteresis& with = {});

}  // namespace tutti::measure
