#pragma once

// Parsing and printing of numbers, times and sizes, the same in the command, in files and in the environment;
// and parsing of texts such as "linear:alpha=1us,beta=1ns".

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti {

/// "kind:rest" or "kind,rest" -> kind, and the comma-separated parts of rest, without surrounding blanks.
struct description {
  std::string kind;
  std::vector<std::string> parts;
};
description split_description(std::string_view text);

/// "key=value" -> key and value; key is empty if there is no '='.
std::pair<std::string, std::string> split_pair(std::string_view text);

// Each parse function reads the whole text, or throws std::invalid_argument with one sentence that begins
// with `what`.

/// The longest time allowed, seconds, so that sums and products of times stay finite.
inline constexpr double longest_time = 1e12;
/// Seconds from "1us", "0.4ns", "2.5e-6s", "20min". Only 0 needs no unit.
double parse_time(std::string_view text, std::string_view what);
/// Bytes from "8", "1K", "1.6M", "1KiB", "2GB": K, M, G, T are powers of 1000; Ki, Mi, Gi, Ti of 1024.
std::size_t parse_size(std::string_view text, std::string_view what);
/// Bytes a second from "1GB", "400MiB", or a plain number.
double parse_bandwidth(std::string_view text, std::string_view what);

/// "2.52 ms": three digits and a unit.
std::string in_seconds(double seconds);
/// "1.6 MB": three digits and a unit. From 1024 on, 4, 5, 6 or 7 times a power of two has a binary unit: "8
/// KiB".
std::string in_bytes(double bytes);

/// A non-negative number without a unit.
double parse_number(std::string_view text, std::string_view what);

long long parse_integer(std::string_view text, std::string_view what);

/// "8x8x4" -> 8, 8, 4
std::vector<int> parse_sizes(std::string_view text, std::string_view what);

}  // namespace tutti
