#pragma once

#include <string>
#include <vector>

#include "record/read.hpp"

/// Reads a job's records that are stored on other nodes.
namespace tutti::cli {

/// Writes the records of a job to standard output, for ask().
void print_records(const record::job& j);

/// The answer of a host.
struct answer {
  std::string host;
  std::string problem;  ///< empty: none
  std::vector<record::copied> files;
};
/// Runs a command on several hosts at once. Each command line is `with` (such as ssh), the host, and the
/// command. Gives up on hosts that have not answered after `seconds` seconds.
std::vector<answer> ask(const std::vector<std::string>& hosts, const std::vector<std::string>& with,
                        const std::string& command, double seconds);

}  // namespace tutti::cli
