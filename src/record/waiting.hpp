#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "record/roll.hpp"

/// Computes from a trace how long processes waited for others in collectives, and for which ones.
namespace tutti::record {

/// How calls are grouped into lines.
enum class grouping : std::uint8_t { collective, communicator, site };

/// The waiting that one process caused by entering late.
struct lateness {
  int rank = 0;
  std::uint64_t operations = 0;  ///< in which another process waited for it
  double seconds = 0;            ///< sum of the waiting of all others
  double longest = 0;            ///< longest wait of one process for it
};

/// A group of calls. Times are sums over processes, in seconds.
struct waiting_line {
  std::string name;
  std::uint64_t operations = 0, calls = 0;
  double inside = 0;           ///< in the calls
  double waiting = 0;          ///< part of `inside`: waiting for others to enter
  std::vector<lateness> late;  ///< the processes that were waited for, the most expensive first
};

struct waiting_times {
  std::vector<waiting_line> lines;  ///< sorted by `inside`, descending
  waiting_line all;
  int processes = 0;
  double span = 0;           ///< from MPI_Init to MPI_Finalize, sum over processes
  std::uint64_t missed = 0;  ///< calls that did not fit the trace
  /// Seconds that each process waited for each other one: row = rank that waits, column = rank that is late.
  /// Empty for more than 64 processes.
  std::vector<std::vector<double>> matrix;
};

/// Waiting times in completed blocking calls. A process waits from its own entry to the entry of the last
/// process. If it has left before that, it cannot have waited for that process: then it waits until the last
/// entry before it left. Work on the data in this time counts as waiting.
waiting_times waiting_in(const roll& trace, grouping by, const site_names& name = plain_name);

/// When a process was in an operation, in seconds.
struct presence {
  int rank = 0;
  double begin = 0, end = 0;
};
/// A collective call by all processes of a communicator.
struct operation {
  std::string name, communicator;
  unsigned number = 0;       ///< of the calls on the communicator
  int site = none;           ///< of the process that entered first
  double waiting = 0;        ///< sum over processes, seconds
  std::vector<presence> by;  ///< by time of entry
};
/// The operations with the longest waiting, the longest first.
std::vector<operation> longest_waits(const roll& trace, std::size_t most);

/// Mean entry time of each rank after the first one, in seconds. Averages over the operations of `line` (all
/// if empty) in which all processes of the program take part. Empty if there are none.
std::vector<double> mean_arrival(const roll& trace, grouping by, const std::string& line,
                                 const site_names& name = plain_name);

/// The lines as a table for a terminal.
std::string waiting_table(const waiting_times& of, grouping by, std::size_t most_lines = 20);

}  // namespace tutti::record
