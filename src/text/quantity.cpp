#include "text/quantity.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <stdexcept>

#include "text/number.hpp"
#include "text/split.hpp"

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
constexpr unit times[] = {{"", 1},      {"h", 3600},  {"min", 60},  {"s", 1},
                          {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};
// Each unit may be followed by a B.
constexpr unit amounts[] = {{"", 1},     {"k", 1e3},     {"K", 1e3},     {"M", 1e6},     {"G", 1e9},
                            {"T", 1e12}, {"Ki", 0x1p10}, {"Mi", 0x1p20}, {"Gi", 0x1p30}, {"Ti", 0x1p40}};

// Returns none if the text is not a number, or if its unit is not one of these. `ending` may follow the unit.
std::optional<double> read(std::string_view text, std::string_view what, std::span<const unit> units,
                           std::string_view ending = "") {
  const std::string_view t = trimmed(text);
  double value = 0;
  const auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  std::string_view name = trimmed(t.substr(static_cast<std::size_t>(end - t.data())));
  if (name.ends_with(ending)) name.remove_suffix(ending.size());
  for (const unit& u : units)
    if (name == u.name) {
      if (value < 0)
        throw std::invalid_argument(std::string(what) + " must not be negative, but is " + std::string(t));
      return value * u.factor;
    }
  return std::nullopt;
}

// The number with three digits, in the largest unit in which it is at least 1. The units ascend.
std::string with_unit(double x, std::span<const unit> units) {
  unit best = units.front();
  for (const unit& u : units)
    if (std::abs(x) >= 0.9995 * u.factor) best = u;
  const double scaled = x / best.factor;
  char number[32];
  std::snprintf(number, sizeof number, "%.*g ", std::abs(scaled) < 999.5 ? 3 : 6, scaled);
  return std::string(number).append(best.name);
}

}  // namespace

description split_description(std::string_view text) {
  text = trimmed(text);
  const auto sign = text.find_first_of(":,");
  description d{std::string(trimmed(text.substr(0, sign))), {}};
  if (sign == std::string_view::npos) return d;
  for (const std::string_view part : split(text.substr(sign + 1), ',')) d.parts.emplace_back(trimmed(part));
  return d;
}

std::pair<std::string, std::string> split_pair(std::string_view text) {
  const auto sign = text.find('=');
  if (sign == std::string_view::npos) return {"", std::string(trimmed(text))};
  return {std::string(trimmed(text.substr(0, sign))), std::string(trimmed(text.substr(sign + 1)))};
}

double parse_bandwidth(std::string_view text, std::string_view what) {
  if (const auto value = read(text, what, amounts, "B")) return *value;
  throw std::invalid_argument(std::string(what) + " must be bytes a second with a unit, such as 1GB, not '" +
                              std::string(text) + "'");
}

std::size_t parse_size(std::string_view text, std::string_view what) {
  const auto fail = [&](const char* wanted) {
    throw std::invalid_argument(std::string(what) + " " + std::string(text) + ": expected " + wanted);
  };
  constexpr const char* wanted = "a number of bytes such as 8, 1K, 1.6M or 1KiB";
  if (trimmed(text).starts_with('-')) fail(wanted);
  const auto bytes = read(text, what, amounts, "B");
  if (!bytes) fail(wanted);
  if (*bytes > 0x1p53) fail("at most 2^53 bytes");
  if (std::abs(*bytes - std::round(*bytes)) > 1e-6) fail("whole bytes");
  return static_cast<std::size_t>(std::llround(*bytes));
}

double parse_time(std::string_view text, std::string_view what) {
  const auto value = read(text, what, times);
  const std::string_view t = trimmed(text);
  // A user who writes 60 may mean microseconds. Only 0 is the same in every unit.
  if (!value || (*value > 0 && t.find_first_not_of("0123456789.eE+-") == std::string_view::npos))
    throw std::invalid_argument(
        std::string(what) +
        " must be a time with a unit (h, min, s, ms, us, ns or ps), such as 1.5us or 60s, not '" +
        std::string(text) + "'");
  if (*value > longest_time)
    throw std::invalid_argument(std::string(what) + " must be at most 1e12 s, but is " + std::string(t));
  return *value;
}

std::string in_seconds(double seconds) {
  static constexpr unit units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  return seconds == 0 ? "0 s" : with_unit(seconds, units);
}

std::string in_bytes(double bytes) {
  static constexpr unit decimal[] = {{"B", 1}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}};
  static constexpr unit binary[] = {{"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30},
                                    {"TiB", 0x1p40}, {"PiB", 0x1p50}, {"EiB", 0x1p60}};
  int exponent = 0;
  const double eighths = 8 * std::frexp(bytes, &exponent);
  const bool by_halving = bytes >= 1024 && eighths == std::floor(eighths);
  return by_halving ? with_unit(bytes, binary) : with_unit(bytes, decimal);
}

double parse_number(std::string_view text, std::string_view what) {
  static constexpr unit none[] = {{"", 1}};
  if (const auto value = read(text, what, none)) return *value;
  throw std::invalid_argument(std::string(what) + " must be a number, not '" + std::string(text) + "'");
}

long long parse_integer(std::string_view text, std::string_view what) {
  if (const auto value = number_from<long long>(trimmed(text))) return *value;
  throw std::invalid_argument(std::string(what) + " must be a whole number, not '" + std::string(text) + "'");
}

std::vector<int> parse_sizes(std::string_view text, std::string_view what) {
  std::vector<int> sizes;
  for (const std::string_view part : split(text, 'x')) {
    const long long n = parse_integer(part, what);
    if (n < 1 || n > 1 << 30)
      throw std::invalid_argument(std::string(what) + " must be from 1 to 1073741824, not " +
                                  std::to_string(n));
    sizes.push_back(static_cast<int>(n));
  }
  return sizes;
}

}  // namespace tutti
