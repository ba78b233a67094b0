#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/neighbours.hpp"

namespace tutti {

/// Ways on which blocks for several neighbours could travel together, and the words that processes agree on.
struct considered_ways {
  std::vector<routing> all;
  /// The hops of this process's blocks on each way, then for each phase of each way the set of the steps that
  /// they take. For a way that saves no messages on some process, hops and steps of that process need not be
  /// complete.
  std::vector<std::uint64_t> words;
};

/// All candidates for p processes, with the hops and steps of this process's blocks.
considered_ways consider_ways(const neighbourhood& mine, int rank, int p, int degree);

/// A way that saves messages, and the steps that any process takes in each of its phases, as agreed on.
struct chosen_way {
  routing way;
  std::span<const std::uint64_t> taken;
};

/// Returns the best ways for long, for shorter and for the shortest blocks, among those with fewer than
/// `degree` messages. The words of `agreed` are the most hops of any process, and the steps that any process
/// takes.
std::vector<chosen_way> choose_ways(const considered_ways& agreed, int p, int degree);

}  // namespace tutti
