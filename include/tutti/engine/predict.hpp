#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/machine/trace.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti {

class agreed_graph;

/// What an algorithm would do on a network, run on processes that have no data: a million of them fit.
struct prediction {
  double seconds = 0;             ///< when the last process ended, the first having begun at 0
  std::size_t messages = 0;       ///< of all processes
  std::size_t bytes = 0;          ///< sent by all processes
  std::size_t most_messages = 0;  ///< sent by the process that sent most
  std::size_t most_bytes = 0;     ///< sent by the process that sent most
  std::size_t copied = 0;         ///< bytes, by all processes
  std::size_t work = 0;           ///< of the run: see world::work()
  embedding on_links;             ///< on a topology: the longest route, the most messages on one link at once
};

struct predict_options {
  int root = 0;
  arrival skews;  ///< when processes begin; empty: at once
  /// Irregular collectives: bytes of each process's block, none negative; empty: all equal, as those of the
  /// others always are.
  std::vector<int> lengths;
  /// call::straight_beyond; none: what the network's start-ups and bytes make of it.
  std::optional<std::size_t> straight_beyond;
  std::optional<std::size_t> busy;  ///< call::busy; none: what the network's overheads and bytes make of it
  const loggp_levels* logp = nullptr;  ///< call::logp; null: what the network's costs make of it
  /// alltoallv and alltoallw: only this number of a process's blocks are not empty, for the processes at
  /// evenly spread distances above it; they share its bytes. 0: no block is empty.
  int partners = 0;
  /// A run that takes longer is given up, and `seconds` is infinite.
  double give_up_after = std::numeric_limits<double>::infinity();
  std::size_t most_work = SIZE_MAX;     ///< the same of a run that is more work than that: see world::work()
  trace* record = nullptr;              ///< to be given every message
  std::vector<double>* ends = nullptr;  ///< to be given when each process ended
  /// Neighbourhood collectives: their graph, agreed on among the same nodes; null: usual_graph().
  const agreed_graph* graph = nullptr;
  const ordered_tree* along = nullptr;  ///< gatherv and scatterv: instead of the algorithm's own text
};

/// Algorithms that make use of nodes are told those of the topology. Elements are bytes; s.bytes as the
/// collective counts it, rounded down to equal blocks where it has blocks. Throws std::invalid_argument where
/// p, the root, the lengths or the partners do not fit, communication_error if the algorithm is wrong.
prediction predict(const algorithm& a, const shape& s, const network& on, const predict_options& in = {});

}  // namespace tutti
