#pragma once

#include <ostream>
#include <vector>

#include "tutti/engine/cases.hpp"

namespace tutti::tests {

/// A mistake of a kind that people make, beside the text that is right.
struct mutation {
  const char* mistake;
  algorithm right, wrong;
  int p, root;        ///< where the mistake shows
  const char* named;  ///< what the first finding there has to say
  std::vector<int> nodes = {};
  instance how = {};  ///< what else it takes to show
};
inline void PrintTo(const mutation& m, std::ostream* out) { *out << m.mistake; }

using mutations = std::vector<mutation>;

mutations of_results();        ///< other data than those that are due
mutations of_memory();         ///< forbidden memory, and concurrent work
mutations of_communication();  ///< partners, lengths, exceptions
mutations of_prices();         ///< other rounds and bytes than those that the algorithm states
mutations of_layouts();        ///< blocks, types and pieces
mutations of_nodes();          ///< compositions: on the nodes, and between them
mutations of_barriers();       ///< processes that leave before all have entered

}  // namespace tutti::tests
