// Jacobi's iteration on a block of a mesh: what the programs with a stencil have in common, whatever way
// the rows and columns of the neighbours arrive.
#pragma once

#include <cmath>

#include "common.hpp"

namespace programs {

// A block with one element around it: the neighbours' elements, or the border of the mesh.
struct block {
  int rows, columns;
  std::vector<double> values;
  block(int r, int c)
      : rows(r), columns(c), values(static_cast<std::size_t>(r + 2) * static_cast<std::size_t>(c + 2)) {}
  int place(int i, int j) const { return (i + 1) * (columns + 2) + (j + 1); }  // i, j from -1 on
  double& at(int i, int j) { return values[static_cast<std::size_t>(place(i, j))]; }
  double at(int i, int j) const { return values[static_cast<std::size_t>(place(i, j))]; }
};

inline double source(int i, int j) { return std::ldexp(static_cast<double>((i * 7 + j * 3) % 16), -10); }
inline double border(int i, int j, int n) { return i < 0 ? 1.0 : (j == n ? 0.5 : 0.0); }

// The block whose first element is (top, left) of the mesh: zero, and the border of the mesh where they
// touch.
inline block first_guess(int top, int left, int rows, int columns, int n) {
  block u(rows, columns);
  for (int i = -1; i <= rows; ++i)
    for (int j = -1; j <= columns; ++j)
      if (const int y = top + i, x = left + j; y < 0 || x < 0 || y >= n || x >= n)
        u.at(i, j) = border(y, x, n);
  return u;
}

// One sweep from u to next. Returns the largest change.
inline double sweep(const block& u, block& next, int top, int left, bool nine) {
  double change = 0;
  for (int i = 0; i < u.rows; ++i)
    for (int j = 0; j < u.columns; ++j) {
      const double cross = u.at(i, j - 1) + u.at(i, j + 1) + u.at(i - 1, j) + u.at(i + 1, j);
      const double f = source(top + i, left + j);  // h^2 f(i, j)
      double value = 0.25 * (cross - f);
      if (nine) {
        const double corners =
            u.at(i - 1, j - 1) + u.at(i - 1, j + 1) + u.at(i + 1, j - 1) + u.at(i + 1, j + 1);
        value = 0.05 * (4 * cross + corners - 6 * f);
      }
      change = std::max(change, std::fabs(value - u.at(i, j)));
      next.at(i, j) = value;
    }
  return change;
}

inline fingerprint fingerprint_of(const block& u, int top, int left, int n) {
  fingerprint f;
  for (int i = 0; i < u.rows; ++i)
    for (int j = 0; j < u.columns; ++j) f.add(static_cast<std::int64_t>(top + i) * n + left + j, u.at(i, j));
  return f;
}

inline fingerprint sequential(int n, int sweeps, bool nine) {
  block u = first_guess(0, 0, n, n, n), next = u;
  double change = 0;
  for (int s = 0; s < sweeps; ++s, std::swap(u, next)) change = sweep(u, next, 0, 0, nine);
  fingerprint f = fingerprint_of(u, 0, 0, n);
  f.add(-1, change);
  return f;
}

// The exchange with the neighbour in direction (down, right), each -1, 0 or 1.
struct side {
  int neighbour;  // rank, or MPI_PROC_NULL where the mesh ends
  int count;      // 0 without a neighbour
  int send_place, receive_place;
  MPI_Datatype type;
};

struct grid {
  int rows, columns, row, column;
  blocks by_row, by_column;
};

class halo {
 public:
  halo(const grid& g, const block& u) {
    MPI_Type_contiguous(u.columns, MPI_DOUBLE, &row_);
    MPI_Type_vector(u.rows, 1, u.columns + 2, MPI_DOUBLE, &column_);
    MPI_Type_commit(&row_), MPI_Type_commit(&column_);
    // The order of a Cartesian communicator's neighbours, then the corners; opposite directions are adjacent
    // here.
    constexpr std::array<std::array<int, 2>, 8> directions = {
        {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}}};
    for (const auto& [down, right] : directions) {
      const int r = g.row + down, c = g.column + right;
      const bool there = r >= 0 && c >= 0 && r < g.rows && c < g.columns && u.rows > 0 && u.columns > 0 &&
                         g.by_row.count(r) > 0 && g.by_column.count(c) > 0;
      const auto mine = [](int d, int length) { return d > 0 ? length - 1 : 0; };
      const auto theirs = [](int d, int length) { return d > 0 ? length : d; };
      sides_.push_back({there ? r * g.columns + c : MPI_PROC_NULL, there ? 1 : 0,
                        u.place(mine(down, u.rows), mine(right, u.columns)),
                        u.place(theirs(down, u.rows), theirs(right, u.columns)),
                        down == 0 ? column_ : (right == 0 ? row_ : MPI_DOUBLE)});
    }
  }
  halo(const halo&) = delete;
  halo& operator=(const halo&) = delete;
  ~halo() { MPI_Type_free(&row_), MPI_Type_free(&column_); }
  const std::vector<side>& sides() const { return sides_; }

 private:
  MPI_Datatype row_ = MPI_DATATYPE_NULL, column_ = MPI_DATATYPE_NULL;
  std::vector<side> sides_;
};

// The grid of processes that MPI_Dims_create suggests for an n x n mesh.
inline grid grid_for(int n) {
  const processes world(MPI_COMM_WORLD);
  const std::array<int, 2> dims = grid_with(0, world.size);
  return {dims[0], dims[1], world.rank / dims[1], world.rank % dims[1], {n, dims[0]}, {n, dims[1]}};
}

}  // namespace programs
