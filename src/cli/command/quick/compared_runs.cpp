// The quick build compares no runs: the statistics are not in it.

#include "cli/launch/compared_runs.hpp"

#include "cli/line/usage_error.hpp"

namespace tutti::cli {

run_options native_options(const run_options& o) { return o; }

bool writes_comparison(const run_options&) { return false; }

void compare_runs(const run_options&, const std::vector<std::string>&, const runner&) {}

void require_comparable(const run_options&) {
  throw usage_error("--compare is not in the quick build of scripts/demo");
}

}  // namespace tutti::cli
