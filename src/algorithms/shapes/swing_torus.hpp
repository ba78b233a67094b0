#pragma once

#include <cassert>

#include "algorithms/shapes/bine_butterfly.hpp"
#include "algorithms/shapes/mesh_shape.hpp"
#include "tutti/ranks.hpp"

namespace tutti {

/// Partners on a torus of 2^d processes, numbered row by row. Their distances together are two thirds of
/// those in a hypercube. In step t of one dimension the partner is that of a Bine butterfly on its ring; the
/// dimensions take turns, columns first. The part that a process is responsible for halves in each step.
/// Source: De Sensi, Bonato, Saam, Hoefler, "Swing: Short-cutting Rings for Higher Bandwidth Allreduce", NSDI
/// 2024; the places of blocks are worked out here.
///
/// The coordinates with which coordinate x still shares blocks after step t: from step t + 1 on all distances
/// are 1/3 modulo 2^(t + 2), so they are x, and x + 1/3 for even x or x - 1/3 for odd x, modulo 2^(t + 2).
/// Bit t + 1 of the even one of the two tells the halves of step t apart. In the last step, which joins two
/// coordinates, the parity of x does. These bits, in the order of the steps, are the position of a process:
/// the blocks of a half are consecutive.
class swing_torus {
 public:
  /// 1/3: three times this is 1 modulo 2^32.
  static constexpr unsigned third = 0xAAAAAAABU;

  /// Requires powers of two, with at least as many rows as columns.
  constexpr explicit swing_torus(mesh_shape shape) noexcept : shape_(shape) {
    assert(is_power_of_two(shape.rows) && is_power_of_two(shape.columns) && shape.rows >= shape.columns);
    rows_ = floor_log2(shape_.rows), columns_ = floor_log2(shape_.columns);
  }

  [[nodiscard]] constexpr int steps() const noexcept { return rows_ + columns_; }

  [[nodiscard]] constexpr int partner(int rank, int step) const noexcept {
    const auto [along_row, t] = turn(step);
    const int row = rank / shape_.columns, column = rank % shape_.columns;
    return along_row ? row * shape_.columns + bine_butterfly(shape_.columns).partner(column, t)
                     : bine_butterfly(shape_.rows).partner(row, t) * shape_.columns + column;
  }

  /// The position, 0 .. p - 1. Processes that keep the same half in `step` agree in the first `step` + 1 bits
  /// of it, counted from the highest.
  [[nodiscard]] constexpr int position(int rank) const noexcept {
    int at = 0;
    for (int step = 0; step < steps(); ++step) {
      const auto [along_row, t] = turn(step);
      at = 2 * at +
           (along_row ? half(rank % shape_.columns, t, columns_) : half(rank / shape_.columns, t, rows_));
    }
    return at;
  }

 private:
  struct dimension_and_step {
    bool along_row;
    int step;
  };
  // The longer dimension takes the last turns.
  [[nodiscard]] constexpr dimension_and_step turn(int step) const noexcept {
    if (step >= 2 * columns_) return {false, step - columns_};
    return {step % 2 == 0, step / 2};
  }
  static constexpr int half(int x, int t, int dimension) noexcept {
    if (t == dimension - 1) return x % 2;
    const unsigned even = static_cast<unsigned>(x) - (x % 2 == 0 ? 0 : third);
    return static_cast<int>(even >> (t + 1) & 1U);
  }

  mesh_shape shape_;
  int rows_ = 0, columns_ = 0;
};

}  // namespace tutti
