// Gather by divide and conquer: halve the range of ranks, gather both, send one half to the other's root.
// Source: Traeff, HPC lecture "Collectives", "Binomial gather/scatter with root != 0".
// The part with the root is the larger one. With the lecture's split, n = (e-s)/2, it may be the smaller one,
// and then the cost is higher: 2 alpha + beta m for p = 3, root 0.
// Cost: ceil(log2 p) alpha + (p - 1)/p beta m; irregular at worst as binomial. Any p, any root; always in
// rank order, so nothing is reordered at the root.

#include <algorithm>

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/tree.hpp"

namespace tutti {

// The root never waits. With the first process of each half as its head:
//
//     p = 7, root 5:   0 1 2 | 3 4 5 6      0 -> 5
//                      0 1|2 | 3 4|5 6      2 -> 0, 3 -> 5
//                      0|1         ...      1 -> 0, 4 -> 3, 6 -> 5
gather_place halved(int rank, int p, int root, head_of_half head) {
  gather_place at(ceil_log2(p));
  int first = 0, n = p, top = root;  // the range and its root
  while (n > 1) {
    const int less = n / 2, more = n - less;
    const bool above = top < first + more;  // the part without the root, of `less` processes, is above
    const int start = above ? first + more : first;  // its first process
    const int other = head(start, start + less, above);
    if (rank == top) at.add({.head = other, .first = start, .count = less, .below = !above});
    if (start <= rank && rank < start + less) {
      if (rank == other) at.parent = top;
      top = other;
      first = start;
      n = less;
    } else {
      if (!above) first += less;
      n = more;
    }
  }
  std::ranges::reverse(at.subtrees());
  return at;
}

gather_place halving_tree(int rank, int p, int root) { return halved(rank, p, root, first_of_half); }

extern const algorithm gather_divide_and_conquer_entry{
    .of = collective::gather,
    .name = "divide_and_conquer",
    .summary = "halves of the ranks, in rank order for any root",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_gather<halving_tree, lengths_known_to::all>,
    .price = price_of_tree,
};

extern const algorithm gatherv_divide_and_conquer_entry{
    .of = collective::gatherv,
    .name = "divide_and_conquer",
    .summary = "halves of the ranks, in rank order for any root, subtrees' lengths first",
    .source = "folklore; Traeff, HPC lecture",
    .needs = {.side_by_side = true},
    .run = run_gather<halving_tree, lengths_known_to::root>,
    .price = bound_of_tree,
    .traits = {.bound = true},
};

}  // namespace tutti
