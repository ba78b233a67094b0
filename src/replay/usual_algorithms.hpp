#pragma once

#include <cstddef>
#include <string_view>

#include "replay/native_algorithm.hpp"

namespace tutti::replay {

/// A guess at the algorithm by which an MPI library serves a call itself: the rules of Open MPI if the trace
/// names it, else those of MPICH, which other libraries resemble (Thakur, Rabenseifner, Gropp: Optimization
/// of collective communication operations in MPICH, Int. J. High Performance Computing Applications 19,
/// 2005). Null for neighbourhoods. `mpi`: recorded_run::mpi.
native_algorithm usual_algorithm(std::string_view mpi, collective of, int p, std::size_t bytes,
                                 bool commutes);

/// The source of the guess, for people.
const char* usual_algorithms_source(std::string_view mpi);

}  // namespace tutti::replay
