#pragma once

#include <vector>

#include "tutti/ranks.hpp"

namespace tutti {

/// The sides of a mesh of p places, as square as p allows, the longer one first: 12 -> 4 x 3.
inline std::vector<int> squarest(int p) {
  const int shorter = shorter_side(p);
  return {p / shorter, shorter};
}

}  // namespace tutti
