#pragma once

#include <cstdint>
#include <string>

namespace tutti::record {

/// A process of this node, as /proc shows it.
struct process_state {
  char letter = 'X';          ///< 'T' and 't': stopped; 'Z' and 'X': gone
  std::uint64_t started = 0;  ///< in ticks since the node was: another process may have the number later
};
/// `pid`: a number, or "self".
process_state state_of_process(const std::string& pid);

}  // namespace tutti::record
