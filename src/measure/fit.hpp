#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/machine/network.hpp"

// Straight lines through measured times.
namespace tutti::measure {

/// How long messages of one size take.
struct sized_time {
  std::size_t bytes = 0;
  double seconds = 0;      ///< the median
  double uncertainty = 0;  ///< half the width of its confidence interval, as a share of it
};

struct fit_options {
  int most_pieces = 4;
  std::size_t least_points = 4;  ///< in each piece: fewer say more about noise than about a machine
  /// Times are not known better than to this share of them, whatever their interval says.
  double trusted = 0.01;
};

struct fitted_line {
  double alpha = 0, beta = 0;  ///< seconds, and seconds a byte; never negative
  double error = 0;            ///< the median of |time - line| / time
};

/// The line that least absolute deviations give, each as a share of the time and weighted by 1 / uncertainty: half of the
/// points may be anywhere without moving it far. Points in any order; one point gives a constant.
fitted_line fit_line(std::span<const sized_time> points, const fit_options& how = {});

/// alpha + beta n in pieces, as few as explain the times: one more must save what `trusted`, or the points' uncertainty if
/// that is more, is worth at four points. A piece begins with the first size that belongs to it, the first at 0. The best
/// cuts of all (dynamic programming). Two points at least; throws std::invalid_argument.
std::vector<piece> fit_pieces(std::vector<sized_time> points, const fit_options& how = {});

/// The median of |time - model| / time over the points.
double error_of(const std::vector<piece>& model, std::span<const sized_time> points);

}  // namespace tutti::measure
