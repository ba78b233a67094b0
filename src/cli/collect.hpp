#pragma once

#include <string>
#include <vector>

#include "record/read.hpp"

/// Records of a job that lie on other nodes.
namespace tutti::cli {

/// Writes the records of a job to standard output, for ask().
void print_records(const record::job& j);

/// What a host has said.
struct answer {
  std::string host;
  std::string problem;  ///< empty: none
  std::vector<record::copied> files;
};
/// Runs a command on several hosts at once, each by the words `with`, the host, and the command, as ssh takes them. A host that
/// has not answered after `seconds` seconds is not waited for.
std::vector<answer> ask(const std::vector<std::string>& hosts, const std::vector<std::string>& with,
                        const std::string& command, double seconds);

}  // namespace tutti::cli
