#pragma once

#include <sys/types.h>

#include <string>

namespace tutti::cli {

/// Removes the records of jobs of which no process is there any more.
void forget_dead_jobs();

/// Starts a program beside this one.
pid_t fork_and_start(char* const* arguments);
/// Waits for it. What would end this process is passed on; ^C reaches both by itself. Returns the exit status, as a shell would say
/// it.
int wait_for(pid_t program);

/// When a program is told to hang: somebody waits in a collective, and none ends for so long.
struct watch {
  double seconds = 60;
  bool aborts = false;
};
/// The same, and prints the roll call of its job, once, if it hangs. Looks at the processes of this node.
int wait_and_watch(pid_t program, const watch& w, const std::string& job);

}  // namespace tutti::cli
