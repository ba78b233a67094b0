#pragma once

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"

// Times in seconds, sizes in bytes, p processes, alpha and beta from `machine`.

/// Basic communication operations: the numbered equations of Grama, Gupta, Karypis, Kumar, "Introduction to
/// Parallel Computing", chapter 4. t_s = alpha, t_w = beta, m is the size of one message as that chapter
/// counts it: of the vector in a broadcast, of one process's block in all others. Logarithms are exact for
/// powers of two.
namespace tutti::textbook {

/// (1) One-to-all broadcast, all-to-one reduction, on a ring, mesh, hypercube or tree: (t_s + t_w m) log p.
double broadcast(int p, double m, const machine& on);
/// All-to-all broadcast or reduction on a ring: (t_s + t_w m) (p - 1).
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
