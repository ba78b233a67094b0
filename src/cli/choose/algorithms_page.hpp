#pragma once

#include <string>

// docs/algorithms.md, written by `tutti list --markdown`: no figure in it is typed by hand.
namespace tutti::cli {

/// The whole page: the catalogue with each algorithm's price and the time of its run, and sources_page().
std::string algorithms_page();

/// Compares formulas of the textbook and the lecture with runs on the networks for which they are stated.
/// Lists where a source's formula is wrong, and why.
std::string sources_page();

/// simulated / expected; "1" if the two are equal up to rounding.
std::string ratio(double simulated, double expected);

}  // namespace tutti::cli
