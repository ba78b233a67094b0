#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "record/call_facts.hpp"
#include "record/count_tables.hpp"
#include "record/format.hpp"
#include "select/call_name.hpp"

/// Shows where the processes of a job are, according to their records, and which ones block others. Reads no
/// files: the data may also be made up, for tests.
namespace tutti::record {

enum class condition : std::uint8_t {
  running,
  stopped,     ///< by a signal
  finalizing,  ///< in MPI_Finalize
  ended,       ///< after MPI_Finalize
  exited,      ///< exited without MPI_Finalize
  died,
  unknown  ///< in another PID namespace (a container): not known whether it lives
};

/// Index of an unknown text, call site or communicator.
inline constexpr int none = -1;

struct roll {
  /// An address in a program: file, and offset in it.
  struct site {
    std::string file;
    std::uint64_t offset = 0;
    friend auto operator<=>(const site&, const site&) = default;
  };
  struct communicator {
    std::string name;
    int size = 0;
    std::vector<run> runs;  ///< its processes in MPI_COMM_WORLD, ascending
    bool complete = true;   ///< `runs` holds all of them
    /// Its processes in MPI_COMM_WORLD, in the order of their ranks in it. In a trace only; empty if some are
    /// not known, and for inter-communicators.
    std::vector<int> members;
    bool inter = false;  ///< an inter-communicator: `size` counts both groups
  };
  struct call {
    call_name of{};
    progress at = progress::begun;
    int communicator = none;
    unsigned number = 0;
    int count = -1, root = -1;
    std::uint64_t bytes = 0;
    int type = none, op = none, algorithm = none;  ///< indices in `texts`
    int site = none;                               ///< index in `sites`
    call_facts facts;                              ///< in a trace only
    bool timed = true;                             ///< `begin` and `end` are known
    /// seconds; on a common clock if the processes have synchronised their clocks
    double begin = 0, end = 0;
  };
  /// The number of collectives that a process has entered on a communicator.
  struct position {
    int communicator = none;
    unsigned entered = 0;
  };
  struct process {
    int rank = 0;
    condition is = condition::running;
    message in = message::none;
    int peer = -1, tag = -1;  ///< -1: any, or none
    /// `peer` is a rank in MPI_COMM_WORLD, and not one in a communicator that the record cannot translate.
    bool peer_in_world = true;
    bool peer_known = false;  ///< `peer` is certain, and the process has no other thread
    unsigned waits = 0;       ///< calls like `in` so far
    int site = none;          ///< of the call `in`
    std::vector<position> on;
    std::vector<call> calls;   ///< the last ones, newest first
    int host = none;           ///< index in `texts`
    std::uint64_t missed = 0;  ///< calls that did not fit the trace
    /// In a trace: end of MPI_Init and start of MPI_Finalize. Otherwise: begin of the oldest timed call, end
    /// of the newest.
    double started = 0, ended = 0;
  };

  std::string job, program;
  std::string mpi;                 ///< the MPI library, in a trace; empty: not known
  int size = 0;                    ///< of MPI_COMM_WORLD
  std::vector<process> processes;  ///< by rank; may be incomplete
  std::vector<communicator> communicators;
  std::vector<std::string> texts;
  std::vector<site> sites;
  count_tables tables;  ///< of calls, in a trace
};

/// Formats a call site: "solver.c:231".
using site_names = std::function<std::string(const roll::site&)>;
/// "app+0x1234"
std::string plain_name(const roll::site& s);

/// "rank 7", "ranks 0-6, 9, 11-63": at most `most` ranges. `ranks` ascend.
std::string in_ranges(const std::vector<int>& ranks, std::size_t most = 8);

/// Returns circles of processes, as ranks from the lowest on. Each process waits in a point-to-point call for
/// the next one, and the last one for the first. A process does not count as waiting if the other process is
/// in the matching call, if it may wait for a third one (MPI_Sendrecv), or if it has several threads. If the
/// processes stay in these calls, they are in a deadlock.
std::vector<std::vector<int>> circles(const roll& all);
/// "rank 0 -> 1 -> 2 -> 0"
std::string circle_in_words(const std::vector<int>& circle);

/// Describes the problem in a few lines: which processes have not entered the collective that others wait in,
/// which ones called something else, and where they are instead. Also lists the processes that are stopped,
/// died or left.
std::string roll_call(const roll& all, const site_names& name = plain_name, std::size_t most_lines = 20);

/// True if a process waits in a collective, for a non-blocking one, or in MPI_Finalize for others.
bool anybody_waits(const roll& all);

}  // namespace tutti::record
