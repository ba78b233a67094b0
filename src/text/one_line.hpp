#pragma once

#include <algorithm>
#include <string>

namespace tutti {

/// Replaces control characters by blanks, so that a sentence with quoted text is on one line.
inline std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c >= 0 && c < ' '; }, ' ');
  return text;
}

}  // namespace tutti
