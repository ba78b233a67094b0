#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

// Files that a subcommand writes; "-" is standard output.
namespace tutti::cli {

/// Throws usage_error where a file cannot be written. Empty and "-" always can.
void check_writable(const std::string& file);

/// Writes a whole file. Throws usage_error; the text then stands on standard output, so that nothing is lost.
void write_text(const std::string& file, const std::string& text);

/// On stderr, "wrote FILE: what", where nothing else is said of a file that has been written. Not of standard
/// output.
void tell_written(const std::string& file, const std::string& what);

/// Refuses a file whose name ends in something else, of what is written in one form only: ".svg" of a
/// picture. A name without an ending, such as /dev/stdout, is the user's choice. `option` names the option.
void require_ending(std::string_view option, const std::string& file, std::string_view ending,
                    std::string_view what);

/// Writes report::page(data). Throws usage_error.
void write_page(const nlohmann::ordered_json& data, const std::string& file);

}  // namespace tutti::cli
