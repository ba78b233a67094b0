#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::report {

/// Makes one HTML file that contains everything: style, scripts, uPlot and its licence, and the data, which
/// web/report.js displays:
///
///   {"title": "...", "tutti": "0.1.0", "runs": [summary()...], "between": [changes()...],
///    "guidelines": [read_verdicts()], "calls": read_calls(), "waiting": waiting_data(),
///    "comparison": compare::json_of(), "verdict": measure::as_json() of defects}
///
/// The members from "guidelines" on are optional; "runs" and "between" may be empty.
std::string page(const nlohmann::ordered_json& data);

}  // namespace tutti::report
