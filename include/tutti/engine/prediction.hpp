#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/machine/noise.hpp"
#include "tutti/machine/program.hpp"
#include "tutti/machine/trace.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti {

class agreed_graph;

/// The cost of an algorithm on a network, from a run without data; a million processes fit in memory.
struct prediction {
  double seconds = 0;             ///< when the last process ended; the earliest begins at 0
  std::size_t messages = 0;       ///< of all processes
  std::size_t bytes = 0;          ///< sent by all processes
  std::size_t most_messages = 0;  ///< sent by the process that sent most
  std::size_t most_bytes = 0;     ///< sent by the process that sent most
  std::size_t copied = 0;         ///< bytes, by all processes
  std::size_t work = 0;           ///< of the run: see world::work()
  embedding on_links;             ///< on a topology: longest route, maximum concurrent messages on one link
};

struct predict_options {
  int root = 0;
  arrival skews;        ///< the times at which processes begin; empty: all at 0
  interruptions noise;  ///< of the processes; none by default
  /// The seconds that each step before a process's first message takes, if the steps of the algorithm are
  /// counted: steps_before_first_message(). 0: processes find their places in no time.
  double step = 0;
  /// Irregular collectives: bytes of each process's block, none negative; empty: all blocks equal, as always
  /// in the other collectives.
  std::vector<int> lengths;
  /// alltoallv and alltoallw: the bytes of the blocks that each process receives, from each process. Empty:
  /// see `lengths` and `partners`. The tables must outlive the prediction.
  std::vector<std::span<const std::int64_t>> received;
  /// call::straight_beyond; none: computed from the network.
  std::optional<std::size_t> straight_beyond;
  std::optional<std::size_t> busy;     ///< call::busy; none: computed from the network
  const loggp_levels* logp = nullptr;  ///< call::logp; null: computed from the network
  /// alltoallv and alltoallw: each process has only this number of non-empty blocks, for the processes at
  /// evenly spread distances above it. These blocks share its bytes. 0: no block is empty.
  int partners = 0;
  /// A run of more seconds of virtual time is aborted; then `seconds` is infinite.
  double give_up_after = std::numeric_limits<double>::infinity();
  std::size_t most_work = SIZE_MAX;  ///< the same for a run of more work: see world::work()
  trace* record = nullptr;           ///< unless null, receives every message
  /// Unless null, receives what each process does, with local work at the costs of the network.
  std::vector<program>* programs = nullptr;
  std::vector<double>* ends = nullptr;  ///< unless null, receives the end time of each process, seconds
  /// The graph of neighbourhood collectives, agreed on for the same nodes; null: usual_graph().
  const agreed_graph* graph = nullptr;
  const ordered_tree* along = nullptr;  ///< gatherv, scatterv: unless null, the tree replaces the algorithm
};

}  // namespace tutti
