#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/buffer.hpp"
#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/process.hpp"
#include "tutti/task.hpp"

// The best that an ordered tree can do for irregular gather and scatter: an oracle, since it knows all
// lengths and takes cubic time. Source: Traeff, HPC lecture "Collectives", "Irregular collectives", Claim 1;
// Traeff, "On optimal trees for irregular gather and scatter collectives", 2019.
namespace tutti {

/// A tree in which every subtree holds consecutive ranks. A process receives its children's segments in such
/// an order that what it has is consecutive at every moment (gather), or sends them in the reverse one
/// (scatter), as all constructions of the paper and the lecture do. Segments without data are not sent.
///
/// A process that took segments in any order, as soon as each is ready, would sometimes end earlier: with
/// alpha = 14, beta = 1, blocks 1 1 1 1 50 50 and root 0 after 131 instead of 159. Claim 1's equation does
/// not cover that.
struct ordered_tree {
  struct node {
    int parent = nobody;
    int first = 0, count = 1;   ///< the ranks of its subtree
    std::vector<int> children;  ///< as a gather receives them
  };
  int root = 0;
  double seconds = 0;  ///< from when all begin until the last one ends
  std::vector<node> nodes;
  std::vector<std::size_t> offsets;  ///< block i is bytes offsets[i] up to offsets[i + 1]

  [[nodiscard]] int size() const noexcept { return static_cast<int>(nodes.size()); }
  [[nodiscard]] const node& of(int rank) const noexcept { return nodes[static_cast<std::size_t>(rank)]; }
  /// The bytes of `count` blocks from `first` on.
  [[nodiscard]] std::size_t bytes(int first, int count) const noexcept {
    const auto begin = static_cast<std::size_t>(first);
    return offsets[begin + static_cast<std::size_t>(count)] - offsets[begin];
  }
};

/// alpha[i * p + j] + beta[i * p + j] n seconds for n bytes from i to j.
struct pair_costs {
  std::vector<double> alpha, beta;
};

/// The fastest ordered tree for blocks of these lengths, in bytes. With T[i..j] the best time for the ranks i
/// to j and S[i..j] their bytes,
///
///     T[i..j] = min over k of max(T[i..k], T[k+1..j]) + alpha + beta min(S[i..k], S[k+1..j])
///
/// where the part with the root always receives. O(p^3), 0.2 s for p = 560. Throws std::invalid_argument for
/// a root that is none.
ordered_tree optimal_tree(std::span<const int> lengths, int root, const machine& on);
/// With LogGP a receiver goes on g + (n - 1) G after what it received last. The time is that of segments
/// taken in the tree's order; the engine, where they arrive when they can, may be faster. O(p^3).
ordered_tree optimal_tree(std::span<const int> lengths, int root, const loggp& on);
/// With a cost for each pair of processes it matters who a part's root is: T[i..j][g]. O(p^5 / 60), so for p
/// to 192. `gather` or, with costs in the other direction, scatter.
ordered_tree optimal_tree(std::span<const int> lengths, int root, const pair_costs& on);
/// The one that fits the model of the network: linear, LogGP, or otherwise pairs, whose costs have to be
/// linear. Throws std::invalid_argument where they are not, or messages share links or ports.
ordered_tree optimal_tree(std::span<const int> lengths, int root, const network& on, bool scatter = false);

/// Gathers and scatters along such a tree, for the engine: known to all processes. recv and send are side by
/// side.
task gather_on(process& self, const_buffer in, blocks recv, const ordered_tree& tree);
task scatter_on(process& self, const_blocks send, buffer out, const ordered_tree& tree);

/// gatherv.optimal and scatterv.optimal: what they are, for pictures and tables. They are not in the
/// catalogue, since no process of a running program has all lengths beforehand, and have no text to run: see
/// gather_on(). Null for others.
const algorithm* offline_algorithm(collective c, std::string_view name) noexcept;
/// "found offline, ...": why nothing but an engine has them.
inline constexpr std::string_view offline_reason =
    "found offline, from lengths that no process has beforehand: only tutti show and tutti predict know it";

}  // namespace tutti
