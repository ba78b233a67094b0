#pragma once

#include <sys/types.h>

#include <limits>
#include <string>

#include "record/roll.hpp"
#include "record/waiting.hpp"

namespace tutti::cli {

/// Removes the records of jobs whose processes are all gone, except those of the four newest dead jobs.
void drop_old_records();

/// Starts a program as a child process, which ends if this process is killed. From then on, signals that
/// would end this process go to the program.
pid_t fork_and_start(char* const* arguments);
/// Lets such signals end this process again, when its last program has ended.
void stop_passing_on() noexcept;
/// How a program has ended.
struct program_end {
  int status = 0;  ///< as a shell counts it
  int signal = 0;  ///< ended the program, if a shell should see that, so that ^C ends a script's loop
};
/// True if a signal has asked this command and its program to end: ^C, for instance.
bool interrupted() noexcept;
/// Waits for the program.
program_end wait_for(pid_t program);

struct watch {
  /// A program hangs if a process waits in a collective, and no collective begins or ends for this many
  /// seconds, or if processes stay in calls in which each waits for the next one, in a circle.
  double seconds = std::numeric_limits<double>::infinity();
  bool aborts = false;
  double report_every = std::numeric_limits<double>::infinity();  ///< seconds
};
/// Parses --by.
record::grouping grouping_of(const std::string& word);
/// A table of the waiting in the last calls of a job's processes.
std::string last_calls(const record::roll& all);
/// Like wait_for(), but prints the roll call of each of the program's jobs once if it hangs, and a table of
/// its last calls from time to time. Sees only processes of this node.
program_end wait_and_watch(pid_t program, const watch& w, const std::string& job);

}  // namespace tutti::cli
