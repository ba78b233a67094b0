#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/engine/cases.hpp"

namespace tutti::cli {

/// What came out of a proof.
struct verified {
  std::size_t passed = 0, failed = 0;
  /// The failed cases that were not said, "3 of bcast.chain, 7 of bcast.linear"; empty: none.
  std::string unsaid;
};

/// Proves all cases of the range, `outstanding` calls at once in each, on `jobs` cores. What fails is said on
/// standard output by rising p, as far as a screen holds it, what crashes too; on a terminal, stderr says how
/// far it is.
verified run_cases(const std::vector<const algorithm*>& of, const case_range& range, int outstanding,
                   int jobs);

}  // namespace tutti::cli
