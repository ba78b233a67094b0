#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tutti::cli {

/// Says why libtutti.so (src/front) cannot open an object for one MPI library: there is none, it is damaged,
/// or it belongs to another version of tutti. None if libtutti.so can open the object. This does not load the
/// object.
std::optional<std::string> not_to_be_opened(const std::filesystem::path& object);

}  // namespace tutti::cli
