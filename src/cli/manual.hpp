#pragma once

#include <optional>
#include <string>

#include "cli/command_line.hpp"

// What is known of the command and its options, in other forms than --help: all from the same declarations.
namespace tutti::cli {

/// The manual page of the command, or of a subcommand, as troff: tutti(1), tutti-run(1).
std::string manual_page(const command& app, const std::optional<command>& sub);
/// docs/commands.md.
std::string commands_page(const command& app);
/// Completion for bash, zsh or fish.
std::string completion(const command& app, const std::string& shell);

}  // namespace tutti::cli
