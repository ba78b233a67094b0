#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tutti {

/// Text in columns as wide as they have to be. Columns that begin with ">" in the heading are set to the
/// right.
class table {
 public:
  explicit table(std::vector<std::string> heading);
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Without empty columns. If that is wider than `most`, without as many of these columns, too, as have to
  /// go, the first of them first.
  [[nodiscard]] std::string text(std::size_t most = SIZE_MAX,
                                 const std::vector<std::string>& spare = {}) const;
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] std::string markdown() const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;  // the heading first
};

/// The width of the terminal that standard output is; SIZE_MAX if it is none.
std::size_t terminal_width();

}  // namespace tutti
