#include "measure/fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "measure/statistics.hpp"

namespace tutti::measure {
namespace {

using points_of = std::span<const sized_time>;

double deviation(const sized_time& x, double alpha, double beta) {
  return std::abs(alpha + beta * static_cast<double>(x.bytes) - x.seconds) / x.seconds;
}

double weight(const sized_time& x, const fit_options& how) {
  return how.trusted / std::max(how.trusted, x.uncertainty);
}

struct line {
  double alpha = 0, beta = 0;
  double loss = std::numeric_limits<double>::infinity();  // the weighted sum of deviations
};

// A line of least absolute deviations goes through two of the points, or through one of them if alpha or beta
// is 0. There are few points, so all such lines are tried.
line best_line(points_of points, const fit_options& how) {
  line best;
  const auto consider = [&](double alpha, double beta) {
    if (!(alpha >= 0) || !(beta >= 0)) return;
    double loss = 0;
    for (const sized_time& x : points) {
      loss += weight(x, how) * deviation(x, alpha, beta);
      if (loss >= best.loss) return;
    }
    best = {alpha, beta, loss};
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto n = static_cast<double>(points[i].bytes);
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      const double further = static_cast<double>(points[j].bytes) - n;
      if (further == 0) continue;
      const double beta = (points[j].seconds - points[i].seconds) / further;
      consider(points[i].seconds - beta * n, beta);
    }
    consider(points[i].seconds, 0);
    if (n > 0) consider(0, points[i].seconds / n);
  }
  return best;
}

void require_times(points_of points, std::size_t least) {
  if (points.size() < least)
    throw std::invalid_argument("times of " + std::to_string(points.size()) + " sizes: expected at least " +
                                std::to_string(least));
  for (const sized_time& x : points)
    if (!(x.seconds > 0) || !std::isfinite(x.seconds))
      throw std::invalid_argument("the time for " + std::to_string(x.bytes) + " bytes is not positive");
}

}  // namespace

fitted_line fit_line(points_of points, const fit_options& how) {
  require_times(points, 1);
  const line l = best_line(points, how);
  std::vector<double> errors;
  for (const sized_time& x : points) errors.push_back(deviation(x, l.alpha, l.beta));
  return {l.alpha, l.beta, median(errors)};
}

// loss[k][j]: of the best k pieces over the points 0 .. j - 1
//   loss[k][j] = min over i of loss[k - 1][i] + loss of one line over the points i .. j - 1
std::vector<piece> fit_pieces(std::vector<sized_time> points, const fit_options& how) {
  require_times(points, 2);
  std::ranges::sort(points, {}, &sized_time::bytes);
  const std::size_t n = points.size(), least = std::max<std::size_t>(2, how.least_points);
  if (n > most_fitted_sizes)
    throw std::invalid_argument(std::to_string(n) + " sizes are too many for a model: expected at most " +
                                std::to_string(most_fitted_sizes));
  const auto most = static_cast<std::size_t>(std::max(1, how.most_pieces));

  std::vector<std::vector<line>> lines(n, std::vector<line>(n + 1));  // [i][j]: the points i .. j - 1
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + least; j <= n; ++j)
      lines[i][j] = best_line(points_of(points).subspan(i, j - i), how);
  if (n < least) lines[0][n] = best_line(points, how);

  const double price = 4 * how.trusted;  // of one more piece, in weighted loss

  const double never = std::numeric_limits<double>::infinity();
  std::vector<std::vector<double>> loss(most + 1, std::vector<double>(n + 1, never));
  std::vector<std::vector<std::size_t>> begin(most + 1, std::vector<std::size_t>(n + 1, 0));
  loss[0][0] = 0;
  std::size_t pieces = 1;
  for (std::size_t k = 1; k <= most; ++k) {
    for (std::size_t j = 1; j <= n; ++j)
      for (std::size_t i = 0; i < j; ++i)
        if (const double l = loss[k - 1][i] + lines[i][j].loss; l < loss[k][j])
          loss[k][j] = l, begin[k][j] = i;
    const double with = static_cast<double>(k - pieces) * price;
    if (loss[k][n] + with < loss[pieces][n]) pieces = k;
  }

  std::vector<piece> model;
  std::size_t end = n;
  for (std::size_t k = pieces; k > 0; --k) {
    const std::size_t first = begin[k][end];
    model.push_back({first == 0 ? 0 : points[first].bytes, lines[first][end].alpha, lines[first][end].beta});
    end = first;
  }
  std::ranges::reverse(model);
  return model;
}

const piece& piece_at(const std::vector<piece>& model, std::size_t bytes) {
  std::size_t k = model.size() - 1;
  while (k > 0 && model[k].from > bytes) --k;
  return model[k];
}

double error_of(const std::vector<piece>& model, points_of points) {
  std::vector<double> errors;
  for (const sized_time& x : points) {
    const piece& at = piece_at(model, x.bytes);
    errors.push_back(deviation(x, at.alpha, at.beta));
  }
  return median(errors);
}

}  // namespace tutti::measure
