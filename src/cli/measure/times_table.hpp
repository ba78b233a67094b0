#pragma once

#include <string>

#include "measure/experiment.hpp"
#include "measure/measurements.hpp"

namespace tutti::cli {

/// The table of measurements on p processes: a line for each experiment, with its ratio to the first one of
/// its comparison. A sentence below it states the limits of a single launch.
std::string times_as_table(const measure::measurements& measurements, int p);

/// The differences from the default call: "spikes, tiled, root 3"; empty if there are none.
std::string particulars(const measure::experiment& e);

}  // namespace tutti::cli
