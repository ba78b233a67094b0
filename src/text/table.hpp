#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tutti {

/// Text in columns as wide as their content. Columns whose heading begins with ">" are right-aligned.
class table {
 public:
  explicit table(std::vector<std::string> heading);
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// The table without empty columns. While it is wider than `most`, it also loses the columns in `spare`,
  /// one after the other.
  [[nodiscard]] std::string text(std::size_t most = SIZE_MAX,
                                 const std::vector<std::string>& spare = {}) const;
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] std::string markdown() const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;  // the heading first
};

/// The width of standard output's terminal; SIZE_MAX if standard output is not a terminal.
std::size_t terminal_width();

}  // namespace tutti
