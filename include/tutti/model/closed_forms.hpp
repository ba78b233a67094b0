#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/machine/trace.hpp"

// Closed forms and lower bounds, as the sources state them. Times in seconds, sizes in bytes, p processes, alpha and beta
// from `machine`.

/// Basic communication operations: the numbered equations of Grama, Gupta, Karypis, Kumar, "Introduction to Parallel
/// Computing", chapter 4. t_s = alpha, t_w = beta, m is the size of one message as that chapter counts it: of the
/// vector in a broadcast, of one process's block in all others. Logarithms are exact for powers of two.
namespace tutti::textbook {

/// (1) One-to-all broadcast, all-to-one reduction: (t_s + t_w m) log p.
double broadcast(int p, double m, const machine& on);
/// All-to-all broadcast on a ring: (t_s + t_w m) (p - 1).
double all_to_all_broadcast_ring(int p, double m, const machine& on);
/// On a square mesh: 2 t_s (sqrt p - 1) + t_w m (p - 1).
double all_to_all_broadcast_mesh(int p, double m, const machine& on);
/// (2) On a hypercube: t_s log p + t_w m (p - 1).
double all_to_all_broadcast_hypercube(int p, double m, const machine& on);
/// (3) Scatter, gather: t_s log p + t_w m (p - 1).
double scatter(int p, double m, const machine& on);
/// (4) All-to-all personalised on a ring: (t_s + t_w m p / 2) (p - 1).
double total_exchange_ring(int p, double m, const machine& on);
/// (5) On a square mesh: (2 t_s + t_w m p) (sqrt p - 1).
double total_exchange_mesh(int p, double m, const machine& on);
/// (6) On a hypercube, combining: (t_s + t_w m p / 2) log p.
double total_exchange_hypercube(int p, double m, const machine& on);
/// (7) On a hypercube, pair by pair with E-cube routes: (t_s + t_w m) (p - 1).
double total_exchange_pairwise(int p, double m, const machine& on);
/// Circular shift on a square mesh, at most: (t_s + t_w m) (sqrt p + 1).
double shift_mesh(int p, double m, const machine& on);
/// (8) On a hypercube in phases, at most: (t_s + t_w m) (2 log p - 1).
double shift_hypercube(int p, double m, const machine& on);
/// (9) On a hypercube with E-cube routes: t_s + t_w m.
double shift_routed(double m, const machine& on);
/// (10) Broadcast as scatter and all-to-all broadcast: 2 (t_s log p + t_w (p - 1) m / p).
double broadcast_split(int p, double m, const machine& on);

}  // namespace tutti::textbook

/// Traeff, HPC lecture "Collectives". m is the vector, or what one process sends or receives in total.
namespace tutti::lecture {

/// Pipelining with M pieces: (k + s (M - 1)) (alpha + beta m / M), k = fill, s = interval.
double pipelined(const pipeline& line, double m, int pieces, const machine& on);
/// The pipelining lemma, its best time: (k - s) alpha + 2 sqrt(s (k - s) alpha beta m) + s beta m. What a whole number
/// of pieces can reach is never less.
double pipelining_lemma(const pipeline& line, double m, const machine& on);

/// The summary of the lecture's end, "p-processor linear array" and "fully connected".
/// Also allgather: (p-1) alpha + (p-1)/p beta m.
double gather_linear_array(int p, double m, const machine& on);
double gather_binomial(int p, double m, const machine& on);  ///< ceil(log p) alpha + (p-1)/p beta m, p = 2^k
double scan_doubling(int p, double m, const machine& on);    ///< ceil(log p) (alpha + beta m), Hillis-Steele
double alltoall_direct(int p, double m, const machine& on);  ///< (p-1) (alpha + beta m / p)
/// Bruck, ceil(log p) (alpha + beta floor(p/2) m/p). The slide prints floor(m/2), which is right for m/p = 1 only.
double alltoall_bruck(int p, double m, const machine& on);

// Lower bounds.
/// One message to all, k ports: ceil(log_{k+1} p) rounds.
int broadcast_rounds(int p, int ports = 1);
/// M pieces to all, one port: M - 1 + ceil(log2 p) rounds.
int pipelined_broadcast_rounds(int p, int pieces);
/// alpha ceil(log_{k+1} p) + beta m; with a topology alpha diameter + beta m, whichever is more.
double broadcast_bound(int p, double m, const machine& on, int ports = 1, const topology* links = nullptr);
/// (q - 1) alpha + 2 sqrt((q - 1) alpha beta m) + beta m, q = ceil(log2 p): the best for rounds of equal pieces.
double pipelined_broadcast_bound(int p, double m, const machine& on);
/// Regular alltoall with m bytes for each other process: beta m (p/2)^2 / bisection width.
double alltoall_bisection_bound(int p, double m_each, const machine& on, const topology& links);

// LogP and LogGP.
/// k messages of m bytes each from one process to another, received at o + k (m-1) G + (k-1) g + L + o.
double loggp_messages(const loggp& model, int k, std::size_t m);

/// An optimal tree by dynamic programming: time[P] for P processes, of which the root sends first to a tree of
/// split[P], of the other P - split[P] it is the root itself. 1 <= P <= most. O(most^2).
struct logp_tree {
  std::vector<double> time;
  std::vector<int> split;
};
/// T(P) = min_i max(o + T(P-i) + (g-o), o + L + o + T(i)), T(1) = 0. The slide's recurrence lets a root be ready only
/// after the gap even when it sends no more, which matters where g > 2 o + L.
logp_tree logp_broadcast(const loggp& model, int most);
/// k items for each process, with G the gap a byte and items of one byte:
/// T(P) = min_i max(o + (ik-1) G + T(P-i) + (g-o), o + L + (ik-1) G + o + T(i)).
logp_tree loggp_scatter(const loggp& model, int k, int most);
/// The star, the best possible: o + ((P-1) k - 1) g + L + o.
double logp_scatter_star(const loggp& model, int p, int k);

/// BSP: communication supersteps of h-relations cost max(g h, L) each, and l to synchronise.
struct bsp {
  double g = 0, l = 0, L = 0;
};
/// From "g=1ns,L=1us,l=5us", seconds a byte and seconds; what is left out is 0. std::invalid_argument where that is not
/// understood.
bsp make_bsp(std::string_view text);
/// sum over supersteps of max(g h, L) + l.
double bsp_seconds(const bsp& on, std::span<const std::size_t> h);
/// The h-relations of an algorithm from a trace of its run in unit time (machine{1, 0, 0}): superstep t is what starts at
/// time t, h the most bytes that one process sends or receives in it.
std::vector<std::size_t> h_relations(const trace& of, int p);

}  // namespace tutti::lecture
