#pragma once

#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "measure/measurements.hpp"
#include "select/choice.hpp"
#include "select/profile.hpp"
#include "select/thresholds.hpp"

// From measurements of the MPI library and of algorithms to a profile: docs/calibrating.md.
namespace tutti::measure {

/// Which algorithms are worth measuring.
struct pruning {
  double within = 3;  ///< those that the model expects to take at most this many times what the best one does
  std::size_t most = 6;  ///< and of these this many, the best first
};

/// `subject` by the MPI library and by the candidates, in alternation: a contest. No `native`: only candidates. `model` is of
/// the processes that there are.
contest tuning_contest(const experiment& subject, const choices& model, const pruning& by, bool native);

/// Entries for all that was measured with p processes as calls of native and of algorithms: collectives, by operator and
/// by imbalance of the blocks. What gave wrong results, and what "tutti" chose itself, does not count. Steps are
/// thresholds(); in collectives whose size not every process knows, one for all sizes.
std::vector<profile_entry> profile_entries(const measurements& of, int p, const hysteresis& with = {});

/// The profile: its entries, for the MPI library and by the factors of the first launch with p processes. Throws
/// std::invalid_argument, one sentence, where nothing was measured that can be in one.
profile make_profile(const measurements& of, int p, const hysteresis& with = {});

}  // namespace tutti::measure
