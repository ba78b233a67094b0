#include "cli/values/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "cli/line/usage_error.hpp"
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
};

// A range must not begin at 0, since sizes grow by factors.
std::vector<size_range> size_ranges(std::string_view what, std::string_view text) {
  std::vector<size_range> all;
  for (const text_range& r : ranges_in(what, text)) {
    const std::size_t first = parse_size(r.first, what), last = parse_size(r.last, what);
    if (last < first || (first == 0 && last > 0)) expected(what, r.item, "an ascending range from 1");
    all.push_back({first, last});
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
  if (n > p) throw usage_error("--per-node {}: there are only {} processes", n, p);
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
  std::vector<std::size_t> all;
  for (const auto& [first, last] : size_ranges(what, text)) {
    for (std::size_t n = first; n < last; n += std::min(n, last - n)) all.push_back(n);
    all.push_back(last);
  }
  return all;
}

std::vector<std::size_t> size_steps(std::string_view what, std::string_view text) {
  std::vector<std::size_t> all;
  for (const auto& [first, last] : size_ranges(what, text)) {
    std::size_t base = first;
    for (bool third = false;; third = !third) {  // 1 3 10 30 100
      const std::size_t n = third ? 3 * base : base;
      if (n >= last) break;
      all.push_back(n);
      if (third) base *= 10;
    }
    all.push_back(last);
  }
  return all;
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
