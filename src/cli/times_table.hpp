#pragma once

#include <string>

#include "measure/experiment.hpp"
#include "measure/measurements.hpp"

namespace tutti::cli {

/// The table of what was measured on p processes: a line for each experiment, with its ratio to the first of
/// its contest.
std::string times_as_table(const measure::measurements& found, int p);

/// How a call differs from the usual one: "spikes, tiled, root 3"; empty: it does not.
std::string particulars(const measure::experiment& e);

}  // namespace tutti::cli
