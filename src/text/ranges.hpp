#pragma once

#include <fmt/format.h>

#include <set>
#include <string>

namespace tutti {

/// Numbers as ranges: "0-3,7".
inline std::string ranges(const std::set<int>& all, char between = ',') {
  std::string text;
  for (auto at = all.begin(); at != all.end();) {
    const int first = *at;
    int last = first;
    while (++at != all.end() && *at == last + 1) last = *at;
    if (!text.empty()) text += between;
    text += std::to_string(first);
    if (last > first) text += fmt::format("-{}", last);
  }
  return text;
}

}  // namespace tutti
