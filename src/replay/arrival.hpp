#pragma once

#include <string>
#include <vector>

#include "replay/lines.hpp"

namespace tutti::replay {

/// When each process enters in a replay: seconds after the first one, by rank in MPI_COMM_WORLD, averaged
/// over the blocking operations in which all processes take part. `only`: the line or the collective whose
/// operations count; empty: all. `entries`: as replayed::entries. Returns an empty vector if there is no such
/// operation.
std::vector<double> mean_arrival(const recorded_run& run, const std::vector<double>& entries,
                                 const line_names& names, const std::string& only);

}  // namespace tutti::replay
