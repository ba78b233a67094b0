#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace tutti::cli {

/// How --help looks: 80 columns, whatever the terminal; options with the name of their value and nothing of how it is
/// checked, which the text beside it says.
std::shared_ptr<CLI::FormatterBase> help_layout();

}  // namespace tutti::cli
