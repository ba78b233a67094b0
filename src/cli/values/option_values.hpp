#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/quantity.hpp"

// Parses and prints numbers, sizes and times. Functions throw usage_error for invalid text, or
// std::invalid_argument as the library does, with a sentence that says what was expected. The command treats
// both alike. `what` names the option: "--p".
namespace tutti::cli {

/// A whole number from `least` to `most`.
int whole_number(std::string_view what, std::string_view text, int least, int most);
/// Parses --per-node, at most p.
int processes_per_node(std::string_view text, int p);
/// Parses --pieces, with the limits of TUTTI_PIECES.
int number_of_pieces(std::string_view text);
/// Refuses more --pieces than there are bytes.
void require_bytes_for(std::size_t pieces, std::size_t bytes);

/// "7", "1..64", "1..8,16,32", ascending, each number once.
std::vector<int> number_ranges(std::string_view what, std::string_view text, int least, int most);

/// Parses a list of sizes: "8", "1K,1M", "1K..1M", "0..2000:50". A range ascends by doubling, or has the
/// number of equidistant sizes that follows the colon.
std::vector<std::size_t> byte_sizes(std::string_view what, std::string_view text);
inline constexpr const char* byte_sizes_help =
    "total bytes, as the collective counts them: 8, 1K,1M, 1K..1M, 50 of 0..2000:50 (K = 1000, Ki = 1024); "
    "default 1M";
/// As byte_sizes(), for measurements: a range ascends by factors of about three, 8 24 80 240 800 ..., so that
/// not all sizes are powers of two.
std::vector<std::size_t> size_steps(std::string_view what, std::string_view text);
inline constexpr const char* size_steps_help =
    "total bytes, as each collective counts them: 8, 80,1K, 8..1M, 50 of 0..2000:50 (K = 1000, Ki = 1024); "
    "default 8..1M";

/// For option::check(), before range checks, which "nan" would pass.
std::string no_number(const std::string& text);
/// The same for an unsigned number of 64 bits.
std::string no_seed(const std::string& text);

/// "6", "6.5", "1.2e+09": the shortest form.
std::string in_digits(double number);

}  // namespace tutti::cli
