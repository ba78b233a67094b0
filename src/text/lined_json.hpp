#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/json_error.hpp"

namespace tutti {

/// JSON in which every value has its line and its path, for error messages. All errors are json_error:
/// "entries[2].bytes must be a whole number between 0 and 9, not \"many\"".
class lined_json {
 public:
  /// Rejects a text that is not JSON, is nested deeper than deepest_json, or has a duplicate name.
  static lined_json parse(std::string_view text);

  [[nodiscard]] int line() const noexcept { return line_; }
  [[noreturn]] void fail(const std::string& sentence) const;
  [[noreturn]] void expected(const std::string& what) const;

  /// Requires an object whose "format" and "version" are these. If "format" is missing, the error is "is no
  /// `what`".
  void require_format(std::string_view format, int version, std::string_view what) const;
  /// Requires an object that has no other names than these.
  void only(std::initializer_list<std::string_view> names) const;
  [[nodiscard]] bool is_number() const noexcept { return value_.is_number(); }
  [[nodiscard]] bool is_text() const noexcept { return value_.is_string(); }
  [[nodiscard]] bool is_list() const noexcept { return value_.is_array(); }
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] const lined_json& at(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, lined_json>>& members() const;
  [[nodiscard]] const std::vector<lined_json>& items() const;
  [[nodiscard]] const std::string& text() const;
  [[nodiscard]] bool truth() const;
  [[nodiscard]] std::int64_t whole(std::int64_t least, std::int64_t most) const;
  [[nodiscard]] double number() const;  ///< not negative

 private:
  class builder;
  [[nodiscard]] std::string as_found() const;

  nlohmann::json value_;  // an empty list or object if it is one
  int line_ = 1;
  std::string way_;  // the path of the value, for errors
  std::vector<lined_json> items_;
  std::vector<std::pair<std::string, lined_json>> members_;
};

}  // namespace tutti
