#pragma once

#include <algorithm>
#include <string>

namespace tutti {

/// A sentence that quotes somebody's text, which may hold anything: on one line.
inline std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c >= 0 && c < ' '; }, ' ');
  return text;
}

}  // namespace tutti
