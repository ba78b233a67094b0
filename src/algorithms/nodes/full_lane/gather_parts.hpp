#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// The last part of a reduction by parts: part v of `data` on the process v-th from the root to the root,
/// which then has them all; the others' `data` is written. bcast_scatter_parts backwards: ceil(log2 p)
/// rounds, (p - 1)/p m bytes.
task reduce_gather_parts(process& self, buffer data, int root);

}  // namespace tutti
