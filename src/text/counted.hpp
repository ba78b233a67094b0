#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace tutti {

/// "1 process", "2 processes", "3 rounds".
std::string counted(std::integral auto n, std::string_view what) {
  const std::string_view ending = n == 1 ? "" : what.ends_with('s') ? "es" : "s";
  return std::to_string(n).append(" ").append(what).append(ending);
}

}  // namespace tutti
