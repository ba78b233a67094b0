#include "text/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "text/letters.hpp"

namespace tutti {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> two_back, back, row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_back = std::exchange(back, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = back[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({back[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_back[j - 2] + 1);
    }
  }
  return row[b.size()];
}

// True for the word "ring" in the name "scatter_ring".
static bool has_part(std::string_view name, std::string_view word) {
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || name[at - 1] == '_') && (end == name.size() || name[end] == '_')) return true;
  }
  return false;
}

std::string nearest(std::string_view word, std::span<const std::string_view> known) {
  // If both words begin with the same collective, only the rest is compared.
  const std::size_t dot = word.find('.');
  const std::string_view same = dot == std::string_view::npos ? "" : word.substr(0, dot + 1),
                         own = word.substr(same.size());
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (std::string_view k : known) {
    const bool alike = k.starts_with(same);
    const std::string_view asked = alike ? own : word, there = alike ? k.substr(same.size()) : k;
    const bool within = !asked.empty() && (there.starts_with(asked) || has_part(there, asked));
    const std::size_t d = within ? 1 : edit_distance(asked, there);
    if (d <= std::max<std::size_t>(1, (asked.size() + 1) / 3)) found.emplace_back(d, k);
  }
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
  if (found.size() > 3) found.resize(3);
  std::string text;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0) text += i + 1 == found.size() ? " or " : ", ";
    text += found[i].second;
  }
  return text;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  std::string near = nearest(word, views);
  const std::string small = in_small_letters(word);
  if (near.empty()) near = nearest(small, views);
  constexpr std::string_view prefix = "mpi_";  // MPI_Bcast
  if (near.empty() && small.starts_with(prefix)) near = nearest(small.substr(prefix.size()), views);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

}  // namespace tutti
