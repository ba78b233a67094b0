#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// NAME=value in an environment.
struct assignment {
  std::string_view name, value;
  [[nodiscard]] std::string text() const { return std::string(name) + "=" + std::string(value); }
};

/// TUTTI and TUTTI_*, in their order there, but for those by which modules say where a package lies: TUTTI_ROOT.
std::vector<assignment> assignments_in(const char* const* environment);

/// The one that the library passes over: where that lies is each process's own affair.
inline constexpr std::string_view library_variable = "TUTTI_LIBRARY";

}  // namespace tutti
