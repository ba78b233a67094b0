#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::report {

/// One HTML file with everything in it: style, scripts, uPlot and its licence, and the data, of which
/// web/report.js says what it shows:
///
///   {"title": "...", "tutti": "0.1.0", "runs": [summary()...], "between": [changes()...],
///    "guidelines": [read_verdicts()], "calls": read_calls()}
///
/// All but title and tutti may be missing.
std::string page(const nlohmann::ordered_json& data);

}  // namespace tutti::report
