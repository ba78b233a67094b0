#include "text/quantity.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>

#include "tutti/machine/network.hpp"

namespace tutti {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

struct unit {
  std::string_view name;
  double factor;
};
constexpr unit times[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};
constexpr unit amounts[] = {{"B", 1},     {"kB", 1e3},   {"MB", 1e6},      {"GB", 1e9},
                            {"TB", 1e12}, {"KiB", 1024}, {"MiB", 1 << 20}, {"GiB", 1 << 30}};

// None where the text is no number, or its unit none of these.
std::optional<double> read(std::string_view text, std::string_view what, std::span<const unit> units) {
  const std::string_view t = trimmed(text);
  double value = 0;
  const auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  const std::string_view name = trimmed(t.substr(static_cast<std::size_t>(end - t.data())));
  for (const unit& u : units)
    if (name == u.name) {
      if (value < 0)
        throw std::invalid_argument(std::string(what) + " must not be negative, but is " + std::string(t));
      return value * u.factor;
    }
  return std::nullopt;
}

}  // namespace

description split_description(std::string_view text) {
  text = trimmed(text);
  const auto sign = text.find_first_of(":,");
  description d{std::string(trimmed(text.substr(0, sign))), {}};
  if (sign == std::string_view::npos) return d;
  for (std::string_view rest = text.substr(sign + 1);;) {
    const auto comma = rest.find(',');
    d.parts.emplace_back(trimmed(rest.substr(0, comma)));
    if (comma == std::string_view::npos) return d;
    rest.remove_prefix(comma + 1);
  }
}

std::pair<std::string, std::string> split_pair(std::string_view text) {
  const auto sign = text.find('=');
  if (sign == std::string_view::npos) return {"", std::string(trimmed(text))};
  return {std::string(trimmed(text.substr(0, sign))), std::string(trimmed(text.substr(sign + 1)))};
}

double parse_quantity(std::string_view text, std::string_view what) {
  if (const auto value = read(text, what, times)) return *value;
  if (const auto value = read(text, what, amounts)) return *value;
  throw std::invalid_argument(std::string(what) +
                              " must be a number with a unit, such as 1.5us, 0.4ns or 1GB, not '" +
                              std::string(text) + "'");
}

double parse_time(std::string_view text, std::string_view what) {
  const auto value = read(text, what, times);
  const std::string_view t = trimmed(text);
  // Whoever writes 60 may mean microseconds; only 0 means the same in every unit.
  if (!value || (*value > 0 && t.find_first_not_of("0123456789.eE+-") == std::string_view::npos))
    throw std::invalid_argument(std::string(what) +
                                " must be a time with a unit (s, ms, us, ns or ps), such as 1.5us, not '" +
                                std::string(text) + "'");
  if (*value > longest_time)
    throw std::invalid_argument(std::string(what) + " must be at most 1e12 s, but is " + std::string(t));
  return *value;
}

double parse_number(std::string_view text, std::string_view what) {
  static constexpr unit none[] = {{"", 1}};
  if (const auto value = read(text, what, none)) return *value;
  throw std::invalid_argument(std::string(what) + " must be a number, not '" + std::string(text) + "'");
}

long long parse_integer(std::string_view text, std::string_view what) {
  const std::string_view t = trimmed(text);
  long long value = 0;
  const auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), value);
  if (error != std::errc() || end != t.data() + t.size())
    throw std::invalid_argument(std::string(what) + " must be a whole number, not '" + std::string(text) +
                                "'");
  return value;
}

std::vector<int> parse_sizes(std::string_view text, std::string_view what) {
  std::vector<int> sizes;
  for (std::string_view rest = text;;) {
    const auto sign = rest.find('x');
    const long long n = parse_integer(rest.substr(0, sign), what);
    if (n < 1 || n > 1 << 30)
      throw std::invalid_argument(std::string(what) + " must be from 1 to 1073741824, not " +
                                  std::to_string(n));
    sizes.push_back(static_cast<int>(n));
    if (sign == std::string_view::npos) return sizes;
    rest.remove_prefix(sign + 1);
  }
}

}  // namespace tutti
