#pragma once

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

#include "text/json_error.hpp"

namespace tutti {

/// The number of arrays and objects around the innermost value of a JSON text.
inline int nesting_of(std::string_view text) noexcept {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (c == '"')
      quoted = !quoted;
    else if (quoted)
      k += c == '\\' ? 1 : 0;
    else if (c == '[' || c == '{')
      deepest = std::max(deepest, ++depth);
    else if (c == ']' || c == '}')
      --depth;
  }
  return deepest;
}

/// Parses a user's text into nlohmann::json or ordered_json. Throws json_error if it is not JSON, or nested
/// deeper than deepest_json. (The parser could tell the nesting to a callback. But with a callback it takes
/// quadratic time for long arrays.)
template <class Json>
Json parse_shallow_json(std::string_view text) {
  try {
    if (nesting_of(text) > deepest_json) throw json_error("this is nested too deep", 0);
    return Json::parse(text);
  } catch (const typename Json::parse_error& wrong) {
    const std::size_t read = std::min(wrong.byte > 0 ? wrong.byte - 1 : 0, text.size());
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(read);
    throw json_error("this is not JSON from here on", 1 + std::count(text.begin(), end, '\n'));
  } catch (const typename Json::out_of_range&) {
    throw json_error("a number in it is larger than numbers can be", 0);
  }
}

}  // namespace tutti
