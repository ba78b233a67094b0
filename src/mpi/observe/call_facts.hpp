#pragma once

#include "mpi/data/call_arguments.hpp"
#include "mpi/observe/significance.hpp"
#include "record/call_facts.hpp"

namespace tutti::mpi {

class trace;

/// Returns the facts that a trace keeps of a call, and gives the trace the call's table of counts. Reads
/// tables of counts, and asks the MPI library for the sizes of derived datatypes, so it is only called in
/// runs with a trace. The arguments may be invalid.
[[gnu::cold]] record::call_facts facts_of(collective of, const call_arguments& a, const call_place& here,
                                          MPI_Comm comm, trace& keeps) noexcept;

}  // namespace tutti::mpi
