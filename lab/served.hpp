#pragma once

// A program of examples/programs on a simulated cluster: included in front of it by the compiler's -include
// (lab/CMakeLists.txt). Its collectives are tutti's, as if tutti were preloaded, which SMPI does not allow.

#include <smpi/smpi_helpers.h>
//
#include <smpi/mpi.h>

#include "tutti/tutti.h"

namespace lab {

/// MPI_COMM_WORLD's duplicate: SMPI keeps one set of attributes for all processes' MPI_COMM_WORLD.
extern MPI_Comm world;

int begin(int* argc, char*** argv);
int end();

/// Computes for 20 to 60 us, drawn from the rank and the number of the call. Time does not advance otherwise
/// between collectives, since the program's own work is not simulated.
void compute();

}  // namespace lab

#undef MPI_COMM_WORLD
#define MPI_COMM_WORLD lab::world
#define MPI_Init(...) lab::begin(__VA_ARGS__)
#define MPI_Finalize() lab::end()
#define MPI_Barrier(...) (lab::compute(), TUTTI_Barrier(__VA_ARGS__))
#define MPI_Bcast(...) (lab::compute(), TUTTI_Bcast(__VA_ARGS__))
#define MPI_Gather(...) (lab::compute(), TUTTI_Gather(__VA_ARGS__))
#define MPI_Gatherv(...) (lab::compute(), TUTTI_Gatherv(__VA_ARGS__))
#define MPI_Scatter(...) (lab::compute(), TUTTI_Scatter(__VA_ARGS__))
#define MPI_Scatterv(...) (lab::compute(), TUTTI_Scatterv(__VA_ARGS__))
#define MPI_Allgather(...) (lab::compute(), TUTTI_Allgather(__VA_ARGS__))
#define MPI_Allgatherv(...) (lab::compute(), TUTTI_Allgatherv(__VA_ARGS__))
#define MPI_Alltoall(...) (lab::compute(), TUTTI_Alltoall(__VA_ARGS__))
#define MPI_Alltoallv(...) (lab::compute(), TUTTI_Alltoallv(__VA_ARGS__))
#define MPI_Alltoallw(...) (lab::compute(), TUTTI_Alltoallw(__VA_ARGS__))
#define MPI_Reduce(...) (lab::compute(), TUTTI_Reduce(__VA_ARGS__))
#define MPI_Allreduce(...) (lab::compute(), TUTTI_Allreduce(__VA_ARGS__))
#define MPI_Reduce_scatter(...) (lab::compute(), TUTTI_Reduce_scatter(__VA_ARGS__))
#define MPI_Reduce_scatter_block(...) (lab::compute(), TUTTI_Reduce_scatter_block(__VA_ARGS__))
#define MPI_Scan(...) (lab::compute(), TUTTI_Scan(__VA_ARGS__))
#define MPI_Exscan(...) (lab::compute(), TUTTI_Exscan(__VA_ARGS__))
