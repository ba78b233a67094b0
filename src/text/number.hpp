#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace tutti {

/// The number in a text without blanks, a "+" or a unit. None if the text is not a number, or if the number
/// is out of the range of Number.
template <class Number>
std::optional<Number> number_from(std::string_view text) {
  Number n{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return n;
}

}  // namespace tutti
