#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tutti::cli {

// Each adds one subcommand with its options, its help and what it does. A subcommand ends by returning, by throwing
// usage_error (one sentence, exit status 2) or CLI::RuntimeError (an exit status).
/// `arguments` are the command line's; those of the program to run are taken out of them.
void add_run(CLI::App& tutti, std::vector<std::string>& arguments);
void add_bench(CLI::App& tutti, std::vector<std::string>& arguments);
void add_calibrate(CLI::App& tutti, std::vector<std::string>& arguments);
void add_tune(CLI::App& tutti, std::vector<std::string>& arguments);
void add_guidelines(CLI::App& tutti, std::vector<std::string>& arguments);
void add_list(CLI::App& tutti);
void add_verify(CLI::App& tutti);
void add_predict(CLI::App& tutti);
void add_plan(CLI::App& tutti);
void add_explain(CLI::App& tutti);
void add_show(CLI::App& tutti);
void add_report(CLI::App& tutti);
void add_who(CLI::App& tutti);
void add_waiting(CLI::App& tutti);
void add_doctor(CLI::App& tutti);

}  // namespace tutti::cli
