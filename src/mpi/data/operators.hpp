#pragma once

#include "mpi/data/types.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// What is known of an operator on a type, or null if the MPI library will refuse it (a null operator, a predefined one on
/// a type that it is not defined for), which is left to it to say. What has to be asked of MPI is put in `asked`.
const operation* look_up(MPI_Op op, const type_entry& type, operation& asked);

/// True for an operator and a datatype for which the standard does not define it, but which both MPI libraries compute: any on
/// characters, and logical ones on MPI_AINT, MPI_OFFSET and MPI_COUNT.
bool computed_beyond_standard(MPI_Op op, const type_entry& type);

/// right = left op right, any number of elements.
void combine(const operation& op, const_buffer left, buffer right);

}  // namespace tutti::mpi
