#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tutti/buffer.hpp"
#include "tutti/collective.hpp"
#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/process.hpp"
#include "tutti/task.hpp"

namespace tutti {

class neighbourhood;
class node_map;

/// One call of a collective on one process. The members that each collective uses (all others are empty):
///
///   bcast                       out: the data; all processes receive those of the root
///   gather, gatherv             in: own block; recv: the blocks, on the root only
///   scatter, scatterv           send: the blocks, on the root only; out: own block
///   allgather, allgatherv       in: own block; recv: the blocks
///   alltoall, alltoallv, -w     send, recv: a block for, and from, each process
///   reduce                      in: own vector; out: the result, on the root only; op
///   allreduce, scan, exscan     in: own vector; out: the result; op
///   reduce_scatter, -_block     send: own vector as a block for each process, side by side; all processes
///                               know the lengths; out: own block of the result; op
///   neighbor_allgather, -v      in: own block; recv: a block from each source; neighbours
///   neighbor_alltoall, -v, -w   send: a block for each destination; recv: from each source; neighbours
///   shift                       in: own vector; out: that of the process `root` ranks below, modulo p;
///                               0 <= root < p
///   allgather_merge             in: own block, sorted; recv: the elements of all blocks, sorted; by
///
/// With MPI_IN_PLACE (see same_elements()), `in` is the elements that receive the result: out in the
/// reductions, the process's block of recv in gather and allgather. On the root of scatter, out may be the
/// root's block of send. In alltoall, a process's blocks of send and recv may be the same, unless the
/// algorithm needs its blocks arranged (requirements::arranged()); all blocks may, if the algorithm swaps
/// them (algorithm_traits::swaps). Apart from that, no input overlaps an output, but they may have the same
/// address or be interleaved, as fields of one array. Blocks and vectors of length zero are legal everywhere.
/// Only out and recv are written.
struct call {
  const_buffer in;
  buffer out;
  const_blocks send;
  blocks recv;
  operation op;
  ordering by;
  int root = 0;
  int pieces = 1;                   ///< M >= 1: number of blocks into which a pipelined algorithm cuts the
                                    ///< data
  const node_map* nodes = nullptr;  ///< the processes of each node; null: each process has its own node
  /// Neighbours of this process, agreed on by all processes: tutti/neighbours.hpp
  const neighbourhood* neighbours = nullptr;
  /// For irregular gathers and scatters that degrade gracefully: parts longer than this, in bytes, are sent
  /// directly to or from the root. The same on all processes; straight_beyond() computes it from the cost
  /// model.
  std::size_t straight_beyond = SIZE_MAX;
  /// For alltoalls of blocks of any lengths: the number of bytes that travel while the sender and the
  /// receiver are busy with one more message that starts together with others. The same on all processes; at
  /// most the bytes that travel during a start-up.
  std::size_t busy = SIZE_MAX;
  /// The machine for which trees are built and a radix is chosen; null: a default machine. The same on all
  /// processes; read before the first message.
  const loggp_levels* logp = nullptr;
};

/// Preconditions of an algorithm. The caller ensures them; `run` may rely on them.
struct requirements {
  bool commutative = false;  ///< the operator commutes
  /// The operator is exact. Processes bracket differently, so rounding would make their results differ.
  bool exact = false;
  bool power_of_two = false;  ///< the number of processes is a power of two
  bool side_by_side = false;  ///< blocks of send and recv are side by side: a message is a run() of blocks
  bool bytes = false;     ///< needs elements of one byte, to cut anywhere; otherwise elements of any layout
                          ///< travel whole
  bool straight = false;  ///< uses call::straight_beyond and call::busy
  bool nodes = false;     ///< uses call::nodes; useful if there are several nodes with several processes each
  /// Combines node by node: unless the operator commutes, the ranks of each node must be consecutive.
  bool node_order = false;
  bool consecutive = false;  ///< the ranks of each node are consecutive, for any operator
  bool ways = false;         ///< graph_facts::ways is not empty: messages with blocks for several neighbours
  bool ports = false;        ///< uses the ports of call::logp, as its price does; useful if there are several

