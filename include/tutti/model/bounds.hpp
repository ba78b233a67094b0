#pragma once

#include <span>

#include "tutti/algorithm.hpp"
#include "tutti/cxx20.hpp"

namespace tutti {

/// Seconds below which no algorithm stays, for processes with one port in each direction in the linear model,
/// whatever the operator. The larger of two: what has to be told to or by all takes ceil(log2 p) start-ups,
/// since the number of processes that know of it at most doubles with each; and some process has that much to
/// send or to receive:
///
///   barrier                            nothing
///   bcast, reduce                      m
///   gather(v), scatter(v)              m (p - 1) / p      the blocks of the others
///   allgather(v), allgather_merge      m (p - 1) / p
///   reduce_scatter, -_block            m (p - 1) / p
///   alltoall(v, w)                     m (p - 1) / p
///   allreduce                          2 m (p - 1) / p    Patarasuk, Yuan 2009
///   scan, exscan                       m
///   shift                              m, and one start-up: no process tells all the others
///
/// For bcast and reduce it is their sum: the process that hears of the data last has yet to receive all of
/// it. For neighbourhoods it is 0: it depends on the graph. What it takes to combine (gamma) is not counted.
/// Blocks are taken as equally long; where they are not, an algorithm may well stay below: some or all may be
/// empty, or all lie with the root.
double lower_bound(collective c, int p, double bytes, const machine& on) noexcept;

/// The same for gatherv and scatterv with these lengths of blocks, in bytes: the n blocks of others that are
/// not empty take ceil(log2 (n + 1)) start-ups, since the root learns of at most twice as many with each, and
/// all go over its port.
double lower_bound(std::span<const int> lengths, int root, const machine& on) noexcept;

}  // namespace tutti
