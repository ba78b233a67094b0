#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace CLI {
class FormatterBase;
}

namespace tutti::cli {

/// Words put into lines of at most `most` characters; each line after the first begins with `margin`.
std::string filled(std::string_view text, std::size_t most, std::string_view margin = "");

/// How --help looks: 80 columns, whatever the terminal; options with the name of their value and nothing of how it is
/// checked, which the text beside it says.
std::shared_ptr<CLI::FormatterBase> help_layout();

}  // namespace tutti::cli
