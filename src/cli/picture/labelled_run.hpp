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

// Runs an algorithm on labelled elements, so that each message can be labelled with its contents.
namespace tutti::cli {

/// A message of the trace, with its label.
struct labelled_message {
  message what;
  std::string label;  ///< "3", "0-4", "2>5", "x0-3", "2 of x0-3"; "all" for a whole vector or all blocks
  int colour = 0;     ///< equal for messages with the same first block
};

struct labelled_run {
  std::vector<labelled_message> messages;  ///< in the order in which they started
  trace raw;
  double seconds = 0;
  embedding on_links;  ///< see world::on_links
};

/// One sentence that explains the labels of this run's messages.
std::string meaning_of_labels(const algorithm& a, int pieces, const labelled_run& r);

/// The arguments of a run besides the shape.
struct labelled_run_options {
  int root = 0;
  arrival skews;
  std::vector<int> counts;  ///< irregular collectives: ints in each process's block; empty: all equal
  const agreed_graph* graph = nullptr;  ///< neighbourhood collectives
  /// gatherv and scatterv: runs this tree instead of the algorithm's own code
  const ordered_tree* along = nullptr;
  bool labels = true;  ///< false: labelled_run::messages stays empty
};

/// The number of elements, of eight bytes, of a vector or block that is drawn for these bytes.
std::size_t elements_drawn(const algorithm& a, const shape& s, bool on_graph);

/// Runs the algorithm. `bytes`, as the collective counts them, are rounded up to whole elements; 0: the least
/// number that can be cut evenly. Throws usage_error if the run cannot be drawn.
labelled_run run_with_labels(const algorithm& a, const shape& s, const network& on,
                             const labelled_run_options& in);

}  // namespace tutti::cli
