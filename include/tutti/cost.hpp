#pragma once

#include <cstddef>
#include <cstdint>

#include "tutti/cxx20.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

struct graph_facts;

/// The linear transmission cost model: a message of n bytes occupies both its ends for alpha + beta * n
/// seconds; combining n bytes with an operator takes gamma * n seconds.
struct machine {
  double alpha = 2e-6;    ///< start-up, seconds
  double beta = 0.4e-9;   ///< seconds a byte
  double gamma = 0.1e-9;  ///< seconds a byte reduced
};

/// The LogGP model. Seconds; G seconds a byte. Sender and receiver are busy for o; the next message may be
/// injected (ejected) g after the one before, long messages g + (n - 1) G after it. LogP is G = 0.
struct loggp {
  double L = 0, o = 0, g = 0, G = 0;
  /// At most ceil(L / g) messages are in transit to one process; senders of further messages wait.
  bool capacity = true;
};

/// LogGP parameters of messages within a node, or between nodes.
struct loggp_level : loggp {
  /// The number of messages of one process that are at full speed at once: a message takes G a byte, the gap
  /// to the next one G / lanes a byte.
  double lanes = 1;
};

/// The LogGP parameters of a machine within and between nodes, and its ports. Algorithms that are built for a
/// machine depend on them.
struct loggp_levels {
  loggp_level within{{.L = 0.2e-6, .o = 0.2e-6, .g = 0.3e-6, .G = 0.2e-9}};
  loggp_level between{{.L = 1.2e-6, .o = 0.4e-6, .g = 0.5e-6, .G = 0.4e-9}};
  double eager = 1e300;  ///< bytes: the sender of a longer message waits until it has arrived
  /// The bytes of a message leave while its sender is already busy with the next message. The gap is then the
  /// longer of the two times, not their sum as in LogGP.
  bool overlaps = false;
  int ports = 1;  ///< the number of messages that a process can send, and receive, at once
};

/// The parameters of the cost of a collective.
struct shape {
  int p = 1;                           ///< processes
  double bytes = 0;                    ///< m, the total as the collective counts it: see `collective`
  int pieces = 1;                      ///< M, the blocks into which a pipelined algorithm cuts the data
  int nodes = 0;                       ///< number of nodes; 0: every process has its own
  int per_node = 1;                    ///< processes of the largest node
  bool consecutive = true;             ///< the ranks of each node are consecutive
  double straight_beyond = 1e300;      ///< call::straight_beyond, if the price depends on it
  double busy = 1e300;                 ///< call::busy
  const loggp_levels* logp = nullptr;  ///< call::logp
  const graph_facts* graph = nullptr;  ///< neighbourhoods: the facts of the process graph
  int distance = -1;                   ///< of a shift; negative: the distance that takes longest
  double longest = 0;  ///< bytes of the longest block, if blocks may differ; 0: all are equally long
  bool swaps = false;  ///< an alltoall in place, by an algorithm that swaps blocks (algorithm_traits::swaps)
  [[nodiscard]] double longest_block() const noexcept {
    return longest > 0 ? longest : graph ? bytes : bytes / p;
  }
  /// The maximum total size of n blocks, bytes.
  [[nodiscard]] double in_blocks(double n) const noexcept {
    const double most = n * longest_block();
    return most < bytes ? most : bytes;
  }
  [[nodiscard]] int node_count() const noexcept { return nodes > 0 ? nodes : p; }
  [[nodiscard]] bool equal_nodes() const noexcept { return node_count() * per_node == p; }
};

