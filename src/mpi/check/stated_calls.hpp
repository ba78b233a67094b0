#pragma once

#include "mpi/check/statement.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/data/call_arguments.hpp"

namespace tutti::mpi {

/// Returns the statement of a call, with the fault in its arguments, if there is one. Reads only the
/// arguments that are significant on this process.
statement statement_of(communicator& c, call_name of, const call_arguments& a);

}  // namespace tutti::mpi
