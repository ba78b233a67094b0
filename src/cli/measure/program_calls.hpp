#pragma once

#include <string>
#include <vector>

#include "measure/experiment.hpp"
#include "replay/recorded_run.hpp"

// tutti tune --from TRACE: the calls of a recorded program, in the order of their cost.
namespace tutti::cli {

/// True if the files of --from are one trace, not measurements.
bool is_trace(const std::vector<std::string>& from);

/// Calls that differ only in the process that is the root, and in their size by less than a factor of two.
struct program_call {
  int p = 1;
  measure::experiment subject;  ///< of the size and root that cost most
  double seconds = 0;           ///< in blocking calls, sum of all processes
};

class program_calls {
 public:
  /// Throws usage_error if the file is no trace whose calls are known.
  explicit program_calls(const std::string& file);

  /// A contest for each call on communicators of p processes, the one that costs most first. Throws
  /// usage_error if there is none.
  [[nodiscard]] std::vector<measure::contest> contests(int p) const;
  /// The share of the program's time in collectives that these contests cover, in words.
  [[nodiscard]] std::string coverage(int p) const;

 private:
  std::string file_;
  std::vector<program_call> calls_;  // the one that costs most first
  double whole_ = 0;                 // seconds of all calls
  double untuned_ = 0;               // of these, in calls that have no profile
};

}  // namespace tutti::cli
