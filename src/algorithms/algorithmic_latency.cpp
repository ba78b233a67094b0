// The steps in which the processes find their places in trees and schedules.
// Source: Traeff, HPC lecture "Collectives", "Algorithmic latency in tree algorithms".

#include "tutti/algorithmic_latency.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "algorithms/shapes/binary_trees.hpp"
#include "algorithms/shapes/circulant_schedule.hpp"
#include "algorithms/shapes/knomial.hpp"
#include "algorithms/shapes/loggp_tree.hpp"
#include "algorithms/shapes/postal_tree.hpp"
#include "algorithms/shapes/radix.hpp"
#include "algorithms/shapes/two_tree.hpp"

namespace tutti {
namespace {

struct caller {
  const shape& s;
  int rank, root;
  int v = relative_rank(rank, root, s.p);  ///< counted from the root
};
using steps_of = double (*)(const caller& c);

// A constant number of operations.
double constant(const caller&) { return 1; }

// The loop of bcast.binomial and gather.binomial goes up to v's lowest set bit, the root's to the last.
double lowest_bit(const caller& c) {
  return c.v == 0 ? ceil_log2(c.s.p) : std::countr_zero(static_cast<unsigned>(c.v)) + 1;
}

// The loop of bcast.binomial_bit_reversed goes up to v's highest set bit: the round in which v receives.
double highest_bit(const caller& c) { return std::bit_width(static_cast<unsigned>(c.v)); }

// All processes halve the ranks until one is left.
double halving(const caller& c) { return ceil_log2(c.s.p); }

// A step for each part of a range before that of v: knomial_range::part_of().
template <int Radix>
double parts_of_ranges(const caller& c) {
  double steps = 0;
  for (knomial_range range(c.s.p, 0, radix_on<Radix>(c.s.logp, c.s.p)); !range.single();) {
    const int part = range.part_of(c.v);
    steps += part + 1;
    // A broadcast's process communicates as soon as it is the root of its range or of its part.
    if (c.v == range.root() || c.v == range.root_of(part)) break;
    range = range.sub(part);
  }
  return steps;
}
// A reduction begins with the smallest range.
template <int Radix>
double parts_of_all_ranges(const caller& c) {
  double steps = 0;
  for (knomial_range range(c.s.p, c.root, radix_on<Radix>(c.s.logp, c.s.p)); !range.single();
       range = range.sub(range.part_of(c.rank)))
    steps += range.part_of(c.rank) + 1;
  return steps;
}
// The digits of v up to the first that is not 0, and a step for each child: knomial_tree().
template <int Radix>
double digits(const caller& c) {
  double steps = 0;
  const int radix = radix_on<Radix>(c.s.logp, c.s.p);
  for (int weight = 1; weight < c.s.p && c.v / weight % radix == 0; weight = next_power(weight, radix, c.s.p))
    for (int z = 1; z < radix && c.v + z * weight < c.s.p; ++z) ++steps;
  return steps + 1;
}

// The way down from the root, as preorder_place() and inorder::place() go. Fibonacci numbers are counted up
// to the size of each subtree.
double of_split(const balanced_shape&, int) { return 1; }
double of_split(const fibonacci_shape&, int n) { return 1 + fibonacci_shape::fill(n); }
template <class Shape>
double preorder(const caller& c) {
  double steps = 0;
  for (int root = 0, n = c.s.p;;) {
    steps += of_split(Shape{}, n);
    if (c.v == root) return steps;
    const int first = Shape::first(n);
    const bool in_first = c.v <= root + first;
    root += in_first ? 1 : 1 + first;
    n = in_first ? first : n - 1 - first;
  }
}
template <class Shape>
double in_order(const caller& c) {
  double steps = 1;
  int from = 0, end = c.s.p, node = c.root;
  while (c.rank != node) {
    (c.rank < node ? end : from) = c.rank < node ? node : node + 1;
    steps += of_split(Shape{}, end - from);
    node = from + inorder<Shape>::left(end - from);
  }
  return steps;
}

double two_trees(const caller& c) {
  return two_tree::exist(c.s.p) ? two_tree(c.rank, c.s.p, c.root).steps() : 1;
}

// The schedule with which it receives, and a schedule for each round in which it sends.
double circulant(const caller& c) {
  return c.s.p > 1 ? circulant_schedule_steps(halving_skips(c.s.p), c.v) : 0;
}
// The receive schedules of all processes.
double all_circulant(const caller& c) {
  const halving_skips skips(c.s.p);
  double steps = 0;
  for (int v = 1; v < c.s.p; ++v) steps += circulant_receive_steps(skips, v);
  return steps;
}

// The tables of optimal trees for a LogGP machine; the way down in them is short.
double postal(const caller& c) {
  const loggp_levels& on = given_or_usual(c.s.logp);
  return postal_tree(c.s.p, postal_times_of(on, on.between, c.s.bytes, c.s.p)).entries();
}
double loggp(const caller& c) { return std::min(c.s.p, loggp_tree::most_split); }

// The root of an irregular gather or scatter sums up the lengths in all cubes; the others find theirs by
// messages.
double lengths_of_all(const caller& c) { return c.v == 0 ? c.s.p : 1; }

struct counted {
  std::string_view name;
  steps_of steps;
  bool same_for_all = false;
};
constexpr counted all_counted[] = {
    {"bcast.star", constant},
    {"bcast.chain", constant},
    {"bcast.binomial", lowest_bit},
    {"bcast.binomial_bit_reversed", highest_bit},
    {"bcast.bine", halving},
    {"bcast.knomial3", parts_of_ranges<3>},
    {"bcast.knomial4", parts_of_ranges<4>},
    {"bcast.knomial8", parts_of_ranges<8>},
    {"bcast.knomial_ported", parts_of_ranges<by_ports>},
    {"bcast.binary_tree", preorder<balanced_shape>},
    {"bcast.fibonacci", preorder<fibonacci_shape>},
    {"bcast.two_tree", two_trees},
    {"bcast.circulant", circulant},
    {"bcast.logp_tree", postal, true},
    {"reduce.linear", constant},
    {"reduce.chain", constant},
    {"reduce.binomial", halving},
    {"reduce.bine", halving},
    {"reduce.knomial3", parts_of_all_ranges<3>},
    {"reduce.knomial4", parts_of_all_ranges<4>},
    {"reduce.knomial8", parts_of_all_ranges<8>},
    {"reduce.knomial_ported", parts_of_all_ranges<by_ports>},
    {"reduce.binary_tree", in_order<balanced_shape>},
    {"reduce.fibonacci", in_order<fibonacci_shape>},
    {"reduce.two_tree", two_trees},
    {"reduce.circulant", circulant},
    {"gather.star", constant},
    {"gather.binomial", lowest_bit},
    {"gather.divide_and_conquer", halving},
    {"gather.bine", halving},
    {"gather.knomial3", digits<3>},
    {"gather.knomial", digits<4>},
    {"gather.knomial_ported", digits<by_ports>},
    {"gather.logp_tree", loggp, true},
    {"scatter.star", constant},
    {"scatter.binomial", lowest_bit},
    {"scatter.divide_and_conquer", halving},
    {"scatter.bine", halving},
    {"scatter.knomial3", digits<3>},
    {"scatter.knomial", digits<4>},
    {"scatter.knomial_ported", digits<by_ports>},
    {"scatter.logp_tree", loggp, true},
    {"gatherv.star", constant},
    {"gatherv.binomial", lowest_bit},
    {"gatherv.divide_and_conquer", halving},
    {"gatherv.bine", halving},
    {"gatherv.linear_time", lengths_of_all},
    {"gatherv.linear_time_radix3", lengths_of_all},
    {"gatherv.linear_time_radix4", lengths_of_all},
    {"gatherv.linear_time_ported", lengths_of_all},
    {"scatterv.star", constant},
    {"scatterv.binomial", lowest_bit},
    {"scatterv.divide_and_conquer", halving},
    {"scatterv.bine", halving},
    {"scatterv.linear_time", lengths_of_all},
    {"scatterv.linear_time_radix3", lengths_of_all},
    {"scatterv.linear_time_radix4", lengths_of_all},
    {"scatterv.linear_time_ported", lengths_of_all},
    {"allgather.circulant", all_circulant, true},
    {"allgatherv.circulant", all_circulant, true},
    {"reduce_scatter.reductions", all_circulant, true},
};

}  // namespace

std::vector<double> steps_before_first_message(const algorithm& a, const shape& s, int root) {
  for (const counted& c : all_counted) {
    const std::size_t dot = c.name.find('.');
    if (c.name.substr(0, dot) != name_of(a.of) || c.name.substr(dot + 1) != a.name) continue;
    const double of_first = c.steps({s, 0, root});
    std::vector<double> steps(static_cast<std::size_t>(s.p), of_first);
    for (int rank = 1; rank < s.p && !c.same_for_all; ++rank)
      steps[static_cast<std::size_t>(rank)] = c.steps({s, rank, root});
    return steps;
  }
  return {};
}

}  // namespace tutti
