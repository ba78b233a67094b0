#pragma once

#include <vector>

namespace tutti {

/// The sides of a mesh of p places, as square as p allows, the longer one first: 12 -> 4 x 3.
inline std::vector<int> squarest(int p) {
  int shorter = 1;
  for (int k = 1; k <= p / k; ++k)
    if (p % k == 0) shorter = k;
  return {p / shorter, shorter};
}

}  // namespace tutti
