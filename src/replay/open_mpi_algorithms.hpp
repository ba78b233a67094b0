#pragma once

#include <cstddef>

#include "replay/native_algorithm.hpp"

namespace tutti::replay {

/// The algorithm by which Open MPI 4.1, 5 and 6.0 serve a call themselves: the fixed rules of coll/tuned
/// (ompi/mca/coll/tuned/coll_tuned_decision_fixed.c, which choose alike in these releases), and coll/basic if
/// these have none. Null for neighbourhoods. `bytes`: as the collective counts them. Other components that
/// may serve a call are not considered: coll/han of Open MPI 5, which serves communicators of several nodes
/// with several processes each, and vendors' libraries.
native_algorithm open_mpi_algorithm(collective of, int p, std::size_t bytes, bool commutes);

}  // namespace tutti::replay
