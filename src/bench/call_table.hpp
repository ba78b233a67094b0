// Written by scripts/signatures from src/mpi/library/signatures.txt.
#pragma once

#include "bench/call_forms.hpp"

namespace tutti::bench {

struct table {
  call_forms<decltype(PMPI_Barrier)> barrier;
  call_forms<decltype(PMPI_Bcast)> bcast;
  call_forms<decltype(PMPI_Gather)> gather;
  call_forms<decltype(PMPI_Gatherv)> gatherv;
  call_forms<decltype(PMPI_Scatter)> scatter;
  call_forms<decltype(PMPI_Scatterv)> scatterv;
  call_forms<decltype(PMPI_Allgather)> allgather;
  call_forms<decltype(PMPI_Allgatherv)> allgatherv;
  call_forms<decltype(PMPI_Alltoall)> alltoall;
  call_forms<decltype(PMPI_Alltoallv)> alltoallv;
  call_forms<decltype(PMPI_Alltoallw)> alltoallw;
  call_forms<decltype(PMPI_Reduce)> reduce;
  call_forms<decltype(PMPI_Allreduce)> allreduce;
  call_forms<decltype(PMPI_Reduce_scatter)> reduce_scatter;
  call_forms<decltype(PMPI_Reduce_scatter_block)> reduce_scatter_block;
  call_forms<decltype(PMPI_Scan)> scan;
  call_forms<decltype(PMPI_Exscan)> exscan;
  call_forms<decltype(PMPI_Neighbor_allgather)> neighbor_allgather;
  call_forms<decltype(PMPI_Neighbor_allgatherv)> neighbor_allgatherv;
  call_forms<decltype(PMPI_Neighbor_alltoall)> neighbor_alltoall;
  call_forms<decltype(PMPI_Neighbor_alltoallv)> neighbor_alltoallv;
  call_forms<decltype(PMPI_Neighbor_alltoallw)> neighbor_alltoallw;
};
extern const table native_calls, tutti_calls;

}  // namespace tutti::bench
