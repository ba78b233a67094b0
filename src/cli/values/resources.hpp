#pragma once

#include <string>
#include <string_view>

#include "tutti/cost.hpp"

// Files, machines and memory that a command needs. Functions throw usage_error for invalid input of the user.
namespace tutti {
struct choice_settings;
struct cost_settings;
}  // namespace tutti

namespace tutti::cli {

/// Refuses files that cannot be read, directories, and devices, which may be endless. `what` names the
/// option; may be empty. A pipe is left to its reader, since it can be opened only once.
void require_file(std::string_view what, const std::string& file);
/// Applies --machine: a file, or "usual".
void name_machine(cost_settings& s, const std::string& name);
/// Applies --plan of commands that start a program: a file, or "job".
void name_plan(choice_settings& s, const std::string& name);
/// A library's warning about a file, without "TUTTI_MACHINE is not used: ".
std::string without_variable(const std::string& warning);
/// The same for a file named by the variable, not by an option: "TUTTI_MACHINE: cannot read ...".
std::string with_variable(const std::string& warning);

/// Makes a machine from --alpha, --beta and --gamma. Empty texts mean the default.
machine machine_from(const std::string& alpha, const std::string& beta, const std::string& gamma);

/// Refuses to run `what` on p processes in virtual time if there is not enough memory: the system may kill,
/// without a message, a process that takes too much.
void require_memory(std::string_view what, int p);

}  // namespace tutti::cli
