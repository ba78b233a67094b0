#pragma once

// The one way in which numbers, times and sizes are read and printed, by the command, in files and in the
// environment; and reading texts such as "linear:alpha=1us,beta=1ns" piece by piece.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti {

/// "kind:rest" -> kind and what stands between the commas of rest, without blanks around them. "kind,rest",
/// where there is no size between them, is the same.
struct description {
  std::string kind;
  std::vector<std::string> parts;
};
description split_description(std::string_view text);

/// "key=value" -> both; key empty where there is no '='.
std::pair<std::string, std::string> split_pair(std::string_view text);

// Each reads the whole text, or throws std::invalid_argument: one sentence that begins with `what`.

/// The longest time, seconds, so that sums and products of times stay finite.
inline constexpr double longest_time = 1e12;
/// Seconds from "1us", "0.4ns", "2.5e-6s", "20min": a unit is needed but for 0.
double parse_time(std::string_view text, std::string_view what);
/// Bytes from "8", "1K", "1.6M", "1KiB", "2GB": K, M, G, T are powers of 1000; Ki, Mi, Gi, Ti of 1024.
std::size_t parse_size(std::string_view text, std::string_view what);
/// Bytes a second from "1GB", "400MiB"; a unit is needed but for a plain number.
double parse_bandwidth(std::string_view text, std::string_view what);

/// "2.52 ms": three digits and a unit.
std::string in_seconds(double seconds);
/// "1.6 MB", three digits and a unit; 4, 5, 6 or 7 times a power of two from 1024 on in its own units: "8
/// KiB".
std::string in_bytes(double bytes);

/// A number without a unit, not negative.
double parse_number(std::string_view text, std::string_view what);

long long parse_integer(std::string_view text, std::string_view what);

/// "8x8x4" -> 8, 8, 4
std::vector<int> parse_sizes(std::string_view text, std::string_view what);

}  // namespace tutti
