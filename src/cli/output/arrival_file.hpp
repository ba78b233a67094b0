#pragma once

#include <string>
#include <vector>

namespace tutti::cli {

/// Writes when processes enter a collective, in the format of `tutti plan --arrival` and `tutti predict
/// --arrival` (docs/arrival.md), and names the file on stderr. `from`: the source of the times. `seconds`: of
/// each process, after the first one. Throws usage_error.
void write_arrival(const std::string& file, const std::string& from, const std::vector<double>& seconds);

}  // namespace tutti::cli
