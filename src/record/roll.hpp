#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "record/format.hpp"
#include "select/call_name.hpp"

/// Where the processes of a job are, as far as their records tell, and what is wrong with that. No file is
/// read here: a roll may as well be made up.
namespace tutti::record {

enum class condition : std::uint8_t {
  running,
  stopped,     ///< by a signal
  finalizing,  ///< in MPI_Finalize
  ended,       ///< after it
  left,        ///< without it
  died
};

/// The number of a text or a communicator that is not there.
inline constexpr int none = -1;

struct roll {
  /// An address in a program: file and offset there.
  struct site {
    std::string file;
    std::uint64_t offset = 0;
    friend auto operator<=>(const site&, const site&) = default;
  };
  struct communicator {
    std::string name;
    int size = 0;
    std::vector<run> runs;  ///< its processes in MPI_COMM_WORLD, ascending
    bool complete = true;   ///< all of them
  };
  struct call {
    call_name of{};
    progress at = progress::begun;
    int communicator = none;
    unsigned number = 0;
    int count = -1, root = -1;
    std::uint64_t bytes = 0;
    int type = none, op = none, algorithm = none;  ///< places in `texts`
    int site = none;                               ///< place in `sites`
    bool timed = true;                             ///< whether the next two are known
    double begin = 0, end = 0;  ///< seconds, by a clock of all processes, if they have compared theirs
  };
  /// How many collectives a process has entered on a communicator.
  struct position {
    int communicator = none;
    unsigned entered = 0;
  };
  struct process {
    int rank = 0;
    condition is = condition::running;
    message in = message::none;
    int peer = -1, tag = -1;  ///< the peer in MPI_COMM_WORLD; -1: any, or none
    int site = none;          ///< of that call
    std::vector<position> on;
    std::vector<call> calls;   ///< the last ones, from the newest on
    int host = none;           ///< place in `texts`
    std::uint64_t missed = 0;  ///< calls that a trace has no room for
    /// Of a trace: MPI_Init's end and MPI_Finalize's begin; else of `calls`.
    double started = 0, ended = 0;
  };

  std::string job, program;
  int size = 0;                    ///< of MPI_COMM_WORLD
  std::vector<process> processes;  ///< by rank; not all may be known
  std::vector<communicator> communicators;
  std::vector<std::string> texts;
  std::vector<site> sites;
};

/// How a place in a program is shown: "solver.c:231".
using site_names = std::function<std::string(const roll::site&)>;
/// "app+0x1234"
std::string plain_name(const roll::site& s);

/// "rank 7", "ranks 0-6, 9, 11-63", at most `most` ranges. Ascending.
std::string in_ranges(const std::vector<int>& ranks, std::size_t most = 8);

/// Says in a few lines what is wrong: who has not entered what the others wait in, who called something else,
/// where they are instead; and where each process is that is stopped, has died or has left.
std::string roll_call(const roll& all, const site_names& name = plain_name, std::size_t most_lines = 20);

/// Whether somebody waits in a collective, for a non-blocking one, or in MPI_Finalize for others.
bool anybody_waits(const roll& all);

}  // namespace tutti::record
