#pragma once

#include <cstddef>

#include "tutti/algorithm.hpp"

namespace tutti::replay {

/// A guess at the algorithm by which an MPI library serves a call itself: the rules of MPICH, which other
/// libraries resemble (Thakur, Rabenseifner, Gropp: Optimization of collective communication operations in
/// MPICH, Int. J. High Performance Computing Applications 19, 2005). Null for neighbourhoods.
const algorithm* usual_algorithm(collective of, int p, std::size_t bytes);

/// The source of the guess, for people.
inline constexpr const char* usual_algorithms_source =
    "the rules of MPICH (Thakur, Rabenseifner, Gropp 2005)";

}  // namespace tutti::replay
