#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/engine/cases.hpp"

namespace tutti::cli {

/// The result of a proof.
struct verified {
  std::size_t passed = 0, failed = 0;
  /// Failed cases that were not printed, "3 of bcast.chain, 7 of bcast.linear". Empty if there are none.
  std::string unsaid;
  /// Properties of reductions that all cases have and the entries do not declare, a sentence for each
  /// algorithm.
  std::vector<std::string> undeclared;
};

/// Proves all cases of the range, with `outstanding` concurrent calls in each, on `jobs` cores. Prints
/// failures and crashes to standard output in order of p, as many as fit on a screen. On a terminal, prints
/// progress to stderr.
verified run_cases(const std::vector<const algorithm*>& of, const case_range& range, int outstanding,
                   int jobs);

}  // namespace tutti::cli
