#pragma once

#include <span>

#include "tutti/algorithm.hpp"
#include "tutti/cxx20.hpp"

namespace tutti {

/// A lower bound on the time of any algorithm, in seconds, for processes with one port in each direction in
/// the linear model, for any operator. It is the larger of two bounds. Information to or from all processes
/// takes ceil(log2 p) start-ups, since each at most doubles the number of processes that have it. And one
/// process must send or receive, in at least one start-up, this many bytes:
///
///   barrier                            nothing
///   bcast, reduce                      m
///   gather(v), scatter(v)              m (p - 1) / p      the blocks of the others
///   allgather(v), allgather_merge      m (p - 1) / p
///   reduce_scatter, -_block            m (p - 1) / p
///   alltoall(v, w)                     m (p - 1) / p
///   allreduce                          2 m (p - 1) / p    Patarasuk, Yuan 2009
///   scan, exscan                       m
///   shift                              m, and one start-up: the first bound does not apply
///
/// For bcast and reduce it is the sum of both: the process that receives its first data last has yet to
/// receive all m bytes. For neighbourhoods it is 0, since it depends on the graph. The time to combine
/// (gamma) is not counted. Blocks are assumed to be equally long. Otherwise an algorithm may be faster than
/// this bound: blocks may be empty, or only the root may have data.
double lower_bound(collective c, int p, double bytes, const machine& on) noexcept;

/// The same for gatherv and scatterv with blocks of these lengths, in bytes. The n non-empty blocks of
/// processes other than the root take ceil(log2 (n + 1)) start-ups, since each at most doubles the number of
/// blocks that one process has, and all bytes go over the root's port.
double lower_bound(std::span<const int> lengths, int root, const machine& on) noexcept;

}  // namespace tutti
