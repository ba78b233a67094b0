#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Allreduce: the vectors `in` of all processes, combined in `out` on all of them. `in` may be `out`.

/// In rank order.
task allreduce_recursive_doubling(process& self, const_buffer in, buffer out, operation op);

extern const algorithm allreduce_recursive_doubling_entry;

}  // namespace tutti
