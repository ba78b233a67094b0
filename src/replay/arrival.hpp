#pragma once

#include <string>
#include <vector>

#include "replay/lines.hpp"

namespace tutti::replay {

/// When each process enters in a replay: seconds after the first one, by rank in MPI_COMM_WORLD, mean of the
/// blocking operations of all processes. Of these, `only` names those of a line, or of a collective; empty:
/// all. `entries` are those of replayed. Empty if there is no such operation.
std::vector<double> mean_arrival(const recorded_run& run, const std::vector<double>& entries,
                                 const line_names& names, const std::string& only);

}  // namespace tutti::replay
