#pragma once

#include "tutti/process.hpp"

namespace tutti {

/// The first half of a broadcast by parts: the data as p parts, of which part v goes to the process v-th from
/// the root. Divide and conquer over ranks counted from the root: v..end - 1 is split in the middle, the
/// larger half stays. ceil(log2 p) rounds, (p - 1) / p m bytes at the root. Source: Traeff, HPC lecture,
/// "Binomial tree-like, divide-and-conquer scatter".
task bcast_scatter_parts(process& self, buffer data, int root);

}  // namespace tutti
