#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::report {

/// Makes one HTML file of the schedules that `tutti explore` has recorded. The file contains its scripts:
/// web/evaluate.js computes times from the schedules, web/explorer.js draws.
std::string explorer(const nlohmann::ordered_json& table);

}  // namespace tutti::report
