#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// The number of single-character changes, and of swaps of two neighbouring characters, that turn one word
/// into the other (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// "a, b or c": at most three of the known words, nearest to an unknown word; empty if none is near.
std::string nearest(std::string_view word, std::span<const std::string_view> known);

/// "; did you mean a or b?", with these words; empty if none is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace tutti
