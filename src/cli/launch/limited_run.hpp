#pragma once

#include <string>
#include <vector>

namespace tutti::cli {

/// The result of a command with a time limit.
struct limited_run {
  int status = 0;       ///< of the command; 128 and the signal's number if one ended it
  bool in_time = true;  ///< false: it was ended after the limit
  std::string output;   ///< standard output and standard error, at most 64 KiB
};

/// Runs a command without input, in a process group of its own, and ends the group after `seconds`. Throws
/// std::runtime_error if no process can be made. A command that does not exist has the status 127.
limited_run run_limited(const std::vector<std::string>& words, double seconds);

}  // namespace tutti::cli
