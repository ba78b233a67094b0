#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "record/roll.hpp"
#include "select/call_name.hpp"

// The calls of one run of a program, from the file that the run has written.
namespace tutti::compare {

/// The properties, besides the collective, by which calls are grouped into lines of a comparison.
struct grouping {
  bool size = true, communicator = true, site = true;
};

/// Calls that are one line of a comparison.
struct call_group {
  call_name of{};
  std::uint8_t size_class = 0;  ///< std::bit_width() of the bytes, as the collective counts them
  std::string communicator;     ///< empty if it does not tell lines apart
  std::string site;             ///< where the program calls it; empty if it does not tell lines apart
  friend auto operator<=>(const call_group&, const call_group&) = default;
};

struct call_sum {
  std::uint64_t calls = 0;          ///< on all processes
  double seconds = 0;               ///< on the process that spent most; 0: unknown
  std::set<std::string> served_by;  ///< names of algorithms, without the collective; "native"
};

struct run_calls {
  std::string file;
  bool traced = false;  ///< from a trace, which has communicators and call sites
  int processes = 0;
  std::map<call_group, call_sum> groups;
  /// In blocking collectives, on the process that spent most. If the file does not say it, the sum of the
  /// groups, which is no less.
  double inside = 0;
  std::optional<double> program;  ///< seconds from MPI_Init to MPI_Finalize
  std::optional<double> command;  ///< seconds of the launcher's command, if it was timed
  std::uint64_t missed = 0;       ///< calls that did not fit the trace
  bool lacks_ends = false;        ///< the trace does not know when some non-blocking calls ended
  [[nodiscard]] bool native() const;
};

/// Reads a report of calls (tutti run --report=x.json) or a trace (tutti run --trace). Throws
/// std::invalid_argument with one sentence that names the file. `by` must not ask for communicators or sites
/// of a report of calls, which has none.
run_calls read_run(const std::string& text, const std::string& file, grouping by,
                   const record::site_names& name = record::plain_name);

/// True if the text is a trace, and not a report of calls. Throws format_error if it is neither.
bool is_trace(const std::string& text, const std::string& file);

}  // namespace tutti::compare
