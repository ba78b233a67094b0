#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/algorithm.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"

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

/// A lower bound on the time of a collective, with the argument that gives it.
struct stated_bound {
  /// "rounds", "volume", "distance", "bisection", "node", "memory", "leaf" or "combining"
  std::string_view name;
  double seconds = 0;
  std::string_view source;  ///< authors, year
};

/// Lower bounds on the time of any algorithm for p processes on a network, for `bytes` as the collective
/// counts them, equal blocks and any operator. No algorithm is faster than the largest one. alpha and beta
/// are the smallest on the network, k its ports, d the number of links between two processes:
///
///   rounds      ceil(log_{k+1} p) alpha; bcast and reduce: + beta m / k
///   volume      alpha + beta b / k; b is what one process must send or receive, as in lower_bound()
///   distance    alpha + (d - 1) min(alpha, hop), if each link of a route costs a start-up `hop`
///   bisection   alpha + beta b / w; b must cross the smallest cut into halves, which w messages cross at
///               once. Only if there are as many places as processes
///   node, leaf  alpha + beta b / l; b must leave or enter a node, or a leaf switch, which l messages do at
///               once; beta of messages between nodes
///   memory      alpha + b / (s / beta + l / beta'); b is what the processes of a node must send, or receive.
///               Its memory carries s messages at once, its link l ones, with the beta' between nodes
///   combining   alpha + gamma m (p - 1) / p
///
/// Bounds that do not apply, or are 0, are left out. No bound applies if p = 1, to neighbourhoods, or if
/// why_without_bounds() gives a reason. Throws std::invalid_argument if p processes or the root do not fit.
std::vector<stated_bound> lower_bounds(collective c, int p, double bytes, const network& on, int root = 0);
/// The same for gatherv and scatterv with blocks of these lengths, in bytes. Only the processes with a block
/// count for rounds and distance. No bisection: which blocks cross it depends on the cut. Throws
/// std::invalid_argument for other collectives.
std::vector<stated_bound> lower_bounds(collective c, std::span<const int> lengths, const network& on,
                                       int root);
/// The bound that binds, which is the largest one; null if there are none.
const stated_bound* binding(std::span<const stated_bound> all);
/// The reason, as the end of a sentence, why no bounds are known on a network: "under LogP ..." Empty if they
/// are known.
std::string why_without_bounds(const network& on);
/// A time, in seconds, that no algorithm beats on networks for which lower_bounds() knows no bound: those
/// whose messages have overheads, LogP and LogGP. It is the time of one message, or of the bytes of one
/// process, whichever is longer. 0 if no bound is known. Throws like lower_bounds().
double least_time_with_overheads(collective c, int p, double bytes, const network& on, int root = 0);

/// The least rounds and bytes of an algorithm that fulfils a condition. Other algorithms may need less of one
/// and more of the other.
struct trade_off {
  std::string condition;          ///< "in 16 blocks"
  int rounds = 0;                 ///< start-ups, one after the other
  std::optional<double> bytes;    ///< that some process sends; none: not known
  std::optional<double> seconds;  ///< of these rounds and bytes
  std::string_view source;        ///< authors, year
};

/// The trade-offs between start-ups and volume that are known, for p processes and `bytes` as the collective
/// counts them:
///
///   bcast in M > 0 `pieces`   M - 1 + ceil(log2 p) rounds with alpha + beta m / M each, on one port
///   alltoall                  the volume of the fewest rounds, known for powers of k + 1 processes, and the
///                             rounds of the least volume
///
/// None for other collectives, if no bounds are known, for one process, or for no bytes.
std::vector<trade_off> trade_offs(collective c, int p, double bytes, const network& on, int pieces = 0);

}  // namespace tutti
