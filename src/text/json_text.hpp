#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tutti {

/// A JSON value as text, on one line or indented. Invalid UTF-8, possible in file names and environment
/// variables, is replaced; dump() alone would throw.
template <class Json>
std::string json_text(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tutti
