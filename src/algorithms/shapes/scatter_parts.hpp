#pragma once

#include "tutti/nodes.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// The first half of a broadcast by parts: the data are cut into p parts, and part v goes to the process at
/// distance v from the root. Divide and conquer over ranks counted from the root: v..end - 1 is split in the
/// middle, the larger half stays. ceil(log2 p) rounds, (p - 1) / p m bytes at the root. Source: Traeff, HPC
/// lecture, "Binomial tree-like, divide-and-conquer scatter". With `nodes`, distances are those of numbers in
/// node order (numbering in tutti/nodes.hpp), not of ranks.
task bcast_scatter_parts(process& self, buffer data, int root, const node_map* nodes = nullptr);

/// The second half of a broadcast by parts: part v goes from the process at distance v from the root to all,
/// around a ring. The root has all parts: nothing is sent to it, and the ring is open there. p - 1 rounds, (p
/// - 1) / p m bytes. With `nodes`, as above.
task bcast_ring_parts(process& self, buffer data, int root, const node_map* nodes = nullptr);

/// The second half of a broadcast by parts: all parts go to all processes, on the circulant graph with skips
/// 1, 2, 4, ... The root has all parts and receives nothing. ceil(log2 p) rounds, (p - 1) / p m bytes.
/// Source: Bruck, Ho, Kipnis, Upfal, Weathersby, 1997. The data is cut into bytes.
task bcast_allgather_parts(process& self, buffer data, int root);

/// The last part of a reduction by parts, bcast_scatter_parts() backwards: part v of `data` goes from the
/// process at distance v from the root to the root, which then has all parts. `data` of the other processes
/// is overwritten. ceil(log2 p) rounds, (p - 1) / p m bytes.
task reduce_gather_parts(process& self, buffer data, int root);

}  // namespace tutti
