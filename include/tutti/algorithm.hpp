#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
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

/// One call of a collective on one process. What is meant by each member, by collective (all others are
/// empty):
///
///   bcast                       out: the data, of which the root's is what all receive
///   gather, gatherv             in: own block; recv: the blocks, on the root only
///   scatter, scatterv           send: the blocks, on the root only; out: own block
///   allgather, allgatherv       in: own block; recv: the blocks
///   alltoall, alltoallv, -w     send, recv: a block for and from each process
///   reduce                      in: own vector; out: the result, on the root only; op
///   allreduce, scan, exscan     in: own vector; out: the result; op
///   reduce_scatter, -_block     send: own vector as a block for each process, side by side, the lengths of
///                               which all know; out: own block of the result; op
///   neighbor_allgather, -v      in: own block; recv: a block from each source; neighbours
///   neighbor_alltoall, -v, -w   send, recv: a block for each destination, from each source; neighbours
///   shift                       in: own vector; out: that of the process so far below; root: how far,
///                               0 <= root < p
///   allgather_merge             in: own block, sorted; recv: the elements of all blocks, sorted; by
///
/// `in` may be the very elements where the result is wanted (MPI_IN_PLACE, see same_elements()): out in the
/// reductions, the own block of recv in gather and allgather; scatter's out may be the root's own block of
/// send. In alltoall the own blocks of send and recv may be the same, unless an algorithm needs its blocks
/// arranged (requirements::arranged()), and all blocks if it swaps them (algorithm_traits::swaps). Nothing
/// else of them overlaps, nor in reduce_scatter. They may have the same address all the same, or lie between
/// each other: fields of one array. Blocks and vectors of length zero are legal everywhere. Nothing but out
/// and recv is ever written.
struct call {
  const_buffer in;
  buffer out;
  const_blocks send;
  blocks recv;
  operation op;
  ordering by;
  int root = 0;
  int pieces = 1;                   ///< M >= 1: the blocks into which a pipelined algorithm cuts the data
  const node_map* nodes = nullptr;  ///< which processes share a node; null: none do
  /// of this process, on which all have agreed: tutti/neighbours.hpp
  const neighbourhood* neighbours = nullptr;
  /// Irregular gather and scatter that degrade gracefully: more bytes than these go straight to or from the
  /// root. The same on all processes; straight_beyond() says what the model makes of it.
  std::size_t straight_beyond = SIZE_MAX;
  /// Alltoalls of blocks of any lengths: the bytes that travel while a process is busy with one more
  /// message that begins together with others, at its two ends. The same on all processes; at most what
  /// travels during a start-up.
  std::size_t busy = SIZE_MAX;
  /// Trees that are made for a machine: the machine; null: a usual one. The same on all processes; read
  /// before the first message.
  const loggp_levels* logp = nullptr;
};

/// What an algorithm asks of a call. Who calls it sees to it; `run` may rely on it.
struct requirements {
  bool commutative = false;  ///< the operator
  /// the operator, to the last bit: processes bracket differently, so that rounding would make their results
  /// differ
  bool exact = false;
  bool power_of_two = false;  ///< the number of processes
  bool side_by_side = false;  ///< messages hold several blocks: run() of send and recv
  bool bytes = false;     ///< cuts anywhere: element size 1. Otherwise whole elements of any layout travel
  bool straight = false;  ///< makes use of call::straight_beyond and call::busy
  bool nodes = false;  ///< makes use of call::nodes, for which there should be some nodes with some processes
  /// combines node by node: unless the operator commutes, ranks of nodes are consecutive
  bool node_order = false;
  bool consecutive = false;  ///< the ranks of each node are consecutive, whatever the operator
  bool ways = false;  ///< graph_facts::ways has some: blocks for several neighbours can travel together

  /// Whether blocks cannot stay wherever they lie.
  [[nodiscard]] constexpr bool arranged() const noexcept { return side_by_side || bytes; }
};

/// Who talks to whom, as far as it decides how a network that nodes share is used.
enum class traffic : std::uint8_t {
  scattered,  ///< partners change from round to round, and what arrives is needed for what is sent
  direct,     ///< no message waits for another to arrive, nor for a round to end
  /// only from a process to the next or the one before in rank order, the last and the first included
  neighbours,
  by_node  ///< composed of what happens on nodes and between them; its price looks at the shape's nodes
};

std::string_view name_of(traffic t) noexcept;

/// Properties of an algorithm besides its price: how it meets others on a network, and how far the price is
/// what happens.
struct algorithm_traits {
  traffic on_network = traffic::scattered;
  bool bound = false;  ///< price is an upper bound, not what happens
  /// of a bound: it is what happens where all blocks are equally long, and not empty
  bool exact_if_equal = false;
  bool worst_root = false;  ///< of a bound: it is what happens for one root at least, where nodes are equal
  /// processes also receive what they do not need: padding, or what travels together for others
  bool surplus = false;
  /// of alltoall: all blocks of send may be those of recv, each for the process from which the same one comes
  bool swaps = false;
  double worst = 1;  ///< of a bound: factor by which irregular lengths can increase it
};

/// One declaration an algorithm: dispatch, listing, help, verification and selection all come from it.
struct algorithm {
  collective of;
  std::string_view name;     ///< "binomial"; with its collective, "bcast.binomial"
  std::string_view summary;  ///< one line
  std::string_view source;   ///< authors, year
  requirements needs = {};
  /// The call need not outlive this function: a coroutine takes what it needs of it by value, or all of it.
  task (*run)(process& self, const call& c);
  /// The cost in the linear model, exact unless traits.bound is set. Where blocks differ in length the rounds
  /// are exact and the bytes are a bound, up to the rounding of pieces. What can be counted exactly is not a
  /// bound: traffic that no process needs would not be seen.
  cost (*price)(const shape& s);
  /// How a pipelined algorithm's rounds depend on M; null for the others, which do not look at call::pieces.
  pipeline (*stages)(int p) = nullptr;
  algorithm_traits traits = {};
};

/// The best M of a pipelined algorithm by its price, between 1 and `most`: the pipelining lemma's, unless as many bytes are sent
/// whatever M is, as by some of blocks that are equally long.
[[nodiscard]] inline int best_pieces(const algorithm& a, shape s, const machine& on, double most) noexcept {
  const auto seconds = [&](int pieces) {
    s.pieces = pieces;
    return a.price(s).seconds(on);
  };
  const int m = best_pieces(a.stages(s.p), s.bytes, on, most);
  return seconds(1) <= seconds(m) ? 1 : m;
}

/// "bcast.binomial"
inline std::string full_name(const algorithm& a) {
  return std::string(name_of(a.of)).append(".").append(a.name);
}

/// Whether what is sent may lie where what is received will.
[[nodiscard]] constexpr bool may_be_in_place(const algorithm& a) noexcept {
  return traits(a.of).in_place && !(is_personal(a.of) && a.needs.arranged());
}

/// The same algorithm for another collective.
constexpr algorithm as(algorithm a, collective of) noexcept {
  a.of = of;
  return a;
}

/// All algorithms, in the order of the collectives, those of each collective from the simplest on.
std::span<const algorithm* const> catalogue() noexcept;
/// The algorithms of one collective.
std::span<const algorithm* const> catalogue(collective c) noexcept;
/// The one with that name; null: there is none.
const algorithm* find(collective c, std::string_view name) noexcept;

}  // namespace tutti
