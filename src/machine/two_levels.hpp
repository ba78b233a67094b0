#pragma once

#include "tutti/machine/network.hpp"

namespace tutti {

/// What messages cost within a node and between nodes of a machine; the same where it knows no nodes. Of
/// several levels the outermost counts between nodes, since what crosses most of the machine decides how long
/// a collective takes.
class two_levels {
 public:
  explicit two_levels(const network& on);
  [[nodiscard]] cost_model::duration within(std::size_t bytes) const { return to(near_, bytes); }
  [[nodiscard]] cost_model::duration between(std::size_t bytes) const { return to(far_, bytes); }
  /// Messages of one process that have their full speed at once. At least 1, which it is where they share no
  /// links.
  [[nodiscard]] double lanes_within() const noexcept { return near_.lanes; }
  [[nodiscard]] double lanes_between() const noexcept { return far_.lanes; }

 private:
  struct partner {  // of place 0
    int place = 0, hops = 1;
    double lanes = 1;
  };
  [[nodiscard]] cost_model::duration to(const partner& p, std::size_t bytes) const {
    return model_->of(0, p.place, bytes, p.hops);
  }

  cost_model_ptr model_;
  partner near_, far_;
};

/// Messages that leave a node at once, and as many that enter, at full speed.
double link_lanes(const network& on);
/// Messages within a node at once at full speed; 0: all.
double memory_lanes(const network& on);
/// The switches that join the nodes, where there are several.
leaf_switches leaves_of(const network& on);

}  // namespace tutti
