#include "cli/picture/schedule_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "text/ranges.hpp"

namespace tutti::cli {
namespace {

std::string joined(const std::vector<std::string>& words, char between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

// The number of times that the `width` words from `at` on follow each other.
std::size_t repetitions(const std::vector<std::string>& words, std::size_t at, std::size_t width) {
  std::size_t n = 1;
  while (at + (n + 1) * width <= words.size() &&
         std::equal(words.begin() + static_cast<std::ptrdiff_t>(at),
                    words.begin() + static_cast<std::ptrdiff_t>(at + width),
                    words.begin() + static_cast<std::ptrdiff_t>(at + n * width)))
    ++n;
  return n;
}

std::string with_repetitions(const std::vector<std::string>& words) {
  constexpr std::size_t widest = 6;
  std::vector<std::string> shorter;
  for (std::size_t at = 0; at < words.size();) {
    std::size_t width = 1, times = 1;
    for (std::size_t w = 1; w <= widest && at + w <= words.size(); ++w)
      if (const std::size_t n = repetitions(words, at, w); (n - 1) * w > (times - 1) * width)
        width = w, times = n;
    if (times > 1) shorter.push_back(fmt::format("{}x{}", times, width));
    for (std::size_t k = 0; k < width; ++k) shorter.push_back(words[at + k]);
    at += times * width;
  }
  return joined(shorter, ' ');
}

class writer {
 public:
  writer(const algorithm& a, const schedule& s) : a_(a), s_(s), p_(static_cast<int>(s.programs.size())) {}

  std::string text(shared_texts& rows) {
    std::vector<std::size_t> programs, contents;
    for (int r = 0; r < p_; ++r) {
      programs.push_back(rows.add(program(r)));
      contents.push_back(rows.add(contents_of(r)));
    }
    return fmt::format("{}|{}|{}|{}", s_.units, joined(amount_texts_, ','), numbers(programs),
                       numbers(contents));
  }

 private:
  [[nodiscard]] int above(int rank, int r) const { return (rank - r + p_) % p_; }

  std::size_t amount(std::size_t units, std::size_t more) {
    const auto [known, is_new] = amounts_.try_emplace({units, more}, amount_texts_.size());
    if (is_new)
      amount_texts_.push_back(more > 0 ? fmt::format("{}+{}", units, more) : fmt::format("{}", units));
    return known->second;
  }

  std::string program(int r) {
    std::vector<std::string> words;
    for (const scheduled_step& step : s_.programs[static_cast<std::size_t>(r)]) {
      if (step.transfers.empty()) {
        words.push_back(fmt::format("c{}", amount(step.combined, 0)));
        continue;
      }
      std::vector<std::string> together;
      for (const scheduled_transfer& t : step.transfers) {
        std::string& word = together.emplace_back();
        if (t.to != nobody) word += fmt::format("s{}.{}", above(t.to, r), amount(t.units, t.more_bytes));
        if (t.from != nobody) word += fmt::format("r{}", above(t.from, r));
      }
      words.push_back(joined(together, ','));
    }
    return with_repetitions(words);
  }

  std::string contents_of(int r) const {
    std::vector<std::string> words;
    for (const scheduled_step& step : s_.programs[static_cast<std::size_t>(r)])
      for (const scheduled_transfer& t : step.transfers)
        if (t.to != nobody) words.push_back(content(t.contents, r));
    return with_repetitions(words);
  }

  [[nodiscard]] std::string content(const std::vector<labelled_element>& all, int r) const {
    const bool personal = is_personal(a_.of), has_second = personal || combines(a_.of);
    std::map<int, std::set<int>> destinations;  // of personal blocks, by part
    std::map<std::set<int>, std::set<int>> parts;
    for (const labelled_element& e : all) {
      const int part = s_.parts == p_ ? above(e.part, r) : e.part;
      if (personal)
        destinations[part].insert(above(e.last, r));
      else
        parts[has_second ? contributors(e, r) : std::set<int>{}].insert(part);
    }
    for (const auto& [part, to] : destinations) parts[to].insert(part);
    std::vector<std::string> groups;
    for (const auto& [second, first] : parts)
      groups.push_back(ranges(first, '.') + (has_second ? ":" + ranges(second, '.') : ""));
    return groups.empty() ? "-" : joined(groups, '+');
  }

  [[nodiscard]] std::set<int> contributors(const labelled_element& e, int r) const {
    std::set<int> all;
    for (int k = 0; k < p_; ++k)
      if ((e.contributors >> static_cast<unsigned>(k) & 1U) != 0) all.insert(above(k, r));
    return all;
  }

  static std::string numbers(const std::vector<std::size_t>& all) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < all.size();) {
      std::size_t n = 1;
      while (at + n < all.size() && all[at + n] == all[at]) ++n;
      words.push_back(n > 1 ? fmt::format("{}*{}", all[at], n) : fmt::format("{}", all[at]));
      at += n;
    }
    return joined(words, ',');
  }

  const algorithm& a_;
  const schedule& s_;
  int p_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> amounts_;
  std::vector<std::string> amount_texts_;
};

}  // namespace

std::size_t shared_texts::add(const std::string& text) {
  const auto [known, is_new] = known_.try_emplace(text, all_.size());
  if (is_new) all_.push_back(text);
  return known->second;
}

std::string text_of(const algorithm& a, const schedule& s, shared_texts& rows) {
  return writer(a, s).text(rows);
}

}  // namespace tutti::cli
