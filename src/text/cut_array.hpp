#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// A JSON text in parts, so that the elements of a long array can be parsed one by one.
struct cut_array {
  std::string rest;                        ///< the text, with an empty array
  std::vector<std::string_view> elements;  ///< each an object
};

/// Cuts the array of objects that is the member `name` of a JSON object out of its text. None if there is no
/// such array, or if the text around its objects is not JSON; then a parser of the whole text gives the
/// reason. The parts may still not be JSON.
std::optional<cut_array> cut_out(std::string_view text, std::string_view name);

}  // namespace tutti
