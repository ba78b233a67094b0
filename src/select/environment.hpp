#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// An assignment NAME=value in an environment.
struct assignment {
  std::string_view name, value;
  [[nodiscard]] std::string text() const { return std::string(name) + "=" + std::string(value); }
};

/// Returns TUTTI and all TUTTI_*, in the environment's order, without those that modules set for every
/// package, such as TUTTI_ROOT.
std::vector<assignment> assignments_in(const char* const* environment);

/// A variable that the library ignores: its location may differ between processes.
inline constexpr std::string_view library_variable = "TUTTI_LIBRARY";

}  // namespace tutti