  /// True if the algorithm works only on packed or adjacent blocks.
  [[nodiscard]] constexpr bool arranged() const noexcept { return side_by_side || bytes; }
};

/// The communication pattern, as far as it determines how the algorithm uses a network that nodes share.
enum class traffic : std::uint8_t {
  scattered,  ///< partners change from round to round, and sends depend on earlier receives
  direct,     ///< no message waits for another to arrive, nor for a round to end
  /// only between processes of adjacent ranks, including the last and the first
  neighbours,
  by_node  ///< composed of phases within and between nodes; the price depends on the nodes of the shape
};

std::string_view name_of(traffic t) noexcept;

/// Properties of an algorithm besides its price: its traffic on a network, and how exact the price is.
struct algorithm_traits {
  traffic on_network = traffic::scattered;
  bool bound = false;  ///< the price is an upper bound, not the exact cost
  /// If a bound: the price is exact if all blocks are equally long, and not empty.
  bool exact_if_equal = false;
  bool worst_root = false;  ///< if a bound: the price is exact for at least one root, if nodes are equal
  /// Processes also receive data that they do not need: padding, or blocks for others.
  bool surplus = false;
  /// In a reduction: every element of a vector is bracketed alike, wherever it lies and however many pieces
  /// the data are cut into.
  bool same_for_elements = false;
  /// In alltoall, the send blocks may be the receive blocks: block i is replaced by the one from process i.
  bool swaps = false;
  /// A ring or chain through one node after the other: it numbers the processes in node order (numbering in
  /// tutti/nodes.hpp), so neighbours are adjacent by that number, not by rank.
  bool in_node_order = false;
  double worst = 1;  ///< if a bound: factor by which irregular lengths can increase it
};

/// The declaration of an algorithm, used by dispatch, listing, help, verification and selection.
struct algorithm {
  collective of;
  std::string_view name;     ///< "binomial"; with its collective, "bcast.binomial"
  std::string_view summary;  ///< one line
  std::string_view source;   ///< authors, year
  requirements needs = {};
  /// The call need not outlive this function, so a coroutine copies the members that it needs, or the call.
  task (*run)(process& self, const call& c);
  /// The cost in the linear model, exact unless traits.bound is set. If blocks differ in length, the rounds
  /// are exact and the bytes are a bound, up to the rounding of pieces. A price that can be counted exactly
  /// must not be a bound, because a bound would hide superfluous traffic.
  cost (*price)(const shape& s);
  /// The rounds of a pipelined algorithm as a function of M. Null for the others, which ignore call::pieces.
  pipeline (*stages)(int p) = nullptr;
  algorithm_traits traits = {};
};

/// The best M of a pipelined algorithm by its price, between 1 and `most`. It is the M of the pipelining
/// lemma, or 1 if the price of one piece is no higher: some algorithms on equal blocks send the same bytes
/// for any M.
[[nodiscard]] inline int best_pieces(const algorithm& a, shape s, const machine& on, double most) noexcept {
  const auto seconds = [&](int pieces) {
    s.pieces = pieces;
    return a.price(s).seconds(on);
  };
  const int m = best_pieces(a.stages(s.p), s.bytes, on, most);
  return seconds(1) <= seconds(m) ? 1 : m;
}

/// True if the send buffer may be the receive buffer (MPI_IN_PLACE).
[[nodiscard]] constexpr bool may_be_in_place(const algorithm& a) noexcept {
  return traits(a.of).in_place && !(is_personal(a.of) && a.needs.arranged());
}

/// The same algorithm for another collective.
constexpr algorithm as(algorithm a, collective of) noexcept {
  a.of = of;
  return a;
}

/// All algorithms, sorted by collective; the simplest of each collective comes first.
std::span<const algorithm* const> catalogue() noexcept;
/// The algorithms of one collective.
std::span<const algorithm* const> catalogue(collective c) noexcept;
/// The algorithm of that name, or null.
const algorithm* find(collective c, std::string_view name) noexcept;

}  // namespace tutti
