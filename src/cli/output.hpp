#pragma once

#include <nlohmann/json.hpp>
#include <string>

// Files that a subcommand writes; "-" is standard output.
namespace tutti::cli {

/// Throws usage_error where a file cannot be written. Empty and "-" always can.
void check_writable(const std::string& file);

/// Writes a whole file. Throws usage_error; the text then stands on standard output, so that nothing is lost.
void write_text(const std::string& file, const std::string& text);

/// Writes report::page(data). Throws usage_error.
void write_page(const nlohmann::ordered_json& data, const std::string& file);

}  // namespace tutti::cli
