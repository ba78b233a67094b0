#pragma once

#include <algorithm>
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

// The optimal trees for irregular gather and scatter: oracles, since they know all lengths, and take cubic
// time if they are ordered, exponential time if not. Source: Traeff, HPC lecture "Collectives", "Irregular
// collectives", Claims 1 and 2; Traeff, "On optimal trees for irregular gather and scatter collectives",
// 2019.
namespace tutti {

/// A tree in which every subtree holds consecutive ranks. In a gather, a process receives its children's
/// segments in an order such that the blocks it has are always consecutive. In a scatter, it sends them in
/// the reverse order. All constructions of the paper and the lecture are such trees. Segments without data
/// are not sent.
///
/// A process that received segments in any order, as soon as each is ready, would sometimes finish earlier:
/// for alpha = 14, beta = 1, blocks 1 1 1 1 50 50 and root 0 after 131 instead of 159. Claim 1's equation
/// does not cover that. unordered_optimal_tree() does: it arranges the ranks such that those of each subtree
/// are side by side.
struct ordered_tree {
  struct node {
    int parent = nobody;
    int first = 0, count = 1;   ///< the ranks of its subtree
    std::vector<int> children;  ///< in the order in which a gather receives from them
  };
  int root = 0;
  double seconds = 0;  ///< from the common start until the last process finishes
  std::vector<node> nodes;
  std::vector<std::size_t> offsets;  ///< block i is bytes offsets[i] up to offsets[i + 1]
  /// If ranks are rearranged, `rank i` in the members above is process rank_at[i]. Otherwise empty.
  std::vector<int> rank_at;

  [[nodiscard]] int size() const noexcept { return static_cast<int>(nodes.size()); }
  [[nodiscard]] int rank(int place) const noexcept {
    return rank_at.empty() ? place : rank_at[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] int place(int rank) const noexcept {
    return rank_at.empty() ? rank : static_cast<int>(std::ranges::find(rank_at, rank) - rank_at.begin());
  }
  [[nodiscard]] const node& of(int place) const noexcept { return nodes[static_cast<std::size_t>(place)]; }
  /// The bytes of `count` blocks, beginning with block `first`.
  [[nodiscard]] std::size_t bytes(int first, int count) const noexcept {
    const auto begin = static_cast<std::size_t>(first);
    return offsets[begin + static_cast<std::size_t>(count)] - offsets[begin];
  }
};

/// A message of n bytes from i to j takes alpha[i * p + j] + beta[i * p + j] n seconds.
struct pair_costs {
  std::vector<double> alpha, beta;
};

/// The fastest ordered tree for blocks of these lengths, in bytes. With T[i..j] the optimal time for the
/// ranks i to j, and S[i..j] their bytes,
///
///     T[i..j] = min over k of max(T[i..k], T[k+1..j]) + alpha + beta min(S[i..k], S[k+1..j])
///
/// where the part with the root always receives. O(p^3), 0.2 s for p = 560. Throws std::invalid_argument if
/// the root is not one of the processes.
ordered_tree optimal_tree(std::span<const int> lengths, int root, const machine& on);
/// The same for LogGP: the next receive is possible g + (n - 1) G after the last one. The time is that of
/// segments received in the tree's order; the engine may be faster, since there segments arrive in any order.
/// O(p^3).
ordered_tree optimal_tree(std::span<const int> lengths, int root, const loggp& on);
/// The same with a cost for each pair of processes. The time then depends on the root g of a part:
/// T[i..j][g]. O(c p^4) if all messages between two of c nodes cost the same, p^5 / 60 steps if all processes
/// differ, so only for p <= 192. For gather, or for scatter if the costs are those of the other direction.
ordered_tree optimal_tree(std::span<const int> lengths, int root, const pair_costs& on);
/// The same for the cost model of a network: linear, LogGP, or pairs with linear costs. Throws
/// std::invalid_argument if the costs of a pair are not linear, if the network has a topology, or if
/// processes have several ports.
ordered_tree optimal_tree(std::span<const int> lengths, int root, const network& on, bool scatter = false);

/// The fastest tree if subtrees need not have consecutive ranks: Claim 2 says that it is NP-hard to find. It
/// is found by dynamic programming over sets of processes,
///
///     T[S] = min over A of max(T[A], T[S - A]) + alpha + beta min(m[A], m[S - A])
///
/// where the part with the root always receives. O(3^n) for n processes that have data or are the root, so
/// only for n <= 16.
ordered_tree unordered_optimal_tree(std::span<const int> lengths, int root, const machine& on);
/// The same for the cost model of a network. Throws std::invalid_argument if not all messages cost alpha +
/// beta n with the same alpha and beta.
ordered_tree unordered_optimal_tree(std::span<const int> lengths, int root, const network& on);

/// Gather and scatter along such a tree, which all processes know, for the engine.
task gather_on(process& self, const_buffer in, blocks recv, const ordered_tree& tree);
task scatter_on(process& self, const_blocks send, buffer out, const ordered_tree& tree);

/// The entries of gatherv.optimal, gatherv.unordered_optimal and their scatterv counterparts, for drawings
/// and tables; null for other names. They are not in the catalogue, since no process of a running program
/// knows all lengths beforehand. Their `run` is null: gather_on() and scatter_on() run them.
const algorithm* offline_algorithm(collective c, std::string_view name) noexcept;
/// The tree of one of them.
ordered_tree offline_tree(const algorithm& a, std::span<const int> lengths, int root, const network& on);
/// The reason why only an engine can run them.
inline constexpr std::string_view offline_reason =
    "found offline, from lengths that no process has beforehand: only tutti show and tutti predict know it";

}  // namespace tutti
