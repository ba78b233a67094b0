#pragma once

#include <string>
#include <vector>

#include "cli/launcher.hpp"

// What options of the command mean to a program that tutti serves: variables of its environment.
namespace tutti::cli {

struct run_options {
  std::string mpi_name, report, alpha, beta, gamma, pieces, reductions, machine, profile, plan, trace, check,
      timeout, report_every, by;
  std::vector<std::string> wishes;
  bool off = false, debug = false, explain = false, no_report = false, no_recorder = false,
       timeout_abort = false, dry_run = false;
};

/// The user means the folder in which the command is typed, and the program may run in another. Empty stays
/// empty.
void make_absolute(std::string& file);
/// Whether --report names a file, and not how the library is to report.
bool names_a_file(const std::string& report);

/// --report=x.html: the ranks write JSON, of which a page is made when they have ended.
bool wants_page(const run_options& o);
std::string calls_file(const run_options& o);

/// TUTTI_BCAST=chain, TUTTI_IBCAST=native, of --set bcast=chain,ibcast=native. Throws usage_error.
variables from_wishes(const std::vector<std::string>& wishes);

/// All that the ranks are to see: what the environment says, what the options say instead, and the preload of
/// `library`. Throws usage_error.
variables variables_for_ranks(const run_options& o, const std::string& library);

}  // namespace tutti::cli
