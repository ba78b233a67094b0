#pragma once

#include <cmath>
#include <cstddef>

namespace tutti {

/// The linear transmission cost model: a message of n bytes occupies both its ends for alpha + beta * n seconds;
/// combining n bytes with an operator takes gamma * n seconds.
struct machine {
  double alpha = 2e-6;    ///< start-up, seconds
  double beta = 0.4e-9;   ///< seconds a byte
  double gamma = 0.1e-9;  ///< seconds a byte reduced
};

/// The LogGP model. Seconds; G seconds a byte. Sender and receiver are busy for o; the next message may be injected
/// (ejected) g after the one before, long messages g + (n - 1) G after it. LogP is G = 0.
struct loggp {
  double L = 0, o = 0, g = 0, G = 0;
  /// At most ceil(L / g) messages are in transit to one process; more make their senders wait.
  bool capacity = true;
};

/// The linear model on two levels, of messages of one size: processes of one node, and processes of different ones.
struct cluster_machine {
  machine within{.alpha = 0.5e-6, .beta = 0.1e-9};  ///< messages between processes of a node
  machine between;                                  ///< messages between nodes
  double lanes = 1;         ///< messages that leave a node at once, and as many that enter, at full speed
  double overhead = 0;      ///< the part of alpha, seconds, for which a process is busy; 0: all of it
  double memory_lanes = 0;  ///< messages within a node at once at full speed; 0: all
  /// The longest message, bytes, that leaves before its receiver asks for it.
  double eager = 1e300;

  /// Whether a process can send its next message while the last one's start-up goes on.
  [[nodiscard]] bool overlaps() const noexcept { return overhead > 0; }
  /// Seconds that a process is busy with a message to another node.
  [[nodiscard]] double busy() const noexcept { return overhead > 0 ? overhead : between.alpha; }
  /// How many times as long the bytes of messages take when n of a node's processes send to others at once.
  [[nodiscard]] double link_sharing(double n) const noexcept { return n > lanes ? n / lanes : 1; }
  /// And when n processes send within the node at once.
  [[nodiscard]] double memory_sharing(double n) const noexcept {
    return memory_lanes > 0 && n > memory_lanes ? n / memory_lanes : 1;
  }
};

/// What the cost of a collective depends on.
struct shape {
  int p = 1;                ///< processes
  double bytes = 0;         ///< m, in all, as the collective counts it: see `collective`
  int pieces = 1;           ///< M, the blocks into which a pipelined algorithm cuts the data
  int nodes = 0;            ///< on so many nodes; 0: every process has its own
  int per_node = 1;         ///< processes of the largest node
  bool consecutive = true;  ///< the ranks of each node follow each other
  /// Processes of a node that share one link off it: what they all send off the node at once takes so many times as
  /// long. 1 is the one-ported model, per_node / k the lecture's k lanes.
  double sharing = 1;
  double memory_sharing =
      1;  ///< so many times as long take bytes that all processes of a node send within it at once
  double straight_beyond = 1e300;  ///< call::straight_beyond, where a price depends on it
  double longest = 0;  ///< bytes of the longest block, where blocks may differ; 0: all are equally long
  [[nodiscard]] double longest_block() const noexcept { return longest > 0 ? longest : bytes / p; }
  /// The most bytes that n blocks have together.
  [[nodiscard]] double in_blocks(double n) const noexcept {
    const double most = n * longest_block();
    return most < bytes ? most : bytes;
  }
  [[nodiscard]] int node_count() const noexcept { return nodes > 0 ? nodes : p; }
  [[nodiscard]] bool equal_nodes() const noexcept { return node_count() * per_node == p; }
};

/// The longest chain of dependent work of an algorithm: rounds * alpha + bytes * beta + reduced * gamma seconds.
struct cost {
  double rounds = 0;
  double bytes = 0;
  double reduced = 0;
  double near_rounds = 0, near_bytes = 0;  ///< of these, between processes of a node
  [[nodiscard]] double seconds(const machine& on) const noexcept {
    return rounds * on.alpha + bytes * on.beta + reduced * on.gamma;
  }
  /// One after the other.
  friend cost operator+(const cost& a, const cost& b) noexcept {
    return {a.rounds + b.rounds, a.bytes + b.bytes, a.reduced + b.reduced, a.near_rounds + b.near_rounds,
            a.near_bytes + b.near_bytes};
  }
};

/// A pipeline: the last process has the first piece after `fill` rounds and one more every `interval` rounds, so
/// M pieces take fill + interval * (M - 1) rounds.
struct pipeline {
  double fill = 0;
  double interval = 1;
  [[nodiscard]] double rounds(int pieces) const noexcept { return fill + interval * (pieces - 1); }
};

/// Beyond so many times what travels during a start-up, a part of an irregular gather or scatter had better go straight to
/// or from the root than be passed on once more: the root's additional start-ups take at most a quarter of what their data
/// take. docs/irregular.md has other values.
inline constexpr double straight_startups = 4;

/// call::straight_beyond: these bytes.
[[nodiscard]] inline std::size_t straight_beyond(const machine& on) noexcept {
  constexpr double most = 1e18;
  const double bytes = on.beta > 0 ? straight_startups * on.alpha / on.beta : most;
  return static_cast<std::size_t>(bytes < most ? bytes : most);
}

/// The pipelining lemma: the M that minimises (fill + interval (M - 1)) (alpha + beta m / M), between 1 and `most`.
[[nodiscard]] inline int best_pieces(const pipeline& line, double bytes, const machine& on,
                                     double most) noexcept {
  if (line.fill <= line.interval || most <= 1) return 1;
  const double startup = on.alpha > 0 ? on.alpha : 1e-12;
  const double best = std::sqrt((line.fill - line.interval) * on.beta * bytes / (line.interval * startup));
  if (!(best > 1)) return 1;
  return static_cast<int>(best < most ? std::lround(best) : static_cast<long>(most));
}

}  // namespace tutti
