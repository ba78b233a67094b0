#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "tutti/cost.hpp"

// What is wrong with what the user wrote; and files, machines and memory that it needs. Every function here
// that finds something wrong throws usage_error. Numbers are read by cli/numbers.hpp, names of algorithms by
// cli/names.hpp.
namespace tutti {
struct choice_settings;
struct cost_settings;
}  // namespace tutti

namespace tutti::cli {

/// The command line cannot be followed, in one sentence. Ends the command with exit status 2.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

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

/// Refuses a run of p processes in virtual time that no memory holds: the system may end a process that takes more than there
/// is without a word. `what` is run.
void require_memory(std::string_view what, int p);

}  // namespace tutti::cli
