// Written by scripts/signatures from src/mpi/library/signatures.txt.

#include "bench/call_table.hpp"

#include "tutti/tutti.h"

namespace tutti::bench {

// clang-format off
const table native_calls{
    {PMPI_Barrier, PMPI_Ibarrier, library_function{"Barrier_init"}},
    {PMPI_Bcast, PMPI_Ibcast, library_function{"Bcast_init"}},
    {PMPI_Gather, PMPI_Igather, library_function{"Gather_init"}},
    {PMPI_Gatherv, PMPI_Igatherv, library_function{"Gatherv_init"}},
    {PMPI_Scatter, PMPI_Iscatter, library_function{"Scatter_init"}},
    {PMPI_Scatterv, PMPI_Iscatterv, library_function{"Scatterv_init"}},
    {PMPI_Allgather, PMPI_Iallgather, library_function{"Allgather_init"}},
    {PMPI_Allgatherv, PMPI_Iallgatherv, library_function{"Allgatherv_init"}},
    {PMPI_Alltoall, PMPI_Ialltoall, library_function{"Alltoall_init"}},
    {PMPI_Alltoallv, PMPI_Ialltoallv, library_function{"Alltoallv_init"}},
    {PMPI_Alltoallw, PMPI_Ialltoallw, library_function{"Alltoallw_init"}},
    {PMPI_Reduce, PMPI_Ireduce, library_function{"Reduce_init"}},
    {PMPI_Allreduce, PMPI_Iallreduce, library_function{"Allreduce_init"}},
    {PMPI_Reduce_scatter, PMPI_Ireduce_scatter, library_function{"Reduce_scatter_init"}},
    {PMPI_Reduce_scatter_block, PMPI_Ireduce_scatter_block, library_function{"Reduce_scatter_block_init"}},
    {PMPI_Scan, PMPI_Iscan, library_function{"Scan_init"}},
    {PMPI_Exscan, PMPI_Iexscan, library_function{"Exscan_init"}},
#if !defined(SMPI_H)
    {PMPI_Neighbor_allgather, PMPI_Ineighbor_allgather, library_function{"Neighbor_allgather_init"}},
    {PMPI_Neighbor_allgatherv, PMPI_Ineighbor_allgatherv, library_function{"Neighbor_allgatherv_init"}},
    {PMPI_Neighbor_alltoall, PMPI_Ineighbor_alltoall, library_function{"Neighbor_alltoall_init"}},
    {PMPI_Neighbor_alltoallv, PMPI_Ineighbor_alltoallv, library_function{"Neighbor_alltoallv_init"}},
    {PMPI_Neighbor_alltoallw, PMPI_Ineighbor_alltoallw, library_function{"Neighbor_alltoallw_init"}},
#endif
};
const table tutti_calls{
    {TUTTI_Barrier, TUTTI_Ibarrier, TUTTI_Barrier_init},
    {TUTTI_Bcast, TUTTI_Ibcast, TUTTI_Bcast_init},
    {TUTTI_Gather, TUTTI_Igather, TUTTI_Gather_init},
    {TUTTI_Gatherv, TUTTI_Igatherv, TUTTI_Gatherv_init},
    {TUTTI_Scatter, TUTTI_Iscatter, TUTTI_Scatter_init},
    {TUTTI_Scatterv, TUTTI_Iscatterv, TUTTI_Scatterv_init},
    {TUTTI_Allgather, TUTTI_Iallgather, TUTTI_Allgather_init},
    {TUTTI_Allgatherv, TUTTI_Iallgatherv, TUTTI_Allgatherv_init},
    {TUTTI_Alltoall, TUTTI_Ialltoall, TUTTI_Alltoall_init},
    {TUTTI_Alltoallv, TUTTI_Ialltoallv, TUTTI_Alltoallv_init},
    {TUTTI_Alltoallw, TUTTI_Ialltoallw, TUTTI_Alltoallw_init},
    {TUTTI_Reduce, TUTTI_Ireduce, TUTTI_Reduce_init},
    {TUTTI_Allreduce, TUTTI_Iallreduce, TUTTI_Allreduce_init},
    {TUTTI_Reduce_scatter, TUTTI_Ireduce_scatter, TUTTI_Reduce_scatter_init},
    {TUTTI_Reduce_scatter_block, TUTTI_Ireduce_scatter_block, TUTTI_Reduce_scatter_block_init},
    {TUTTI_Scan, TUTTI_Iscan, TUTTI_Scan_init},
    {TUTTI_Exscan, TUTTI_Iexscan, TUTTI_Exscan_init},
#if !defined(SMPI_H)
    {TUTTI_Neighbor_allgather, TUTTI_Ineighbor_allgather, TUTTI_Neighbor_allgather_init},
    {TUTTI_Neighbor_allgatherv, TUTTI_Ineighbor_allgatherv, TUTTI_Neighbor_allgatherv_init},
    {TUTTI_Neighbor_alltoall, TUTTI_Ineighbor_alltoall, TUTTI_Neighbor_alltoall_init},
    {TUTTI_Neighbor_alltoallv, TUTTI_Ineighbor_alltoallv, TUTTI_Neighbor_alltoallv_init},
    {TUTTI_Neighbor_alltoallw, TUTTI_Ineighbor_alltoallw, TUTTI_Neighbor_alltoallw_init},
#endif
};
// clang-format on

}  // namespace tutti::bench
