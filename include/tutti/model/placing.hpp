#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "tutti/model/graphs.hpp"

/// Placing the processes of a program on nodes, so that the processes that exchange most share a node. This
/// is the embedding of a graph of processes in a network whose scarce links are those of the nodes.
namespace tutti {

/// The partners of each process, in rank order, each with the bytes that the two send each other. Each pair
/// occurs on both sides. A process is not its own partner.
struct partner {
  int rank;
  double bytes;
};
using process_traffic = std::vector<std::vector<partner>>;

/// The communication of a graph in which each block has `bytes` bytes.
process_traffic traffic_of(const process_graph& edges, double bytes = 1);

/// Reads messages from text, one a line: the rank of the sender, that of the receiver, and the bytes; "#"
/// begins a comment. It also accepts lines of the profiles that Open MPI's monitoring writes: "E 0 1 108
/// bytes 9 msgs sent ...". Several lines for the same pair add up. Throws std::invalid_argument with one
/// sentence.
process_traffic parse_messages(std::string_view text);

/// The bytes on the links of the nodes.
struct crossing {
  double total = 0;  ///< between different nodes
  double most = 0;   ///< the maximum that one node sends and receives
};
/// `node_of`: the node of each process.
crossing crossing_of(const process_traffic& all, std::span<const int> node_of);

/// Finds a node for each process; returns the nodes by rank. `room`: the number of processes of each node,
/// whose sum must be the number of processes. `sides`: the sides of the grid in which the processes
/// communicate, the last dimension contiguous; empty if it is not known.
///
/// Several numberings of the processes are tried: by rank; by the bytes that processes exchange with those
/// numbered before them (each node is grown from one process); and by blocks of the grid, of every shape that
/// fits a node. If the grid is not known, blocks that divide a grid of two or three dimensions are tried. The
/// numbers fill the nodes one after the other. In the four best of these placements, pairs of processes on
/// different nodes then change places as long as this reduces the bytes that cross (Kernighan, Lin 1970: An
/// Efficient Heuristic Procedure for Partitioning Graphs; here only single exchanges). The result with the
/// least total is returned; among equal totals, the one with the least maximum. It is never worse than the
/// placement by rank, and no exchange of two processes makes its total smaller. Takes time proportional to
/// p^2. Throws std::invalid_argument if the nodes have room for a different number of processes.
std::vector<int> place_on_nodes(const process_traffic& all, std::span<const int> room,
                                std::span<const int> sides = {});

}  // namespace tutti
