#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace tutti {

inline std::string in_small_letters(std::string_view word) {
  std::string all(word);
  for (char& c : all) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return all;
}

}  // namespace tutti
