#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// Loads shared objects of algorithms (tutti/plugin.hpp), separated by colons, and adds these to the
/// catalogue; once per file. A file in the current folder needs no "./". Returns why one cannot be used, as a
/// sentence; empty if all can.
std::string load_plugins(std::string_view files);

}  // namespace tutti
