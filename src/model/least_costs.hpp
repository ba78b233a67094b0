#pragma once

#include <optional>
#include <vector>

#include "tutti/machine/network.hpp"

namespace tutti {

/// The cost of a message, if it is alpha + beta n for all n.
struct affine {
  double alpha, beta, hop;
};
/// None if it is another function of n.
std::optional<affine> affine_between(const cost_model& model, int from, int to);

/// The smallest costs of a message, over all pairs of processes.
struct least_costs {
  double alpha = 1e300, beta = 1e300;
  double hop = 0;                // start-up of each further link
  double between_nodes = 1e300;  // beta of messages between nodes
};

/// None if the costs are not affine. `node_of` as from nodes_on().
std::optional<least_costs> least_costs_on(const network& on, int p, const std::vector<int>& node_of);

}  // namespace tutti
