#pragma once

#include <span>

#include "tutti/algorithm.hpp"
#include "tutti/cxx20.hpp"

namespace tutti {

/// Seconds below which no algorithm stays, for processes with one port in each direction in the linear model, whatever
/// the operator. The larger of two: what has to be told to or by all takes ceil(log2 p) start-ups, since the number of
/// processes that know of it at most doubles with each; and some process has that much to send or to receive:
///
///   bcast, reduce                      m
///   gather(v), scatter(v)              m (p - 1) / p      the blocks of the others; irregular ones taken as equal
///   allgather(v), reduce_scatter       m (p - 1) / p
///   alltoall(v, w)                     m (p - 1) / p
///   allreduce                          2 m (p - 1) / p    Patarasuk, Yuan 2009
///   scan, exscan                       m
///
/// For bcast and reduce it is their sum: the process that hears of the data last has yet to receive all of it.
double lower_bound(collective c, int p, double bytes, const machine& on) noexcept;

/// The same for gatherv and scatterv with these lengths of blocks, in bytes: the n blocks of others that are not empty take
/// ceil(log2 (n + 1)) start-ups, since the root learns of at most twice as many with each, and all go over its port.
double lower_bound(std::span<const int> lengths, int root, const machine& on) noexcept;

}  // namespace tutti
