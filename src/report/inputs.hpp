#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

// Readers of the files that a report shows besides measurements. A malformed text throws format_error with
// one sentence that names the text (`called`) and, if it is not JSON, the line.
namespace tutti::report {

/// Verdicts on guidelines: {"format": "tutti guidelines", "version": 1, "verdicts": [{"guideline", "by",
/// "operation", "p", "bytes", "verdict", "factor", ...}]}. Returns the array. A verdict is "violated", "kept"
/// or "unclear". Optional: "left", "right" (`left` must be no slower than `right`), "low", "high" (of the
/// factor), "confidence", "hint", "problem".
nlohmann::ordered_json read_verdicts(const std::string& text, const std::string& called);

/// The report of a program's calls that TUTTI_REPORT=x.json writes (src/mpi/observe/report.cpp).
nlohmann::ordered_json read_calls(const std::string& text, const std::string& called);

/// A member that is a number. Throws format_error, which begins with `where`, if the number is not whole or
/// does not fit.
template <class Number>
Number whole_number(const nlohmann::ordered_json& object, const char* name, const std::string& where);
extern template int whole_number(const nlohmann::ordered_json&, const char*, const std::string&);
extern template std::uint64_t whole_number(const nlohmann::ordered_json&, const char*, const std::string&);

/// The kind of a file, by its text.
enum class kind { measurements, verdicts, calls, trace };
kind kind_of(const std::string& text, const std::string& called);

}  // namespace tutti::report
