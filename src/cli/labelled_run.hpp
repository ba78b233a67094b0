#pragma once

#include <string>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/machine/trace.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti {
class agreed_graph;
}

// An algorithm run on elements that know what they are, so that every message can be labelled with what it carries.
namespace tutti::cli {

/// A message of the trace, with its contents.
struct labelled_message {
  message what;
  std::string label;  ///< "3", "0-4", "2>5", "x0-x3"; "all" for a whole vector or all blocks
  int colour = 0;     ///< messages with the same first block have the same
};

struct labelled_run {
  std::vector<labelled_message> messages;  ///< in the order in which they started
  trace raw;
  double seconds = 0;
  embedding on_links;  ///< see world::on_links
};

/// What the labels of this run's messages mean, one sentence.
std::string meaning_of_labels(const algorithm& a, int pieces, const labelled_run& r);

/// What an algorithm is run on besides a shape.
struct labelled_run_options {
  int root = 0;
  arrival skews;
  std::vector<int> counts;  ///< irregular collectives: ints of each process's block; empty: all equal
  const agreed_graph* graph = nullptr;  ///< neighbourhood collectives
  const ordered_tree* along = nullptr;  ///< gatherv and scatterv: instead of the algorithm's own text
};

/// Runs it. `bytes` as the collective counts them, rounded up to whole elements; 0: the least that cuts evenly. Throws
/// usage_error where that cannot be drawn.
labelled_run run_with_labels(const algorithm& a, const shape& s, const network& on,
                             const labelled_run_options& in);

}  // namespace tutti::cli
