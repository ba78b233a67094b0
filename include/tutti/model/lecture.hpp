#pragma once

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"

// Times in seconds, sizes in bytes, p processes, alpha and beta from `machine`.

/// Traeff, HPC lecture "Collectives". m is the vector, or what one process sends or receives in total.
namespace tutti::lecture {

/// Pipelining with M pieces: (k + s (M - 1)) (alpha + beta m / M), k = fill, s = interval.
double pipelined(const pipeline& line, double m, int pieces, const machine& on);
/// The pipelining lemma, its best time: (k - s) alpha + 2 sqrt(s (k - s) alpha beta m) + s beta m. What a
/// whole number of pieces can reach is never less.
double pipelining_lemma(const pipeline& line, double m, const machine& on);

/// The summary of the lecture's end, "p-processor linear array" and "fully connected".
/// Also allgather: (p-1) alpha + (p-1)/p beta m.
double gather_linear_array(int p, double m, const machine& on);
double gather_binomial(int p, double m, const machine& on);  ///< ceil(log p) alpha + (p-1)/p beta m, p = 2^k
double scan_doubling(int p, double m, const machine& on);    ///< ceil(log p) (alpha + beta m), Hillis-Steele
double alltoall_direct(int p, double m, const machine& on);  ///< (p-1) (alpha + beta m / p)
/// Bruck, ceil(log p) (alpha + beta floor(p/2) m/p). The slide prints floor(m/2), which is right for m/p = 1
/// only.
double alltoall_bruck(int p, double m, const machine& on);

// Lower bounds. Whatever has k `ports` sends, and receives, k messages at once; k < 1: std::invalid_argument.
/// One message to all: ceil(log_{k+1} p) rounds.
int broadcast_rounds(int p, int ports = 1);
/// M pieces to all, one port: M - 1 + ceil(log2 p) rounds.
int pipelined_broadcast_rounds(int p, int pieces);
/// alpha ceil(log_{k+1} p) + beta m / k seconds: m comes in over k ports at once.
///
/// `by_hop`: a topology on which each link of a route costs a start-up (store_and_forward_model(), or
/// linear_model() with hop = alpha), process r at place r. Then it is alpha d + beta m / k where that is more,
/// with d links from the root to the farthest process. Where messages cut through, as they do by default, a
/// start-up is the same to near and far, and the distance bounds nothing. std::invalid_argument where p
/// processes do not fit on it, or the root is none of them.
double broadcast_bound(int p, double m, const machine& on, int ports = 1, const topology* by_hop = nullptr,
                       int root = 0);
/// Allgather, alltoall: what one process has for all reaches k + 1 times as many with each round, so
/// ceil(log_{k+1} p) rounds.
int exchange_rounds(int p, int ports = 1);
/// Alltoall, if no process sends more than (p-1)/p m: then no block is passed on, each of the p - 1 others is
/// sent to, k a round, in ceil((p-1)/k) rounds.
int alltoall_direct_rounds(int p, int ports = 1);
/// Alltoall in no more than exchange_rounds(), p = (k+1)^w: some process sends at least
/// m/(k+1) log_{k+1} p bytes over each of its ports, on average. Through w rounds lead as many ways as there
/// are processes, so each way is used, and a block is sent in k/(k+1) of the rounds on average. Bruck, Ho,
/// Kipnis, Upfal, Weathersby 1997; the slide prints m / ((k+1) log_{k+1} p). std::invalid_argument for other p.
double alltoall_volume_of_fewest_rounds(int p, double m, int ports = 1);
/// Regular alltoall with m bytes for each other process: beta m (p/2)^2 / bisection width, seconds.
double alltoall_bisection_bound(int p, double m_each, const machine& on, const topology& links);
/// The same where each block is a message of its own and a link carries one a round, each way:
/// floor(p/2) ceil(p/2) / w / k rounds, and at least alltoall_direct_rounds(). Dividing by k is for networks
/// with links for each port; where w is all there is, the bound for k = 1 holds for any k.
double alltoall_bisection_rounds(int p, const topology& links, int ports = 1);

}  // namespace tutti::lecture
