#pragma once

#include "mpi/abi.hpp"

/// The definitions of MPI's calls that come after this object's own: those of a profiling tool that was loaded behind it,
/// otherwise the MPI library's. What tutti does not serve goes there, so that the tool sees it.
namespace tutti::mpi::next {

#define TUTTI_NEXT_CALLS(each)                                                                      \
  each(Barrier) each(Bcast) each(Gather) each(Gatherv) each(Scatter) each(Scatterv) each(Allgather) \
      each(Allgatherv) each(Alltoall) each(Alltoallv) each(Alltoallw) each(Reduce) each(Allreduce)  \
          each(Reduce_scatter) each(Reduce_scatter_block) each(Scan) each(Exscan)

#define TUTTI_NEXT(name) extern decltype(&PMPI_##name) name;
TUTTI_NEXT_CALLS(TUTTI_NEXT)
#undef TUTTI_NEXT

}  // namespace tutti::mpi::next
