#pragma once

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"

// Times in seconds, sizes in bytes, p processes, alpha and beta from `machine`.

/// Traeff, HPC lecture "Collectives". m is the vector, or what one process sends or receives in total.
namespace tutti::lecture {

/// Pipelining with M pieces: (k + s (M - 1)) (alpha + beta m / M), with k = fill, s = interval.
double pipelined(const pipeline& line, double m, int pieces, const machine& on);
/// The optimal time by the pipelining lemma: (k - s) alpha + 2 sqrt(s (k - s) alpha beta m) + s beta m. No
/// whole number of pieces is faster.
double pipelining_lemma(const pipeline& line, double m, const machine& on);

// From the lecture's final summary, "p-processor linear array" and "fully connected".
/// Gather and allgather: (p-1) alpha + (p-1)/p beta m.
double gather_linear_array(int p, double m, const machine& on);
double gather_binomial(int p, double m, const machine& on);  ///< ceil(log p) alpha + (p-1)/p beta m, p = 2^k
double scan_doubling(int p, double m, const machine& on);    ///< ceil(log p) (alpha + beta m), Hillis-Steele
double alltoall_direct(int p, double m, const machine& on);  ///< (p-1) (alpha + beta m / p)
/// Bruck, ceil(log p) (alpha + beta floor(p/2) m/p). The slide prints floor(m/2), which is correct only for
/// m/p = 1.
double alltoall_bruck(int p, double m, const machine& on);

// Lower bounds. A process with k `ports` sends, and receives, k messages at once. Functions with `ports`
// throw std::invalid_argument if k < 1.
/// Broadcast of one message: ceil(log_{k+1} p) rounds.
int broadcast_rounds(int p, int ports = 1);
/// Broadcast of M pieces, one port: M - 1 + ceil(log2 p) rounds.
int pipelined_broadcast_rounds(int p, int pieces);
/// Broadcast: alpha ceil(log_{k+1} p) + beta m / k seconds. A process receives m over k ports at once.
///
/// `by_hop`: a topology on which each link of a route costs a start-up (store_and_forward_model(), or
/// linear_model() with hop = alpha), with process r at place r. The bound is then alpha d + beta m / k if
/// that is more, where d is the number of links from the root to the farthest process. With cut-through
/// routing, the default, a start-up does not depend on the distance, so the distance gives no bound. Throws
/// std::invalid_argument if p processes do not fit on the topology, or if the root is not one of them.
double broadcast_bound(int p, double m, const machine& on, int ports = 1, const topology* by_hop = nullptr,
                       int root = 0);
/// Allgather, alltoall: ceil(log_{k+1} p) rounds, since each round multiplies the number of processes that
/// have data of one process by at most k + 1.
int exchange_rounds(int p, int ports = 1);
/// Alltoall in which no process sends more than (p-1)/p m: ceil((p-1)/k) rounds. No block is forwarded, so
/// each process sends to each of the p - 1 others, k in a round.
int alltoall_direct_rounds(int p, int ports = 1);
/// Alltoall in exchange_rounds(), p = (k+1)^w: some process sends at least m/(k+1) log_{k+1} p bytes over
/// each of its ports, on average. The number of routes through w rounds equals the number of processes, so
/// each route is used, and on average a block is sent in k/(k+1) of the rounds. Source: Bruck, Ho, Kipnis,
/// Upfal, Weathersby 1997; the slide prints m / ((k+1) log_{k+1} p). Throws std::invalid_argument for other
/// p.
double alltoall_volume_of_fewest_rounds(int p, double m, int ports = 1);
/// Regular alltoall with m_each bytes for each other process: beta m_each (p/2)^2 / bisection width, seconds.
double alltoall_bisection_bound(int p, double m_each, const machine& on, const topology& links);
/// The same if each block is a message of its own and a link carries one message a round in each direction:
/// floor(p/2) ceil(p/2) / w / k rounds, w the bisection width, and at least alltoall_direct_rounds(). The
/// division by k applies to networks with links for each port. If w counts all links, the bound for k = 1
/// holds for any k.
double alltoall_bisection_rounds(int p, const topology& links, int ports = 1);

}  // namespace tutti::lecture
