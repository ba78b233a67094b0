#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tutti/cxx20.hpp"

namespace tutti {

/// A graph of processes, on which neighbourhood collectives are judged: the processes to which each sends and
/// from which it receives, in the order of its blocks, as MPI's communicators with a topology have it. A rank
/// may occur several times, or be the own one; -1 stands for no process.
struct process_graph {
  std::string name;
  std::vector<std::vector<int>> destinations, sources;  ///< of each process
  /// Two neighbours in each dimension, the lower one first: what is sent down comes from above.
  bool cartesian = false;

  [[nodiscard]] int p() const noexcept { return static_cast<int>(destinations.size()); }
  /// The block of process r's destination k that is what r sends it: see neighbourhood.
  [[nodiscard]] int block_at(int r, int k) const;
};

/// From its text:
///
///   cart:4x3[:periodic]     the next below and above in each dimension, no process beyond the border
///   moore:8x8:1[:mesh]      all others up to that far away in every dimension, around or, in a mesh,
///                           up to the border
///   random:P:D:SEED         D others each, drawn at random
///   power-law:P:D:SEED      D on average, of which few processes have many
///   star:P ring:P complete:P empty:P
///   isolated:P              every third process has no neighbours, the others three each
///   double:P:SEED           random neighbours some of which occur twice, and the process itself among them
///
/// Throws std::invalid_argument where that is not understood.
process_graph make_graph(std::string_view text);
/// The default for p processes: moore:AxB:1, the sides as equal as they can be.
process_graph usual_graph(int p);
/// What make_graph() understands, a line each.
std::string_view graph_help() noexcept;

}  // namespace tutti
