#pragma once

#include "tutti/machine/network.hpp"

namespace tutti {

/// The costs of messages within a node and between nodes of a machine; equal if it has no nodes. If it has
/// several levels, the outermost one gives the costs between nodes, since the longest distances determine the
/// time of a collective.
class two_levels {
 public:
  explicit two_levels(const network& on);
  [[nodiscard]] cost_model::duration within(std::size_t bytes) const { return to(near_, bytes); }
  [[nodiscard]] cost_model::duration between(std::size_t bytes) const { return to(far_, bytes); }
  /// The number of messages of one process that are at full speed at once. At least 1; 1 if they share no
  /// links.
  [[nodiscard]] double lanes_within() const noexcept { return near_.lanes; }
  [[nodiscard]] double lanes_between() const noexcept { return far_.lanes; }

 private:
  struct partner {  // a communication partner of place 0
    int place = 0, hops = 1;
    double lanes = 1;
  };
  [[nodiscard]] cost_model::duration to(const partner& p, std::size_t bytes) const {
    return model_->of(0, p.place, bytes, p.hops);
  }

  cost_model_ptr model_;
  partner near_, far_;
};

/// The number of messages that leave, and enter, a node at full speed at once.
double link_lanes(const network& on);
/// The number of messages within a node at full speed at once; 0: no limit.
double memory_lanes(const network& on);
/// The leaf switches that join the nodes, if there are several.
leaf_switches leaves_of(const network& on);

}  // namespace tutti
