#pragma once

#include <functional>
#include <string>
#include <vector>

#include "plan/planner.hpp"
#include "select/profile.hpp"

// A plan: what the planner finds for all kinds of calls of one communicator, as a file that a choice goes by.
namespace tutti {

struct plan_options {
  std::vector<collective> collectives;                  ///< empty: all
  std::size_t least = 8, most = std::size_t{4} << 20U;  ///< bytes, as each collective counts them
  int threads = 1;
  /// Called now and then with what is done and what there is to do.
  std::function<void(std::size_t, std::size_t)> progress;
};

/// One entry for each kind of call: decided for each power of two between the sizes, and between two of these where the
/// algorithm changes.
profile make_plan(const settings& user, const network& machine, const node_map& nodes, const plan_options& o);

}  // namespace tutti
