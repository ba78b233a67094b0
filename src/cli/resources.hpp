#pragma once

#include <string>
#include <string_view>

#include "tutti/cost.hpp"

// Files, machines and memory that a command needs. Every function here that finds something wrong with what the
// user wrote throws usage_error.
namespace tutti {
struct choice_settings;
struct cost_settings;
}  // namespace tutti

namespace tutti::cli {

/// Refuses a file that cannot be read, and a directory or a device, which may not end. `what` names the option; may be empty.
void require_file(std::string_view what, const std::string& file);
/// Takes the value of the option --machine: a file, or "usual".
void name_machine(cost_settings& s, const std::string& name);
/// Takes the value of --plan, of commands that start a program: a file, or "job".
void name_plan(choice_settings& s, const std::string& name);
/// What a warning that a program would print says of a file, without "TUTTI_MACHINE is not used: ".
std::string without_variable(const std::string& warning);
/// The same where the variable, and no option, has named the file: "TUTTI_MACHINE: cannot read ...".
std::string with_variable(const std::string& warning);

/// A machine from the texts of --alpha, --beta and --gamma, of which empty ones keep their default.
machine machine_from(const std::string& alpha, const std::string& beta, const std::string& gamma);

/// Refuses a run of p processes in virtual time for which there is not enough memory: the system may end a process that takes
/// more without a word. `what` is run.
void require_memory(std::string_view what, int p);

}  // namespace tutti::cli
