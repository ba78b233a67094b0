#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// The text for a sentence that quotes it, on one line of printable ASCII: other bytes become "\t" or "\xff".
inline std::string escaped(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string all;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte < 0x7f)
      all += c;
    else if (c == '\t')
      all += "\\t";
    else
      all.append("\\x") += {digits[byte >> 4U], digits[byte & 15U]};
  }
  return all;
}

}  // namespace tutti
