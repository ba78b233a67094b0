#pragma once

#include <string>

namespace tutti {

/// Loads a shared object of algorithms (tutti/plugin.hpp) and adds them to the catalogue; once per file. A file in the current
/// folder needs no "./". Returns why it cannot be used, as a sentence; empty if it can.
std::string load_plugin(const std::string& file);

}  // namespace tutti
