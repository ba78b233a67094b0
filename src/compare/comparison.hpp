#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "compare/run_calls.hpp"
#include "measure/statistics.hpp"

// Two sets of runs of a program against each other: without tutti and with it, or before a change and after.
namespace tutti::compare {

/// A time in all runs of both sides.
struct contrast {
  std::array<std::vector<double>, 2> seconds;  ///< one for each run
  /// Median of the first side / median of the second one: above 1 the second one is faster. None if a side
  /// has no time.
  std::optional<double> speed_up;
  /// Of the speed-up, if a side has several runs.
  std::optional<measure::interval> bounds;
  /// Of the second side. `same` unless both sides have at least three runs and the whole interval, of at
  /// least 90 %, is beyond a difference of 2 %.
  measure::verdict is = measure::verdict::same;
  [[nodiscard]] double median(std::size_t side) const { return measure::median(seconds[side]); }
  /// By how many seconds the second side takes longer. 0 if that is unknown.
  [[nodiscard]] double lost() const { return speed_up ? median(1) - median(0) : 0; }
};

struct line {
  call_group of;
  std::array<std::uint64_t, 2> calls{};  ///< on all processes; median of the runs
  contrast times;
  std::array<std::set<std::string>, 2> served_by;
};

struct side {
  std::string name;  ///< "native", "tutti", or by position
  std::vector<std::string> files;
};

struct comparison {
  std::array<side, 2> sides;
  int processes = 0;
  bool traced = false;  ///< a line may have a communicator and a call site
  grouping by;
  /// Slower lines come first, sorted by the time that they lose, most first; then the other lines, in the
  /// same order.
  std::vector<line> lines;
  contrast inside;                  ///< blocking collectives
  std::optional<contrast> program;  ///< from MPI_Init to MPI_Finalize
  std::optional<contrast> command;  ///< the launcher's command
  std::uint64_t missed = 0;         ///< calls that did not fit the traces
  bool lacks_ends = false;          ///< of some non-blocking calls
};

/// Compares the second runs with the first ones. Each side has at least one. Throws std::invalid_argument
/// with one sentence if the runs have different numbers of processes.
comparison compare_runs(const std::vector<run_calls>& first, const std::vector<run_calls>& second,
                        grouping by);

/// A table for a terminal, with at most `most_lines` lines (0: all), and totals below it.
std::string table_of(const comparison& c, std::size_t most_lines);

/// {"format": "tutti comparison", "version": 1, ...}: docs/files.md.
nlohmann::ordered_json json_of(const comparison& c);

}  // namespace tutti::compare
