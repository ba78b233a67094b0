#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tutti {

/// How a command of the shell has ended, and what it has printed.
struct command_output {
  int status = 0;  ///< 1 if a signal has ended it
  std::string text;
};
/// Runs it, and reads at most `most` characters. Nothing where there is no shell.
std::optional<command_output> output_of(const std::string& command, std::size_t most = SIZE_MAX);

}  // namespace tutti
