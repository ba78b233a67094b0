#pragma once

#include <cstddef>

#include "mpi/communicators/dispatch.hpp"
#include "mpi/data/exact_numbers.hpp"
#include "select/sum_plans.hpp"
#include "tutti/task.hpp"

/// Sums of floating-point numbers that are rounded once, from algorithms of the catalogue.
namespace tutti::mpi {

/// A call of a reduction whose operator is such a sum. Each collective uses the same members as of `call`.
struct exact_sum {
  const_buffer in;
  buffer out;
  const_blocks send;  ///< side by side
  int root = 0;
  exact_numbers numbers;
  const sum_plan* plan = nullptr;
};

/// Serves the call. `s` and `what` must outlive the task.
task sum_exactly(process& self, const exact_sum& s, const dispatch& what);

}  // namespace tutti::mpi
