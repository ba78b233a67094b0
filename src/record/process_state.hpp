#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace tutti::record {

/// The state of a process of this node, from /proc.
struct process_state {
  char letter = 'X';          ///< 'T' and 't': stopped; 'Z' and 'X': gone
  pid_t parent = 0;           ///< 0 if there is none
  std::uint64_t started = 0;  ///< clock ticks since the node's boot; distinguishes processes that reuse a pid
};
/// `pid`: a number, or "self".
process_state state_of_process(const std::string& pid);

/// Identifies the PID namespace of this process. Containers have one of their own: the same number means
/// another process there. 0 if it is not known.
std::uint64_t pid_namespace() noexcept;

}  // namespace tutti::record
