#pragma once

#include <sys/types.h>

#include <limits>
#include <string>

#include "record/roll.hpp"
#include "record/waiting.hpp"

namespace tutti::cli {

/// Removes the records of jobs whose processes are all gone, except those of the four jobs that began last.
void drop_old_records();

/// Starts a program beside this one.
pid_t fork_and_start(char* const* arguments);
/// Waits for it. What would end this process is passed on; ^C reaches both by itself. Returns the exit status, as a shell would say
/// it.
int wait_for(pid_t program);

struct watch {
  /// When a program is said to hang: somebody waits in a collective, and none ends for this long.
  double seconds = std::numeric_limits<double>::infinity();
  bool aborts = false;
  double report_every = std::numeric_limits<double>::infinity();  ///< seconds
};
/// What --by says.
record::grouping grouping_of(const std::string& word);
/// What waiting for others costs in the last calls of a job's processes, as a table.
std::string last_calls(const record::roll& all);
/// The same as wait_for(), and prints the roll call of its job, once, if it hangs, and from time to time its last calls. Looks at the
/// processes of this node.
int wait_and_watch(pid_t program, const watch& w, const std::string& job);

}  // namespace tutti::cli
