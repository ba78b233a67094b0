#pragma once

#include <string>

// docs/algorithms.md, which `tutti list --markdown` writes: no figure in it is written by hand.
namespace tutti::cli {

/// The page: the catalogue with the price of each algorithm beside the time of its run, and what sources_page() says.
std::string algorithms_page();

/// The formulas of the textbook and of the lecture beside the times of runs on the networks that they are stated for, and
/// where and why a source's formula is not what happens.
std::string sources_page();

/// Found by expected: "1" where they are the same to rounding.
std::string ratio(double found, double expected);

}  // namespace tutti::cli
