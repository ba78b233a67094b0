#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// Loads plugins, shared objects of algorithms (tutti/plugin.hpp), and adds their algorithms to the
/// catalogue. `files` are separated by colons; each is loaded once. A file in the current folder needs no
/// "./". Returns a sentence that says why a file cannot be used; empty if all can.
std::string load_plugins(std::string_view files);

}  // namespace tutti
