#pragma once

#include <nlohmann/json_fwd.hpp>

#include "record/roll.hpp"

namespace tutti::cli {

/// The data of a trace for a report: {"program", "processes", "span", "missed", "collective", "communicator",
/// "site" (lines of a table each), "matrix" (seconds, may be missing), "operations" (those with most
/// waiting)}. Times in seconds, sums over processes.
nlohmann::ordered_json waiting_data(const record::roll& trace);

}  // namespace tutti::cli