/// The longest chain of dependent work of an algorithm, which takes
/// rounds * alpha + bytes * beta + reduced * gamma seconds.
struct cost {
  double rounds = 0;
  double bytes = 0;
  double reduced = 0;
  double near_rounds = 0, near_bytes = 0;  ///< of these, between processes of a node
  /// The number of rounds, and of rounds on a node, whose message starts together with another message of the
  /// same process, without waiting for that one.
  double behind = 0, near_behind = 0;
  // The bytes that the processes of a node send at once, if the price depends on nodes (traffic::by_node). If
  // only one of them sends, these are its own bytes.
  double link_bytes = 0;    ///< cross the link of one node while `bytes` - `near_bytes` go between nodes
  double memory_bytes = 0;  ///< cross the memory of one node while `near_bytes` go within nodes
  [[nodiscard]] double seconds(const machine& on) const noexcept {
    return rounds * on.alpha + bytes * on.beta + reduced * on.gamma;
  }
  /// The cost of both, one after the other.
  friend cost operator+(const cost& a, const cost& b) noexcept {
    return {.rounds = a.rounds + b.rounds,
            .bytes = a.bytes + b.bytes,
            .reduced = a.reduced + b.reduced,
            .near_rounds = a.near_rounds + b.near_rounds,
            .near_bytes = a.near_bytes + b.near_bytes,
            .behind = a.behind + b.behind,
            .near_behind = a.near_behind + b.near_behind,
            .link_bytes = a.link_bytes + b.link_bytes,
            .memory_bytes = a.memory_bytes + b.memory_bytes};
  }
};

/// A pipeline: the last process has the first piece after `fill` rounds, then one more every `interval`
/// rounds. M pieces take fill + interval * (M - 1) rounds.
struct pipeline {
  double fill = 0;
  double interval = 1;
  [[nodiscard]] double rounds(int pieces) const noexcept { return fill + interval * (pieces - 1); }
};

/// The .stages of a chain through all processes.
[[nodiscard]] inline pipeline chain_pipeline(int p) noexcept { return {.fill = p - 1.0, .interval = 1}; }

/// The .stages of an algorithm that is optimal in rounds, with one port: all processes have the first piece
/// after ceil(log2 p) rounds, and one more piece after each further round.
[[nodiscard]] inline pipeline logarithmic_pipeline(int p) noexcept {
  return {.fill = static_cast<double>(ceil_log2(p)), .interval = 1};
}

/// The .price for given .stages: m / M bytes in each round; 0 for one process.
template <pipeline (*Stages)(int p)>
[[nodiscard]] cost price_of_pipeline(const shape& s) noexcept {
  const double rounds = s.p > 1 ? Stages(s.p).rounds(s.pieces) : 0;
  return {.rounds = rounds, .bytes = rounds * s.bytes / s.pieces};
}
/// The same, with as many bytes reduced in each round.
template <pipeline (*Stages)(int p)>
[[nodiscard]] cost price_of_reducing_pipeline(const shape& s) noexcept {
  cost c = price_of_pipeline<Stages>(s);
  c.reduced = c.bytes;
  return c;
}

/// A multiple of the bytes that travel during a start-up. A longer part of an irregular gather or scatter is
/// sent directly to or from the root instead of being forwarded once more. The additional start-ups of the
/// root then take at most a quarter of the time of their data. docs/irregular.md compares other values.
inline constexpr double straight_startups = 4;

/// The value of call::straight_beyond for a machine, bytes.
[[nodiscard]] inline std::size_t straight_beyond(const machine& on) noexcept {
  constexpr double most = 1e18;
  return straight_startups * on.alpha < most * on.beta
             ? static_cast<std::size_t>(straight_startups * on.alpha / on.beta)
             : SIZE_MAX;
}

/// The value of call::busy, bytes: the amount that travels while both ends of a message are busy for
/// `overhead` seconds each.
[[nodiscard]] inline std::size_t busy_bytes(double overhead, double beta) noexcept {
  constexpr double most = 1e18;
  if (!(overhead > 0 && beta > 0)) return SIZE_MAX;
  const double bytes = 2 * overhead / beta;
  return static_cast<std::size_t>(bytes < most ? bytes : most);
}

/// The pipelining lemma: the M between 1 and `most` that minimises
/// (fill + interval (M - 1)) (alpha + beta m / M).
[[nodiscard]] int best_pieces(const pipeline& line, double bytes, const machine& on, double most) noexcept;

}  // namespace tutti
