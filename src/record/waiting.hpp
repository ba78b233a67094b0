#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/roll.hpp"

/// How much of the time in collectives was waiting for others, and for whom: read out of the calls of a
/// trace.
namespace tutti::record {

/// What lines are made of.
enum class grouping : std::uint8_t { collective, communicator, site };

/// What a process cost the others by entering late.
struct lateness {
  int rank = 0;
  std::uint64_t operations = 0;  ///< in which some process waited for it
  double seconds = 0;            ///< that all others waited for it, together
  double longest = 0;            ///< that one of them waited once
};

/// Calls that belong together. Times are sums over processes, seconds.
struct waiting_line {
  std::string name;
  std::uint64_t operations = 0, calls = 0;
  double inside = 0;           ///< in the calls
  double waiting = 0;          ///< of that, for others to enter
  std::vector<lateness> late;  ///< who was waited for, who cost most first
};

struct waiting_times {
  std::vector<waiting_line> lines;  ///< most time first
  waiting_line all;
  int processes = 0;
  double span = 0;           ///< between MPI_Init and MPI_Finalize, sum over processes
  std::uint64_t missed = 0;  ///< calls that the trace has no room for
  /// For whom each process waited, seconds: row of who waits, column of who is late, by rank. Empty if there
  /// are more than 64.
  std::vector<std::vector<double>> matrix;
};

/// Blocking calls that have ended. A process that enters first waits until the last process enters, or as far
/// as it cannot have waited for that one, since it was gone before, for the last that entered while it was
/// there. What it does for the data in that time counts as waiting.
waiting_times waiting_in(const roll& trace, grouping by, const site_names& name = plain_name);

/// When a process was in an operation, seconds.
struct presence {
  int rank = 0;
  double begin = 0, end = 0;
};
/// A call by all processes of a communicator.
struct operation {
  std::string name, communicator;
  unsigned number = 0;       ///< of the calls on the communicator
  int site = none;           ///< of who entered first
  double waiting = 0;        ///< sum over processes, seconds
  std::vector<presence> by;  ///< who entered first, first
};
/// The operations that cost most waiting, the worst first.
std::vector<operation> longest_waits(const roll& trace, std::size_t most);

/// When each process enters after the first one, seconds, by rank: the mean over the operations of a line, or
/// of all if `line` is empty, in which all processes of the program take part. Empty if there are none.
std::vector<double> mean_arrival(const roll& trace, grouping by, const std::string& line,
                                 const site_names& name = plain_name);

/// The lines as a table, for a terminal.
std::string waiting_table(const waiting_times& of, grouping by, std::size_t most_lines = 20);

}  // namespace tutti::record
