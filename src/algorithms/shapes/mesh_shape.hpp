#pragma once

namespace tutti {

/// p processes as a mesh of rows times columns, as square as p allows, numbered row by row; rows >= columns.
/// A prime number of processes is one column.
struct mesh_shape {
  int rows, columns;

  constexpr explicit mesh_shape(int p) noexcept : rows(p), columns(1) {
    for (int c = 2; c <= p / c; ++c)
      if (p % c == 0) columns = c;
    rows = p / columns;
  }
};

}  // namespace tutti
