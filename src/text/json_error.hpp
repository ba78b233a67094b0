#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tutti {

/// Endless nesting would use up the stack of whoever walks through it: JSON of more levels is refused.
inline constexpr int deepest_json = 64;

/// A place in a file, as editors know it: "FILE:LINE", or "FILE" for line 0: it is not known.
inline std::string place_in(std::string_view file, std::ptrdiff_t line) {
  return line > 0 ? std::string(file) + ":" + std::to_string(line) : std::string(file);
}

/// Why a text is no JSON that is read here, and where.
class json_error : public std::invalid_argument {
 public:
  json_error(const std::string& what, std::ptrdiff_t line) : std::invalid_argument(what), line_(line) {}
  /// The line, or 0 where the parser does not tell.
  [[nodiscard]] std::ptrdiff_t line() const noexcept { return line_; }
  /// "FILE:LINE: what", or without the line where it is not known.
  [[nodiscard]] std::string in(std::string_view file) const { return place_in(file, line_) + ": " + what(); }

 private:
  std::ptrdiff_t line_;
};

}  // namespace tutti
