// The effect of the threshold of irregular gathers and scatters that degrade gracefully, in virtual time:
// lab/irregular runs it.
//
//   threshold factors       p = 100, thresholds of c start-ups for several c
//   threshold processes     tutti's threshold, for several p
//
// alpha = 2 us, beta = 0.3 ns per byte; the eight problem types and six more, blocks of 4 to 4 million bytes
// on average. Prints a line of comma-separated values for each instance, times in start-ups: of the star, of
// the tree of linear_time with its construction, of the optimal ordered tree (without construction; only for
// `factors`) and of tree_and_star.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <string_view>

#include "tutti/engine/predict.hpp"
#include "tutti/model/optimal_tree.hpp"
#include "tutti/model/problems.hpp"

namespace {

using lengths = std::vector<int>;

constexpr tutti::machine on{.alpha = 2e-6, .beta = 0.3e-9};
constexpr double no_threshold = -1;

struct named {
  std::string name;
  lengths bytes;
};

// The problem types, and others: a few ranks have all data, or nearly all; lengths differ by orders of
// magnitude.
std::vector<named> instances(int p, int b) {
  std::vector<named> all;
  for (const tutti::problem type : tutti::all_problems)
    all.push_back({std::string(tutti::name_of(type)), tutti::block_sizes(type, p, b)});
  const auto n = static_cast<std::size_t>(p);
  const auto some = [&](const char* name, std::size_t first, std::size_t end, int rest) {
    lengths x(n, rest);
    std::fill(x.begin() + static_cast<std::ptrdiff_t>(first), x.begin() + static_cast<std::ptrdiff_t>(end),
              b);
    all.push_back({name, x});
  };
  some("second quarter", n / 4, std::max(n / 4 + 1, n / 2), 0);
  some("last eighth", n - std::max<std::size_t>(1, n / 8), n, 0);
  some("giant at the end", n - 1, n, 1);
  some("two giants", n - 2, n, 1);
  std::mt19937 random(static_cast<unsigned>(p));
  const auto unit = [&random] { return (random() + 0.5) / 4294967296.0; };
  lengths lognormal(n), orders(n);
  for (int& x : lognormal) {
    const double normal = std::sqrt(-2 * std::log(unit())) * std::cos(2 * 3.14159265358979 * unit());
    x = static_cast<int>(std::min(1e7, b * std::exp(2 * normal - 2)));  // b on average
  }
  for (int& x : orders) x = unit() < 1.0 / 3 ? 0 : static_cast<int>(std::pow(2.0 * b, unit()));
  all.push_back({"lognormal", lognormal});
  all.push_back({"orders of magnitude", orders});
  for (named& one : all)
    for (int& x : one.bytes) x *= 4;
  return all;
}

double start_ups(tutti::collective c, const char* algorithm, const tutti::predict_options& in) {
  const tutti::shape s{.p = static_cast<int>(in.lengths.size()),
                       .bytes = std::accumulate(in.lengths.begin(), in.lengths.end(), 0.0)};
  return tutti::predict(*tutti::find(c, algorithm), s, on, in).seconds / on.alpha;
}

void judge(int p, int root, const std::vector<double>& factors, bool with_optimum) {
  for (int k = 0; k <= 12; ++k) {
    const int b = static_cast<int>((k % 2 == 0 ? 1 : 3) * std::pow(10, k / 2));
    for (const named& one : instances(p, b)) {
      tutti::predict_options in{.root = root, .skews = {}, .lengths = one.bytes};
      const double optimum =
          with_optimum ? tutti::optimal_tree(in.lengths, root, on).seconds / on.alpha : std::nan("");
      for (const auto c : {tutti::collective::gatherv, tutti::collective::scatterv}) {
        in.straight_beyond = {};
        const double star = start_ups(c, "star", in), tree = start_ups(c, "linear_time", in);
        for (const double factor : factors) {
          in.straight_beyond =
              factor == no_threshold ? SIZE_MAX : static_cast<std::size_t>(factor * on.alpha / on.beta);
          std::printf("%s,%d,%d,%s,%d,%g,%.6g,%.6g,%.6g,%.6g\n", std::string(tutti::name_of(c)).c_str(), p,
                      root, one.name.c_str(), b, factor, star, tree, optimum,
                      start_ups(c, "tree_and_star", in));
        }
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc == 2 ? argv[1] : "";
  if (what != "factors" && what != "processes") {
    std::fprintf(stderr, "usage: threshold factors|processes\n");
    return 2;
  }
  std::printf("collective,p,root,problem,b,c,star,tree,optimal,tree_and_star\n");
  if (what == "factors") {
    for (const int root : {0, 50}) judge(100, root, {0, 1, 2, 4, 8, 16, 32, no_threshold}, true);
    return 0;
  }
  for (const int p : {5, 9, 20, 33, 64, 128, 200})
    for (const int root : {0, p / 2, p - 1}) judge(p, root, {tutti::straight_startups}, false);
}
