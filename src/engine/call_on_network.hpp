#pragma once

#include <cstddef>
#include <optional>

#include "tutti/algorithm.hpp"
#include "tutti/engine/prediction.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/model/optimal_tree.hpp"
#include "tutti/nodes.hpp"

namespace tutti {

/// Gives calls the data about a network that calls over MPI have: nodes, costs of messages, and the block
/// lengths derived from these costs. Must outlive the calls, which point into it.
class call_on_network {
 public:
  /// Throws std::invalid_argument if the algorithm cannot run on such nodes.
  call_on_network(const algorithm& a, const network& on, int p, const predict_options& in = {});
  call_on_network(const call_on_network&) = delete;
  call_on_network& operator=(const call_on_network&) = delete;

  void complete(call& c) const {
    c.nodes = nodes_ ? &*nodes_ : nullptr;
    c.logp = &logp_;
    c.straight_beyond = straight_beyond_;
    c.busy = busy_;
    c.op = {.commutative = commutative_, .exact = exact_, .handle = 0};
  }

 private:
  std::optional<node_map> nodes_;
  loggp_levels logp_;
  std::size_t straight_beyond_, busy_;
  bool commutative_, exact_;
};

}  // namespace tutti
