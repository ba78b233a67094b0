#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tutti/cxx20.hpp"

namespace tutti {

/// A process graph for the tests and predictions of neighbourhood collectives: the destinations and sources
/// of each process, in the order of its blocks, as in MPI's communicators with a topology. A rank may occur
/// several times, or be the process itself; -1 is a missing neighbour.
struct process_graph {
  std::string name;
  std::vector<std::vector<int>> destinations, sources;  ///< of each process
  /// Two neighbours in each dimension, the lower one first: a block sent down is received from above.
  bool cartesian = false;
  std::vector<int> sides;  ///< of a grid, the last dimension contiguous; empty if it is none

  [[nodiscard]] int p() const noexcept { return static_cast<int>(destinations.size()); }
  /// The receive block, on destination k of process r, that matches the block sent by r: see neighbourhood.
  [[nodiscard]] int block_at(int r, int k) const;
};

/// Makes the graph of a text:
///
///   cart:4x3[:periodic]     the adjacent processes in each dimension; none beyond the border
///   moore:8x8:1[:mesh]      all others at most that far away in every dimension, with wrap-around unless
///                           it is a mesh
///   random:P:D:SEED         D others each, drawn at random
///   power-law:P:D:SEED      about D on average; a few processes have many more
///   star:P ring:P complete:P empty:P
///   isolated:P              every third process has no neighbours, the others up to eight each
///   double:P:SEED           random neighbours, some of which occur twice, and the process itself among them
///
/// Throws std::invalid_argument if the text is malformed.
process_graph make_graph(std::string_view text);
/// The default for p processes: moore:AxB:1, with sides A and B as equal as possible.
process_graph usual_graph(int p);
/// The forms that make_graph() accepts, in one line.
std::string_view graph_help() noexcept;

}  // namespace tutti
