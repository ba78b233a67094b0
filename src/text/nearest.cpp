#include "text/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tutti {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string_view> known) {
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (std::string_view k : known) {
    const bool begins = !word.empty() && k.starts_with(word);
    const std::size_t d = begins ? 1 : edit_distance(word, k);
    if (d <= std::max<std::size_t>(1, (word.size() + 1) / 3)) found.emplace_back(d, k);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  if (found.size() > 3) found.resize(3);
  std::string text;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0) text += i + 1 == found.size() ? " or " : ", ";
    text += found[i].second;
  }
  return text;
}

}  // namespace tutti
