#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.hpp"

namespace tutti::cli {

/// The first text of `tutti --help`.
extern const char* const introduction;
/// Adds the subcommands of this build.
void add_subcommands(command& tutti, std::vector<std::string>& arguments);

// Each adds one subcommand with its options, its help and its callback. A subcommand ends by returning, or by
// throwing usage_error (one sentence, exit status 2) or exit_status.
// `arguments` is the command line; the words of the program to run are removed from it.
void add_run(command& tutti, std::vector<std::string>& arguments);
void add_bench(command& tutti, std::vector<std::string>& arguments);
void add_calibrate(command& tutti, std::vector<std::string>& arguments);
void add_tune(command& tutti, std::vector<std::string>& arguments);
void add_guidelines(command& tutti, std::vector<std::string>& arguments);
void add_verdict(command& tutti, std::vector<std::string>& arguments);
void add_list(command& tutti);
void add_verify(command& tutti);
void add_predict(command& tutti);
void add_bounds(command& tutti);
void add_place(command& tutti);
void add_replay(command& tutti);
void add_plan(command& tutti);
void add_explain(command& tutti);
void add_show(command& tutti);
void add_explore(command& tutti);
void add_report(command& tutti);
void add_compare(command& tutti);
void add_who(command& tutti);
void add_waiting(command& tutti);
void add_doctor(command& tutti);
void add_manual(command& tutti);  ///< also `completion`; for the installation, not for users

}  // namespace tutti::cli
