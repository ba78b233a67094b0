#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/neighbours.hpp"

namespace tutti {

/// Ways on which blocks for several neighbours could travel together, and what processes tell of them.
struct considered_ways {
  std::vector<routing> all;
  /// The hops of the own blocks on each way, then for each phase of each way the set of the steps that they
  /// take. Where those save no messages on some process, its hops and steps need not be complete.
  std::vector<std::uint64_t> words;
};

/// All that could serve p processes, as this one would use them for its destinations.
considered_ways consider_ways(const neighbourhood& mine, int rank, int p, int degree);

/// A way that saves messages, and the steps that any process takes in each of its phases: a part of what was
/// agreed on.
struct chosen_way {
  routing way;
  std::span<const std::uint64_t> taken;
};

/// The best ones for short and for long blocks, among those with fewer than `degree` messages. `agreed`: its
/// words have the most hops of any process, and the steps that any takes.
std::vector<chosen_way> choose_ways(const considered_ways& agreed, int p, int degree);

}  // namespace tutti
