#pragma once

#include <cstddef>

#include "tutti/algorithm.hpp"

namespace tutti::replay {

/// The algorithm of the catalogue that a replay uses for a call that the MPI library served.
struct native_algorithm {
  const algorithm* use = nullptr;
  std::size_t piece = 0;  ///< bytes of a block of a pipelined algorithm; 0: as tutti would cut the data
};

}  // namespace tutti::replay
