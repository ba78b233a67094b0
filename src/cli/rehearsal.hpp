#pragma once

#include <string>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/network.hpp"
#include "tutti/optimal_tree.hpp"
#include "tutti/trace.hpp"

// An algorithm run on elements that know what they are, so that every message can be labelled with what it carries.
namespace tutti::cli {

/// A message of the trace, with its contents.
struct labelled_message {
  message what;
  std::string label;  ///< "3", "0-4", "2>5", "x0-x3"; "all" for a whole vector or all blocks
  int colour = 0;     ///< messages with the same first block have the same
};

struct rehearsal {
  std::vector<labelled_message> messages;  ///< in the order in which they started
  trace raw;
  double seconds = 0;
  embedding on_links;  ///< see world::on_links
};

/// What the labels of this collective's messages mean, one sentence.
std::string meaning_of_labels(const algorithm& a, int pieces);

/// What an algorithm is run on besides a shape.
struct staging {
  int root = 0;
  arrival skews;
  std::vector<int> counts;  ///< irregular collectives: ints of each process's block; empty: all equal
  const ordered_tree* along = nullptr;  ///< gatherv and scatterv: instead of the algorithm's own text
};

/// Runs it. `bytes` as the collective counts them, rounded up to whole elements; 0: the least that cuts evenly. Throws
/// usage_error where that cannot be drawn.
rehearsal rehearse(const algorithm& a, const shape& s, const network& on, const staging& in);

}  // namespace tutti::cli
