#pragma once

#include "mpi/abi.hpp"
#include "mpi/signatures.hpp"

/// The definitions of MPI's calls that come after this object's own: those of a profiling tool that was loaded behind it,
/// otherwise the MPI library's. What tutti does not serve goes there, so that the tool sees it.
namespace tutti::mpi::next {

#define TUTTI_NEXT(Name, name, parameters, arguments) \
  extern decltype(&PMPI_##Name) Name;                 \
  extern decltype(&PMPI_I##name) I##name;             \
  extern int (*Name##_init)(TUTTI_LIST parameters, MPI_Info info, MPI_Request * request);
TUTTI_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT
#define TUTTI_NEXT(Name, name, parameters, arguments) \
  extern decltype(&PMPI_##Name##_c) Name##_c;         \
  extern decltype(&PMPI_I##name##_c) I##name##_c;     \
  extern decltype(&PMPI_##Name##_init_c) Name##_init_c;
TUTTI_LARGE_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT

/// Where the MPI library has no persistent collectives, and Name_init is null.
int no_persistent(MPI_Comm comm);

}  // namespace tutti::mpi::next
