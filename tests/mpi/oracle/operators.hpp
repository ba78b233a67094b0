#pragma once

#include <deque>

#include "oracle.hpp"

namespace oracle {

/// An operator on a datatype, with its arithmetic written down a second time.
struct reduction {
  std::string name;
  layout type;
  MPI_Op op = MPI_OP_NULL;
  bool commutative = true;
  void (*make)(std::uint64_t random, unsigned char* element) = nullptr;     ///< any element, packed
  void (*fold)(unsigned char* left, const unsigned char* right) = nullptr;  ///< left = left op right
};

/// Elements of one process, packed.
packed contribution(const reduction& how, long elements, std::uint64_t seed, int from);

/// Returns contribution(first) op ... op contribution(last) in rank order, for elements [begin, end) of
/// vectors of `elements`.
packed reduced(const reduction& how, long elements, std::uint64_t seed, int first, int last, long begin,
               long end);

/// Every predefined operator on every datatype that MPI allows for it.
const std::deque<reduction>& predefined_reductions();

/// User-defined: the product of 2x2 matrices modulo a prime (not commutative) on a contiguous, a resized and
/// a permuted datatype, and the product modulo a prime (commutative) on ints and on a vector with holes.
const std::deque<reduction>& user_reductions();

/// One operator of each kind that takes a different path: int sum, double max, double-int maxloc, and the
/// user's operators.
std::deque<const reduction*> core_reductions();

}  // namespace oracle
