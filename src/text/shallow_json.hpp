#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "text/json_error.hpp"

namespace tutti {

/// Parses a user's text into nlohmann::json or ordered_json. Throws json_error, also if the text is nested
/// deeper than deepest_json.
template <class Json>
Json parse_shallow_json(std::string_view text) {
  try {
    return Json::parse(text, [](int depth, typename Json::parse_event_t, Json&) {
      if (depth > deepest_json) throw json_error("this is nested too deep", 0);
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
