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

/// The number by which processes identify an operator to each other, because handles may differ: an index in
/// named_operators(), or one of these constants. Of user-defined operators, only commutativity can be
/// compared.
inline constexpr int no_operator = -1, own_operator = 100, own_commutative_operator = 101;
int compared_operator(MPI_Op op);
/// The name of an operator, by the result of compared_operator(); "" for no_operator.
const char* name_of_operator(int compared) noexcept;

}  // namespace tutti::mpi
