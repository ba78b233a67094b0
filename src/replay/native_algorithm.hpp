#pragma once

#include <cstddef>

#include "tutti/algorithm.hpp"

namespace tutti::replay {

/// An algorithm of the catalogue, in the place of one of an MPI library.
struct native_algorithm {
  const algorithm* use = nullptr;
  std::size_t piece = 0;  ///< bytes of a block of a pipelined algorithm; 0: as tutti would cut the data
};

}  // namespace tutti::replay
