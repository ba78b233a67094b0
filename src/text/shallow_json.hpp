#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tutti {

/// Why a text is no JSON that is read here, and where.
class json_error : public std::invalid_argument {
 public:
  json_error(const std::string& what, std::ptrdiff_t line) : std::invalid_argument(what), line_(line) {}
  /// The line, or 0 where the parser does not tell.
  [[nodiscard]] std::ptrdiff_t line() const noexcept { return line_; }

 private:
  std::ptrdiff_t line_;
};

/// Parses what a user gives, into nlohmann::json or ordered_json. Whoever walks through what is nested without end has no stack
/// left, so that texts are refused where it is deeper than 64 levels. Throws json_error.
template <class Json>
Json parse_shallow_json(std::string_view text) {
  constexpr int deepest = 64;
  try {
    return Json::parse(text, [](int depth, typename Json::parse_event_t, Json&) {
      if (depth > deepest) throw json_error("this is nested too deep", 0);
      return true;
    });
  } catch (const typename Json::parse_error& wrong) {
    const std::size_t read = std::min(wrong.byte > 0 ? wrong.byte - 1 : 0, text.size());
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(read);
    throw json_error("this is not JSON from here on", 1 + std::count(text.begin(), end, '\n'));
  } catch (const typename Json::out_of_range&) {
    throw json_error("a number in it is larger than numbers can be", 0);
  }
}

}  // namespace tutti
