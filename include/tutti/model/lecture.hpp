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

// Lower bounds.
/// One message to all, k ports: ceil(log_{k+1} p) rounds. Throws std::invalid_argument for k < 1, as does
/// broadcast_bound().
int broadcast_rounds(int p, int ports = 1);
/// M pieces to all, one port: M - 1 + ceil(log2 p) rounds.
int pipelined_broadcast_rounds(int p, int pieces);
/// alpha ceil(log_{k+1} p) + beta m; with a topology alpha diameter + beta m, whichever is more.
double broadcast_bound(int p, double m, const machine& on, int ports = 1, const topology* links = nullptr);
/// Regular alltoall with m bytes for each other process: beta m (p/2)^2 / bisection width.
double alltoall_bisection_bound(int p, double m_each, const machine& on, const topology& links);

}  // namespace tutti::lecture
