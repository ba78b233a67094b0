#pragma once

#include <cstddef>

#include "mpi/communicators/dispatch.hpp"
#include "mpi/data/exact_numbers.hpp"
#include "select/sum_plans.hpp"
#include "tutti/task.hpp"

/// Sums of floating-point numbers that are rounded once, from algorithms of the catalogue.
namespace tutti::mpi {

/// The facts about a reduction with such sums that are not in its call.
struct exact_sum {
  bool overlaps = false;  ///< the result overlaps the blocks of `send`, which are side by side
  exact_numbers numbers;
  const sum_plan* plan = nullptr;
  bool tries_short = true;           ///< significant if the plan combines short accumulators
  short_sums* remembered = nullptr;  ///< learns whether short accumulators were tried, and numbers fitted
};

/// Serves the call. `asked`, `s` and `what` must outlive the task.
task sum_exactly(process& self, call& asked, const exact_sum& s, const dispatch& what);

}  // namespace tutti::mpi
