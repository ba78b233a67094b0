#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tutti::cli {

inline constexpr std::size_t help_columns = 80;  ///< whatever the terminal

/// Whether a line of a help text stays as it is: examples and lists are indented, or begin with a word in capitals. Everything else
/// is prose.
bool stays(std::string_view line);

/// Words put into lines of at most `most` characters; each line after the first begins with `margin`.
std::string filled(std::string_view text, std::size_t most, std::string_view margin = "");

/// A text of --help: prose is filled, lists stay as they are, and so do examples, whose comments are filled.
std::string laid_out(std::string_view text);

}  // namespace tutti::cli
