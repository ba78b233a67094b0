#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

// The other files that a report shows. What is not in order throws format_error with one sentence that says
// how the text is called and, where it is no JSON, the line.
namespace tutti::report {

/// Verdicts on guidelines: {"format": "tutti guidelines", "version": 1, "verdicts": [{"guideline", "by",
/// "operation", "p", "bytes", "verdict", "factor", ...}]}; the array is returned. A verdict is "violated",
/// "kept" or "unclear". May be there: "left", "right" (what must be no slower than what), "low", "high" (of
/// the factor), "confidence", "hint", "problem".
nlohmann::ordered_json read_verdicts(const std::string& text, const std::string& called);

/// What TUTTI_REPORT=x.json writes (src/mpi/observe/report.cpp): how the calls of a program were served.
nlohmann::ordered_json read_calls(const std::string& text, const std::string& called);

/// Which kind of file has this text.
enum class kind { measurements, verdicts, calls, trace };
kind kind_of(const std::string& text, const std::string& called);

}  // namespace tutti::report
