#pragma once

#include "mpi/check/statement.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/data/call_arguments.hpp"

namespace tutti::mpi {

/// Returns the statement of a call: what it is, and what is wrong with its arguments alone. Reads only what is significant on
/// this process.
statement statement_of(communicator& c, call_name of, const call_arguments& a);

}  // namespace tutti::mpi
