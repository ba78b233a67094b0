#pragma once

#include <string>
#include <vector>

#include "cli/launch/rank_environment.hpp"

// Converts options of the command to variables for a program that uses tutti.
namespace tutti::cli {

struct run_options {
  std::string mpi_name, report, alpha, beta, gamma, pieces, reductions, machine, profile, plan, trace, check,
      learn, learn_cache, reproducible, timeout, report_every, by, compare;
  std::vector<std::string> algorithm_settings;
  int compared = 0;  ///< runs of each side, of --compare; 0: none
  bool off = false, debug = false, explain = false, no_report = false, no_recorder = false,
       timeout_abort = false, dry_run = false;
};

/// Names are relative to the folder of the command line, but the program may run in another. Keeps empty
/// names.
void make_absolute(std::string& file);
/// True if the value of --report is a file name.
bool names_a_file(const std::string& report);

/// True for --report=x.html: the ranks write JSON, which becomes a page after they have ended.
bool wants_page(const run_options& o);
std::string calls_file(const run_options& o);

/// Converts --set bcast=chain,ibcast=native to TUTTI_BCAST=chain, TUTTI_IBCAST=native. Throws usage_error.
variables from_algorithm_settings(const std::vector<std::string>& algorithm_settings);

/// All variables for the ranks: those of the environment, overridden by those of the options, and the preload
/// of `library`. `several_jobs`: the command may start several MPI jobs, whose records get names of their
/// own. Throws usage_error.
variables variables_for_ranks(const run_options& o, const std::string& library, bool several_jobs);

}  // namespace tutti::cli
