#pragma once

#include "tutti/algorithm.hpp"

namespace tutti {

// Circular shift: `in` of process i to `out` of process (i + q) mod p. It is not a collective of MPI. It
// shows how a permutation is routed along the links of a network. All processes give the same q, 0 <= q < p,
// and buffers of the same length, which do not overlap. For q = 0 it is a copy.
// Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", 2003, ch. 4, "Circular shift".

/// Along a ring of the processes, the shorter way around: min(q, p - q) rounds between neighbours.
task shift_on_ring(process& self, const_buffer in, buffer out, int q);

/// Along the rows and columns of a torus of rows x columns processes in row-major order. With q = a * columns
/// + b, all rows shift by b, then the data that went around their row move one row on, then all columns shift
/// by a: min(b, columns - b) + 1 (for b > 0 and rows > 1) + min(a, rows - a) rounds between neighbours.
/// Throws std::invalid_argument if rows * columns is not the number of processes.
task shift_on_torus(process& self, const_buffer in, buffer out, int q, int rows, int columns);

/// Along the links of a hypercube onto which the ring of processes is laid by a Gray code: a phase for each
/// power of two of which q is the sum, with one round for 1 and two for each other, at most 2 log2 p - 1.
/// Throws std::invalid_argument if the number of processes is not a power of two.
task shift_on_hypercube(process& self, const_buffer in, buffer out, int q);

/// Straight to the destination, in one round: on a hypercube with E-cube routing no link is used twice.
task shift_direct(process& self, const_buffer in, buffer out, int q);

/// The price of `rounds` rounds, each with all of the vector.
constexpr cost price_of_shift(const shape& s, int rounds) noexcept {
  return {.rounds = 1.0 * rounds, .bytes = rounds * s.bytes};
}
/// Rounds around a ring of p processes, the shorter way; the longest one if q < 0.
constexpr int rounds_on_ring(int p, int q) noexcept { return q < 0 ? p / 2 : q <= p - q ? q : p - q; }

/// The node of a hypercube on which place i of a ring lies: neighbours on the ring differ in one bit.
constexpr int gray_code(int i) noexcept { return i ^ (i >> 1); }
constexpr int gray_place(int node) noexcept {
  int i = 0;
  for (; node != 0; node >>= 1) i ^= node;
  return i;
}

}  // namespace tutti
