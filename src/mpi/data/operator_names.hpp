#pragma once

#include <span>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

struct named_operator {
  MPI_Op op;
  const char* name;
};
/// MPI's predefined operators.
std::span<const named_operator> named_operators();

/// What processes tell each other of an operator, whose handles may differ: a place in this table, or one of these. Nothing but that
/// can be compared of the program's own ones.
inline constexpr int no_operator = -1, own_operator = 100, own_commutative_operator = 101;
int compared_operator(MPI_Op op);
/// The name of what compared_operator() has returned; "" where there is no operator.
const char* name_of_operator(int compared) noexcept;

}  // namespace tutti::mpi
