#pragma once

#include <cstddef>
#include <vector>

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"

/// LogP and LogGP, from Traeff, HPC lecture "Collectives". Times in seconds, sizes in bytes.
namespace tutti::lecture {

/// k messages of m bytes each from one process to another, received at o + k (m-1) G + (k-1) g + L + o.
double loggp_messages(const loggp& model, int k, std::size_t m);

/// An optimal tree by dynamic programming: time[P] for P processes, of which the root sends first to a tree
/// of split[P], of the other P - split[P] it is the root itself. 1 <= P <= most. O(most^2).
struct logp_tree {
  std::vector<double> time;
  std::vector<int> split;
};
/// T(P) = min_i max(o + T(P-i) + (g-o), o + L + o + T(i)), T(1) = 0. The slide's recurrence lets a root be
/// ready only after the gap even when it sends no more, which matters where g > 2 o + L.
logp_tree logp_broadcast(const loggp& model, int most);
/// k items for each process, with G the gap a byte and items of one byte:
/// T(P) = min_i max(o + (ik-1) G + T(P-i) + (g-o), o + L + (ik-1) G + o + T(i)).
logp_tree loggp_scatter(const loggp& model, int k, int most);
/// The star, the best possible: o + ((P-1) k - 1) g + L + o.
double logp_scatter_star(const loggp& model, int p, int k);

}  // namespace tutti::lecture
