#pragma once

// clang-format off: first, because it checks the language version
#include "tutti/cxx20.hpp"
// clang-format on

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/engine/agreed_graph.hpp"

namespace tutti {

/// The memory layout of the elements of a case. Algorithms that cut elements (requirements::bytes) always get
/// dense ones. Blocks that need not be side by side are packed, or at displacements, from the last to the
/// first, with gaps. In alltoallw they have one type, or several types in turn.
enum class layout : std::uint8_t {
  dense,      ///< packed
  holes,      ///< holes before and after each element
  backwards,  ///< negative extent and lower bound: each element lies before the previous one and its address
  one_array,  ///< send buffer and receive buffer are different fields of the elements of one array
  /// The types of sender and receiver differ: elements are sent in pairs if all lengths are even; an element
  /// received lies before its address.
  differing
};

/// One case of a proof: an algorithm, and everything on which it can depend.
struct instance {
  const algorithm* of = nullptr;
  int p = 1;
  int root = 0;
  int pieces = 1;
  int ports = 1;  ///< of a process, for algorithms that use them (requirements::ports)
  /// call::logp except its ports, for algorithms that are built for a machine; null: a default machine.
  const loggp_levels* machine = nullptr;
  /// Elements of a vector (bcast, reductions) or of each block.
  std::size_t count = 1;
  /// Lengths of blocks in irregular collectives: p of them, one for each process. In alltoallv and alltoallw
  /// p * p: the length of the block from i to j at i * p + j. In neighbourhood collectives the lengths of all
  /// blocks that process 0 sends, then those of process 1, ... Empty: all blocks have `count` elements.
  std::vector<int> counts = {};
  /// call::straight_beyond, bytes.
  std::size_t straight_beyond = SIZE_MAX;
  bool in_place = false;
  layout lies = layout::dense;
  /// The operator commutes. The algorithm does not require this, but may use it.
  bool commutes = false;
  /// The node of each process, p of them: see node_map. Empty: every process has its own.
  std::vector<int> nodes = {};
  /// The graph of neighbourhood collectives, agreed on for these nodes.
  std::shared_ptr<const agreed_graph> graph = {};
};

/// How the elements of a reduction's results were bracketed.
struct seen_bracketing {
  bool elements = true;        ///< every element as the first one of its vector
  bool ranks = true;           ///< in rank order
  bool processes = true;       ///< if all processes have the result: on each as on process 0
  std::uint64_t of_first = 0;  ///< hash of the bracketings of the first elements
  std::uint64_t of_all = 0;    ///< of all elements
};

/// The result of a run in virtual time. It found no error if `wrong` is empty.
struct finding {
  std::vector<std::string> wrong;  ///< the first few errors, one sentence each
  double rounds = 0;               ///< the longest chain of dependent messages
  /// The maximum bytes sent, and reduced, along such a chain; only if the price is compared with them.
  double bytes = 0, reduced = 0;
  std::size_t most_sent = 0;      ///< bytes sent by the process that sent most
  std::size_t most_messages = 0;  ///< messages sent by the process that sent most
  seen_bracketing bracketing;     ///< if the result was found right
};

/// "bcast.chain, p = 5, root 2, 7 elements, M = 3, in place"
std::string describe(const instance& of);

}  // namespace tutti
