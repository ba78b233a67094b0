#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/lines.hpp"
#include "replay/virtual_machine.hpp"

namespace tutti::cli {

/// The contents of the output of `tutti replay`.
struct shown_replay {
  const replay::recorded_run& run;
  const replay::virtual_machine& on;
  const replay::results& results;
  const std::vector<record::roll::site>& sites;  ///< of the trace
  bool elsewhere;  ///< the run is replayed on other nodes, or computes faster or slower, than it was recorded
  bool usual;      ///< the network has typical values
  /// The replay on the machine of the run, by the algorithms that ran, if that machine is known besides
  /// another one; none if the user has interrupted it. Null: the machine of the run is not distinguished.
  const std::optional<replay::replayed>* where_recorded = nullptr;

  [[nodiscard]] const std::optional<replay::replayed>& result(replay::variant v) const;
  [[nodiscard]] std::vector<replay::line> lines(replay::grouping by) const;
  /// The names of the algorithms of a line.
  [[nodiscard]] std::vector<std::string> algorithms(replay::variant v, const replay::line& l) const;
};

/// "+4.5 %"
std::string deviation_in_percent(double replayed, double measured);

/// The first line: the replay by the algorithms that ran, compared with the measured run, on the machine of
/// the run if that is known.
std::string replay_verdict(const shown_replay& r);
/// Sentences about what the replay had to assume.
std::vector<std::string> replay_notes(const shown_replay& r);

}  // namespace tutti::cli
