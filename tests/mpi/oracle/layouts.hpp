#pragma once

#include <deque>

#include "oracle.hpp"

namespace oracle {

/// Datatypes made of ints, all with signatures that are multiples of one int: contiguous, with holes,
/// resized, struct, with a negative lower bound, and one whose size equals its extent but whose order differs
/// from that in memory. Element 0 is MPI_INT itself. Made at the first call, after MPI_Init.
const std::deque<layout>& int_layouts();

/// Two ints, 1024 ints apart, with the extent of one int, as when matrices are transposed: elements
/// interleave. At most 1024 of them.
const layout& column_layout();

/// The same signature (double, int, char), laid out in three ways.
const std::deque<layout>& mixed_layouts();

/// One element of `ints` ints: a contiguous type of that length. The caller frees nothing; few are made.
const layout& contiguous_ints(int ints);

}  // namespace oracle
