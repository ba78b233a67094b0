#pragma once

#include "mpi/types.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// What is known of an operator on a type. `valid` is false for what the MPI library will refuse (a null operator, a
/// predefined one on a type that it is not defined for), which is left to it to say.
struct operator_entry {
  operation op;
  bool valid = false;
};

operator_entry look_up(MPI_Op op, const type_entry& type);

/// right = left op right, any number of elements.
void combine(const operation& op, const_buffer left, buffer right);

}  // namespace tutti::mpi
