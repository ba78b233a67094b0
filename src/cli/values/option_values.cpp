#include "cli/values/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/line/usage_error.hpp"
#include "text/counted.hpp"
#include "text/number.hpp"
#include "text/split.hpp"

namespace tutti::cli {
namespace {

[[noreturn]] void expected(std::string_view what, std::string_view text, std::string_view wanted) {
  throw usage_error("{} {}: expected {}", what, text.empty() ? "''" : text, wanted);
}

// An item of a list such as "7,16..32", with its two ends, equal if it is not a range. Not parsed yet, but a
// range has both ends.
struct text_range {
  std::string_view item, first, last;
};

std::vector<text_range> ranges_in(std::string_view what, std::string_view text) {
  std::vector<text_range> all;
  for (const std::string_view item : split(text, ',')) {
    const std::size_t dots = item.find("..");
    const bool one = dots == std::string_view::npos;
    const std::string_view first = item.substr(0, dots), last = one ? first : item.substr(dots + 2);
    if (!one && (first.empty() || last.empty())) expected(what, item, "a range with both its ends");
    all.push_back({item, first, last});
  }
  return all;
}

struct size_range {
  std::size_t first, last;
  std::size_t equidistant = 0;  // this many sizes, both ends among them; 0: sizes grow by factors
};

// "0..2000:50": the text after the colon gives the number of sizes.
std::size_t number_of_sizes(std::string_view what, std::string_view item, std::string_view text,
                            std::size_t longest) {
  constexpr std::size_t most = 10000;
  const auto many = number_from<std::size_t>(text);
  if (!many || *many < 2 || *many > most)
    expected(what, item, fmt::format("a number of sizes from 2 to {} behind the colon", most));
  if (*many - 1 > longest) expected(what, item, fmt::format("at most {} sizes in this range", longest + 1));
  return *many;
}

// A range must not begin at 0 if sizes grow by factors.
std::vector<size_range> size_ranges(std::string_view what, std::string_view text) {
  std::vector<size_range> all;
  for (const text_range& r : ranges_in(what, text)) {
    const std::size_t colon = r.last.find(':');
    const bool by_factors = colon == std::string_view::npos;
    if (!by_factors && r.item.find("..") == std::string_view::npos)
      expected(what, r.item, "a range in front of the colon, as in 0..2000:50");
    size_range s{parse_size(r.first, what), parse_size(r.last.substr(0, colon), what)};
    if (s.last < s.first) expected(what, r.item, "an ascending range");
    if (by_factors && s.first == 0 && s.last > 0)
      expected(what, r.item, "an ascending range from 1, or a number of equidistant sizes, as in 0..2000:50");
    if (!by_factors)
      s.equidistant = number_of_sizes(what, r.item, r.last.substr(colon + 1), s.last - s.first);
    all.push_back(s);
  }
  return all;
}

// The sizes of all ranges. `grow` appends those of a range that grow by factors, without the last one.
template <class Grow>
std::vector<std::size_t> sizes_in(std::string_view what, std::string_view text, Grow grow) {
  std::vector<std::size_t> all;
  for (const size_range& r : size_ranges(what, text)) {
    if (r.equidistant == 0) grow(all, r.first, r.last);
    for (std::size_t k = 0; k + 1 < r.equidistant; ++k) {
      const std::size_t gaps = r.equidistant - 1, length = r.last - r.first;
      all.push_back(r.first + length / gaps * k + length % gaps * k / gaps);
    }
    all.push_back(r.last);
  }
  return all;
}

}  // namespace

int whole_number(std::string_view what, std::string_view text, int least, int most) {
  const auto n = number_from<int>(text);
  if (!n || *n < least || *n > most)
    expected(what, text, fmt::format("a whole number from {} to {}", least, most));
  return *n;
}

int number_of_pieces(std::string_view text) { return whole_number("--pieces", text, 1, 1 << 30); }

int processes_per_node(std::string_view text, int p) {
  const int n = whole_number("--per-node", text, 1, 1 << 27);
  if (n > p)
    throw usage_error("--per-node {}: there {} only {}", n, p == 1 ? "is" : "are", counted(p, "process"));
  return n;
}

std::vector<int> number_ranges(std::string_view what, std::string_view text, int least, int most) {
  std::set<int> all;
  for (const text_range& r : ranges_in(what, text)) {
    const int first = whole_number(what, r.first, least, most),
              last = whole_number(what, r.last, least, most);
    if (last < first) expected(what, r.item, "an ascending range");
    for (int n = first; n <= last; ++n) all.insert(n);
  }
  return {all.begin(), all.end()};
}

std::vector<std::size_t> byte_sizes(std::string_view what, std::string_view text) {
  return sizes_in(what, text, [](std::vector<std::size_t>& all, std::size_t first, std::size_t last) {
    for (std::size_t n = first; n < last; n += std::min(n, last - n)) all.push_back(n);
  });
}

std::vector<std::size_t> size_steps(std::string_view what, std::string_view text) {
  return sizes_in(what, text, [](std::vector<std::size_t>& all, std::size_t first, std::size_t last) {
    for (bool third = false;; third = !third) {  // 1 3 10 30 100
      const std::size_t n = third ? 3 * first : first;
      if (n >= last) break;
      all.push_back(n);
      if (third) first *= 10;
    }
  });
}

std::string no_number(const std::string& text) {
  const auto number = number_from<double>(text);
  return number && std::isfinite(*number) ? "" : fmt::format("expected a number, not '{}'", text);
}

std::string no_seed(const std::string& text) {
  return number_from<unsigned long long>(text)
             ? ""
             : fmt::format("expected a whole number from 0 to 2^64 - 1, not '{}'", text);
}

std::string in_digits(double number) {
  if (number == std::round(number) && std::abs(number) < 1e9) return fmt::format("{:.0f}", number);
  return fmt::format("{:.6g}", number);
}

void require_bytes_for(std::size_t pieces, std::size_t bytes) {
  if (const std::size_t most = std::max<std::size_t>(bytes, 1); pieces > most)
    throw usage_error("--pieces {}: {} bytes cannot be cut into more than {} pieces", pieces, bytes, most);
}

}  // namespace tutti::cli
