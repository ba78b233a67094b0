#pragma once

#include <string>

#include "compare/comparison.hpp"

// Functions of both `tutti compare` and `tutti run --compare`.
namespace tutti::cli {

/// Parses --by: collective, size, communicator, site, or several with commas. Empty: all that the files have.
/// Throws usage_error for other words, and for communicators and sites if the files are not traces.
compare::grouping comparison_grouping(const std::string& by, bool traced);

inline constexpr const char* comparison_by_help =
    "what tells lines apart besides the collective: size, communicator, site, or several with commas; "
    "collective: nothing; default: all that the files tell";

/// Writes a comparison as a page. Throws usage_error.
void write_comparison_page(const compare::comparison& c, const std::string& title, const std::string& file);
/// Draws a comparison: write_plot().
[[nodiscard]] bool write_comparison_plot(const compare::comparison& c, const std::string& svg);
/// Writes a comparison as JSON. Throws usage_error.
void write_comparison_json(const compare::comparison& c, const std::string& file);

}  // namespace tutti::cli
