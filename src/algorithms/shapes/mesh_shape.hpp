#pragma once

#include "tutti/ranks.hpp"

namespace tutti {

/// Processes as a mesh of rows times columns, numbered row by row.
struct mesh_shape {
  int rows, columns;

  constexpr mesh_shape(int height, int width) noexcept : rows(height), columns(width) {}
  /// As square as p allows, rows >= columns. A prime number of processes is one column.
  constexpr explicit mesh_shape(int p) noexcept : rows(p / shorter_side(p)), columns(shorter_side(p)) {}
};

}  // namespace tutti
