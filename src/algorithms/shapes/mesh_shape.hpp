#pragma once

#include "tutti/ranks.hpp"

namespace tutti {

/// p processes as a mesh of rows times columns, as square as p allows, numbered row by row; rows >= columns.
/// A prime number of processes is one column.
struct mesh_shape {
  int rows, columns;

  constexpr explicit mesh_shape(int p) noexcept : rows(p / shorter_side(p)), columns(shorter_side(p)) {}
};

}  // namespace tutti
