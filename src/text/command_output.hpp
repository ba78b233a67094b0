#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tutti {

/// The exit status and the standard output of a shell command.
struct command_output {
  int status = 0;  ///< 1 if a signal ended the command
  std::string text;
};
/// Runs a command, and reads at most `most` characters. Nothing if popen() fails.
std::optional<command_output> output_of(const std::string& command, std::size_t most = SIZE_MAX);

}  // namespace tutti
