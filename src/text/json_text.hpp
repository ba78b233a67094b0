#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tutti {

/// A JSON value as text, on one line or indented. What is not UTF-8, as file names and variables need not be, is replaced, where
/// dump() alone throws.
template <class Json>
std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tutti
