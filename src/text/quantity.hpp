#pragma once

// Reading texts such as "linear:alpha=1us,beta=1ns" piece by piece.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti {

/// "kind:rest" -> kind and what stands between the commas of rest, without blanks around them. "kind,rest", where
/// there is no size between them, is the same.
struct description {
  std::string kind;
  std::vector<std::string> parts;
};
description split_description(std::string_view text);

/// "key=value" -> both; key empty where there is no '='.
std::pair<std::string, std::string> split_pair(std::string_view text);

/// A number without a unit, not negative.
double parse_number(std::string_view text, std::string_view what);

long long parse_integer(std::string_view text, std::string_view what);

/// "8x8x4" -> 8, 8, 4
std::vector<int> parse_sizes(std::string_view text, std::string_view what);

}  // namespace tutti
