#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tutti::cli {

inline constexpr std::size_t help_columns = 80;  ///< on every terminal

/// True if a line of a help text must not be wrapped: examples and lists are indented, or begin with a word
/// in capitals. All else is prose.
bool stays(std::string_view line);

/// Wraps words into lines of at most `most` characters. Every line but the first begins with `margin`.
std::string filled(std::string_view text, std::size_t most, std::string_view margin = "");

/// Lays out a text for --help: wraps prose and the comments of examples; lists stay unchanged.
std::string laid_out(std::string_view text);

}  // namespace tutti::cli
