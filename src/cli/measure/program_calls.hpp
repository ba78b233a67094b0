#pragma once

#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "replay/call_costs.hpp"

// tutti tune --from TRACE: the calls of a recorded program, in the order of their cost.
namespace tutti::cli {

/// True if the files of --from are one trace, not measurements.
bool is_trace(const std::vector<std::string>& from);

class program_calls {
 public:
  /// Throws usage_error if the file is not a trace whose calls are known.
  explicit program_calls(const std::string& file);

  /// A contest for each call on communicators of p processes, the one that costs most first. Throws
  /// usage_error if there is none.
  [[nodiscard]] std::vector<measure::contest> contests(int p) const;
  /// The share of the program's time in collectives that these contests cover, in words.
  [[nodiscard]] std::string coverage(int p) const;

 private:
  std::string file_;
  replay::call_costs costs_;  // without calls that are too large
  double too_large_ = 0;      // seconds
};

}  // namespace tutti::cli
