#pragma once

// clang-format off: first, as it says what language the others take
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

/// How the elements of a case lie in memory. Only for algorithms that do not cut bytes: those get them dense.
/// Blocks that need not lie side by side are dense or at displacements, from the last to the first, with
/// gaps; in alltoallw of one type or of several in turn.
enum class layout : std::uint8_t {
  dense,      ///< one after the other
  holes,      ///< holes before and behind each
  backwards,  ///< the next before the last, each before its address: negative extent, negative lower bound
  one_array,  ///< what is sent is one field of the elements of an array, what is received another
  /// types differ: two elements at a time are sent where all lengths are even; each before its address
  /// received
  differing
};

/// One case of a proof: an algorithm with everything that it can depend on.
struct instance {
  const algorithm* of = nullptr;
  int p = 1;
  int root = 0;
  int pieces = 1;
  /// Elements of a vector (bcast, reductions) or of each block.
  std::size_t count = 1;
  /// Irregular collectives: the length of each process's block, p of them; for alltoallv and alltoallw the
  /// length of each block from i to j at i * p + j, p * p of them; for neighbourhood collectives the lengths
  /// of all blocks that process 0 sends, then of process 1's, ... Empty: `count` everywhere.
  std::vector<int> counts = {};
  /// Bytes beyond which blocks of an irregular gather or scatter go straight to or from the root:
  /// call::straight_beyond.
  std::size_t straight_beyond = SIZE_MAX;
  bool in_place = false;
  layout lies = layout::dense;
  /// The operator commutes, which the algorithm does not need but may make use of.
  bool commutes = false;
  /// The node of each process, p of them: see node_map. Empty: every process has its own.
  std::vector<int> nodes = {};
  /// Neighbourhood collectives: the graph, as agreed on among these nodes.
  std::shared_ptr<const agreed_graph> graph = {};
};

/// What a run in virtual time showed. Everything is right if `wrong` is empty.
struct finding {
  std::vector<std::string> wrong;  ///< each wrong thing in words, the first few
  double rounds = 0;               ///< the longest chain of dependent messages
  /// The most bytes along such a chain, and the most bytes reduced; only where the price is compared with them.
  double bytes = 0, reduced = 0;
  std::size_t most_sent = 0;      ///< bytes sent by the process that sent most
  std::size_t most_messages = 0;  ///< messages sent by the process that sent most
};

/// Runs the instance on elements that carry their contributions, and compares each element of the result with
/// the definition of the collective: missing, duplicated, foreign and misplaced contributions are named.
/// Every byte that is sent, received, copied or combined is checked: no write to read-only memory, no access
/// outside the elements of the buffers and the scratch memory, no conflicting accesses. So the result does
/// not depend on the order of messages (docs/engine.md). No process leaves a barrier before all have entered
/// it, whichever comes last. Also checked are that all processes bracket alike (unless the algorithm needs an
/// exact operator), and that the cost equals the algorithm's price (is at most that, if the price is a bound,
/// or if nodes differ in their numbers of processes): rounds always; bytes, sent and reduced, where all
/// blocks are equally long and a vector divides evenly, by `pieces`, by p, and by the largest power of two up
/// to p. A price knows only the sum of irregular lengths, which does not decide what the longest chain
/// carries: their bytes are not compared.
finding prove(const instance& of);

/// Proves that this number of calls of the instance, 1 to 8, may be under way at once on every process, each
/// with contributions of its own; their roots are root, root + 1, ... All processes begin them in the same
/// order, but at different times, and some only after they have waited for others; they wait for them in
/// different orders. Everything that prove() checks in memory and in results; `wrong` is all that is found.
finding prove_together(const instance& of, int calls);

/// "bcast.chain, p = 5, root 2, 7 elements, M = 3, in place"
std::string describe(const instance& of);

}  // namespace tutti
