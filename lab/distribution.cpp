// Compares the times of irregular gathers with that of the optimal ordered tree, over many instances.
// lab/irregular runs it.
//
//   distribution INSTANCES SEED
//
// An instance is a problem type, p from 2 to 128, b from 1 to 10 000 ints, alpha from 0.5 to 50 us, beta from
// 0.05 to 5 ns per byte, all uniform on a logarithmic scale, and a root. Prints a line of comma-separated
// values for each: seconds of the optimal tree; of the tree that linear_time builds, without its construction
// and with the children in the paper's order; and of each algorithm run as it is. Exits with 1 if a run of
// the optimal tree does not take the predicted time, or if the other tree is better.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>

#include "algorithms/gather/ordered_cubes.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/model/optimal_tree.hpp"
#include "tutti/model/problems.hpp"

namespace {

using tutti::cube;
using tutti::problem;

// The tree of Lemma 1, and of Lemma 2 around the root, on which the processes agree.
class cube_tree {
 public:
  cube_tree(const std::vector<int>& lengths, int root, const tutti::machine& on)
      : p_(static_cast<int>(lengths.size())), root_(root), on_(on), lengths_(lengths) {}

  [[nodiscard]] double seconds() const {
    int d = 0;
    while (1 << d < p_) ++d;
    return gather(0, d).time;
  }

 private:
  struct gathered {
    cube of;
    double time = 0;
  };
  // The cube of dimension d that begins with `first`.
  [[nodiscard]] gathered gather(int first, int d) const {
    if (d == 0) {
      const auto n = static_cast<std::uint64_t>(lengths_[static_cast<std::size_t>(first)]);
      return {{first, n, n}, 0};
    }
    const int right = first + (1 << (d - 1));
    const gathered a = gather(first, d - 1);
    if (right >= p_) return a;
    const gathered b = gather(right, d - 1);
    tutti::union_of_cubes u = tutti::unite(a.of, b.of, {});
    const bool in_a = first <= root_ && root_ < right,
               in_b = right <= root_ && root_ < right + (1 << (d - 1));
    if (in_a || in_b) {
      u.left_receives = in_a;
      u.both = {root_, a.of.bytes + b.of.bytes, (in_a ? a : b).of.own};
    }
    const gathered &receiver = u.left_receives ? a : b, &sender = u.left_receives ? b : a;
    const double sent = static_cast<double>(sender.of.bytes);
    return {u.both,
            sent > 0 ? std::max(receiver.time, sender.time) + on_.alpha + on_.beta * sent : receiver.time};
  }

  int p_, root_;
  tutti::machine on_;
  const std::vector<int>& lengths_;
};

class generator {
 public:
  explicit generator(unsigned long seed) : random_(seed) {}
  std::uint64_t below(int n) { return random_() % static_cast<std::uint64_t>(n); }
  std::uint64_t any() { return random_(); }
  double between(double least, double most) {
    const double unit = static_cast<double>(random_() >> 11U) * 0x1p-53;
    return least * std::pow(most / least, unit);
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: distribution INSTANCES SEED\n");
    return 2;
  }
  const long instances = std::atol(argv[1]);
  generator random(std::strtoul(argv[2], nullptr, 10));
  constexpr auto gatherv = tutti::collective::gatherv;
  const char* const names[] = {"linear_time", "tree_and_star", "binomial", "star"};
  std::printf("type,p,b,root,alpha,beta,optimal,tree");
  for (const char* name : names) std::printf(",%s", name);
  std::printf("\n");
  for (long k = 0; k < instances; ++k) {
    const problem type = tutti::all_problems[random.below(static_cast<int>(tutti::all_problems.size()))];
    const int p = static_cast<int>(std::lround(random.between(2, 128)));
    const int b = static_cast<int>(std::lround(random.between(1, 10000)));
    const int root = static_cast<int>(random.below(p));
    const tutti::machine on{.alpha = random.between(0.5e-6, 50e-6), .beta = random.between(0.05e-9, 5e-9)};
    tutti::predict_options in{.root = root, .lengths = tutti::block_sizes(type, p, b, random.any())};
    for (int& n : in.lengths) n *= 4;
    const auto bytes = std::accumulate(in.lengths.begin(), in.lengths.end(), 0.0);
    const tutti::shape s{.p = p, .bytes = bytes};
    const tutti::ordered_tree best = tutti::optimal_tree(in.lengths, root, on);
    const double optimum = best.seconds, tree = cube_tree(in.lengths, root, on).seconds();
    if (optimum <= 0) continue;  // all data is the root's
    tutti::predict_options along = in;
    along.along = &best;
    const double run = tutti::predict(*tutti::offline_algorithm(gatherv, "optimal"), s, on, along).seconds;
    if (std::abs(run / optimum - 1) > 1e-9 || tree < optimum * (1 - 1e-9)) {
      std::fprintf(stderr, "distribution: instance %ld: optimal %g s, its run %g s, another tree %g s\n", k,
                   optimum, run, tree);
      return 1;
    }
    const std::string type_name(tutti::name_of(type));
    std::printf("%s,%d,%d,%d,%.4g,%.4g,%.6g,%.6g", type_name.c_str(), p, b, root, on.alpha, on.beta, optimum,
                tree);
    for (const char* name : names)
      std::printf(",%.6g", tutti::predict(*tutti::find(gatherv, name), s, on, in).seconds);
    std::printf("\n");
  }
}
