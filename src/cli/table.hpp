#pragma once

#include <string>
#include <vector>

namespace tutti::cli {

/// Text in columns as wide as they have to be. Columns that begin with ">" in the heading are set to the right.
class table {
 public:
  explicit table(std::vector<std::string> heading);
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string csv() const;
  [[nodiscard]] std::string markdown() const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;  // the heading first
};

}  // namespace tutti::cli
