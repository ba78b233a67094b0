#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "select/profile.hpp"
#include "tutti/machine/network.hpp"

// A plan: what virtual time decides for all kinds of calls of one kind of communicator, as a file that a
// choice goes by.
namespace tutti {

struct plan_options {
  std::vector<collective> collectives;  ///< empty: all
  /// Bytes, as each collective counts them: 1 <= least <= most <= 2^60.
  std::size_t least = 8, most = std::size_t{4} << 20U;
  std::size_t messages = std::size_t{1} << 21U;  ///< in virtual time, for one kind and size of call
  arrival skews;  ///< when processes arrive at the calls; empty: all at once. The fastest is what ends first
  int threads = 1;
  /// Called now and then with what is done and what there is to do.
  std::function<void(std::size_t, std::size_t)> progress;
};

/// One entry for each kind of call: decided for each power of two between the sizes, and between two of these
/// where the algorithm changes. Throws std::invalid_argument if there are no such sizes, or so many processes
/// do not fit on the machine, or are not those that arrive.
profile make_plan(const network& machine, const surroundings& on, const plan_options& o);

}  // namespace tutti
