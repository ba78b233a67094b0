#pragma once

#include <cstddef>
#include <vector>

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"

/// LogP and LogGP, from Traeff, HPC lecture "Collectives". Times in seconds, sizes in bytes.
namespace tutti::lecture {

/// k messages of m bytes each from one process to another, received at o + k (m-1) G + (k-1) g + L + o.
double loggp_messages(const loggp& model, int k, std::size_t m);

/// Optimal trees by dynamic programming, for 1 <= P <= most: time[P] for P processes. The root first sends to
/// the root of a tree of split[P] processes, and is the root of a tree of the other P - split[P]. O(most^2).
struct logp_tree {
  std::vector<double> time;
  std::vector<int> split;
};
/// Broadcast: T(P) = min_i max(o + T(P-i) + (g-o), o + L + o + T(i)), T(1) = 0. In the slide's recurrence, a
/// root is ready only after the gap, even after its last send; this matters if g > 2 o + L.
logp_tree logp_broadcast(const loggp& model, int most);
/// Scatter of k items of one byte to each process, with G the gap a byte:
/// T(P) = min_i max(o + (ik-1) G + T(P-i) + (g-o), o + L + (ik-1) G + o + T(i)).
logp_tree loggp_scatter(const loggp& model, int k, int most);
/// Scatter by a star, which is optimal in LogP: o + ((P-1) k - 1) g + L + o.
double logp_scatter_star(const loggp& model, int p, int k);

}  // namespace tutti::lecture
