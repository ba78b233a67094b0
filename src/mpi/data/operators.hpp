#pragma once

#include "mpi/data/types.hpp"
#include "tutti/process.hpp"

namespace tutti::mpi {

/// Returns an operator on elements of a datatype. Null if the MPI library must reject it: a null operator, or
/// a predefined one on a datatype that it is not defined for. `storage` receives the result for a
/// user-defined operator.
const operation* look_up(MPI_Op op, const type_entry& type, operation& storage);
/// The same for calls that one algorithm serves. Null also for a sum that is rounded once
/// (exact_numbers.hpp).
const operation* look_up_served(MPI_Op op, const type_entry& type, operation& storage);

/// True if both MPI libraries compute a predefined operator on a datatype for which the standard does not
/// define it. These are all operators except MPI_MINLOC and MPI_MAXLOC on characters, and the logical
/// operators on MPI_AINT, MPI_OFFSET and MPI_COUNT.
bool computed_beyond_standard(MPI_Op op, const type_entry& type);
/// True if only the MPI library can say whether it computes an operator on a datatype: the standard does not
/// define it, as above, or tutti does not know the predefined datatype.
bool left_to_library(MPI_Op op, const type_entry& type);

/// right = left op right, any number of elements.
void combine(const operation& op, const_buffer left, buffer right);

}  // namespace tutti::mpi
