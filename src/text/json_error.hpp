#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tutti {

/// The maximum nesting of JSON. Deeper JSON is rejected, because recursive functions would overflow the
/// stack.
inline constexpr int deepest_json = 64;

/// Replaces control characters by blanks, so that a sentence with quoted text is on one line.
inline std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c >= 0 && c < ' '; }, ' ');
  return text;
}

/// A position in a file, in the form of editors: "FILE:LINE", or "FILE" if the line is 0 (unknown).
inline std::string place_in(std::string_view file, std::ptrdiff_t line) {
  return line > 0 ? std::string(file) + ":" + std::to_string(line) : std::string(file);
}

/// An error in a JSON text, with its line.
class json_error : public std::invalid_argument {
 public:
  json_error(const std::string& what, std::ptrdiff_t line) : std::invalid_argument(what), line_(line) {}
  /// The line, or 0 if it is unknown.
  [[nodiscard]] std::ptrdiff_t line() const noexcept { return line_; }
  /// "FILE:LINE: what", or "FILE: what" if the line is unknown.
  [[nodiscard]] std::string in(std::string_view file) const { return place_in(file, line_) + ": " + what(); }

 private:
  std::ptrdiff_t line_;
};

}  // namespace tutti
