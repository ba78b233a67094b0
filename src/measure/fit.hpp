#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/machine/network.hpp"

// Straight lines through measured times.
namespace tutti::measure {

/// The time of messages of one size.
struct sized_time {
  std::size_t bytes = 0;
  double seconds = 0;      ///< the median
  double uncertainty = 0;  ///< distance to the farther end of its confidence interval, relative to the median
};

struct fit_options {
  int most_pieces = 4;
  std::size_t least_points = 4;  ///< in each piece: fewer fit the noise rather than the machine
  /// The least relative uncertainty of a time, even if its interval is narrower.
  double trusted = 0.01;
};

struct fitted_line {
  double alpha = 0, beta = 0;  ///< seconds, and seconds per byte; never negative
  double error = 0;            ///< the median of |time - line| / time
};

/// The line of least absolute deviations, each relative to the time and weighted by 1 / uncertainty: half of
/// the points may be anywhere without moving it far. Points in any order; one point gives a constant.
fitted_line fit_line(std::span<const sized_time> points, const fit_options& how = {});

/// The most sizes of a fit, whose time grows with the fifth power.
constexpr std::size_t most_fitted_sizes = 100;

/// alpha + beta n in as few pieces as explain the times. One more piece must save the loss of a deviation by
/// `trusted` (or by the points' uncertainty, if larger) at four points. A piece begins with its first size,
/// the first piece at 0. Finds the best cuts by dynamic programming. Throws std::invalid_argument if there
/// are fewer than two points, or more than most_fitted_sizes.
std::vector<piece> fit_pieces(std::vector<sized_time> points, const fit_options& how = {});

/// The piece for messages of this size.
const piece& piece_at(const std::vector<piece>& model, std::size_t bytes);

/// The median of |time - model| / time over the points.
double error_of(const std::vector<piece>& model, std::span<const sized_time> points);

}  // namespace tutti::measure
