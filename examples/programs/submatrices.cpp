// Process 0 has an m x n matrix and gives each process of a grid its block. Source: Traeff's lecture on MPI,
// "Challenge: Scattering submatrices of large input matrix".
//
//   scatterv   MPI_Scatterv. A block's type is a vector: its rows are n elements apart. MPI_Scatter cannot
//              use it, since the next block would begin where this one ends, in the middle of the matrix.
//              Resized to one element, it can begin anywhere. There is one type for all blocks, so that the
//              matrix is padded with zeros to blocks of equal size
//   alltoallw  MPI_Alltoallw, in which only process 0 sends: a subarray type for each process, no padding
//
//          n columns           MPI_Scatterv's places, in elements:
//      +-----+-----+           0 and n / c in the first row of blocks,
//      |  0  |  1  |           and m / r rows below that
//      +-----+-----+  m rows   m / r * n and m / r * n + n / c
//      |  2  |  3  |
//      +-----+-----+
#include "common.hpp"

namespace {

using namespace programs;
using numbers = std::vector<double>;

double element(int i, int j) {
  return static_cast<double>(mixed(static_cast<std::uint64_t>(i) << 32 | j) % 1000);
}

// The m x n matrix, stored in rows of `stride` elements, with as many more rows as there are to be.
numbers whole(int m, int n, int stride, int all_rows) {
  numbers all(static_cast<std::size_t>(all_rows) * static_cast<std::size_t>(stride));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      all[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride) + j] = element(i, j);
  return all;
}

// The block of a process: its place in the matrix, and its elements, in rows of `stride` elements.
struct block {
  int top, left, rows, columns, stride;
  numbers values;
};

fingerprint fingerprint_of(const block& b, int n) {
  fingerprint f;
  for (int i = 0; i < b.rows; ++i)
    for (int j = 0; j < b.columns; ++j)
      f.add(static_cast<std::int64_t>(b.top + i) * n + b.left + j,
            b.values[static_cast<std::size_t>(i) * static_cast<std::size_t>(b.stride) +
                     static_cast<std::size_t>(j)]);
  return f;
}

fingerprint sequential(int m, int n) {
  fingerprint f;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) f.add(static_cast<std::int64_t>(i) * n + j, element(i, j));
  return f;
}

// Blocks of equal size; those at the end of a row or a column may be padding, wholly or in part.
block by_scatterv(int m, int n, int r, int c, stopwatch& watch) {
  const processes world(MPI_COMM_WORLD);
  const int rows = (m + r - 1) / r, columns = (n + c - 1) / c, stride = columns * c;
  const numbers matrix = world.rank == 0 ? whole(m, n, stride, rows * r) : numbers();
  const int top = std::min(world.rank / c * rows, m), left = std::min(world.rank % c * columns, n);
  block mine = {top,
                left,
                std::min(rows, m - top),
                std::min(columns, n - left),
                columns,
                numbers(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))};
  MPI_Datatype vector = MPI_DATATYPE_NULL, resized = MPI_DATATYPE_NULL;
  MPI_Type_vector(rows, columns, stride, MPI_DOUBLE, &vector);
  MPI_Type_create_resized(vector, 0, sizeof(double), &resized);
  MPI_Type_commit(&resized);
  const std::vector<int> ones(static_cast<std::size_t>(world.size), 1);
  std::vector<int> places;
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < c; ++j) places.push_back(i * rows * stride + j * columns);
  watch.collective([&] {
    MPI_Scatterv(matrix.data(), ones.data(), places.data(), resized, mine.values.data(), rows * columns,
                 MPI_DOUBLE, 0, MPI_COMM_WORLD);
  });
  MPI_Type_free(&vector), MPI_Type_free(&resized);
  return mine;
}

// Only process 0 sends, and all receive from process 0 only.
block by_alltoallw(int m, int n, int r, int c, stopwatch& watch) {
  const processes world(MPI_COMM_WORLD);
  const blocks by_row{m, r}, by_column{n, c};
  const int row = world.rank / c, column = world.rank % c, rows = by_row.count(row),
            columns = by_column.count(column);
  const numbers matrix = world.rank == 0 ? whole(m, n, n, m) : numbers();
  block mine = {by_row.begin(row),
                by_column.begin(column),
                rows,
                columns,
                columns,
                numbers(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns))};
  const auto p = static_cast<std::size_t>(world.size);
  std::vector<int> send(p), receive(p), places(p);
  std::vector<MPI_Datatype> types(p, MPI_DOUBLE), doubles(p, MPI_DOUBLE);
  receive[0] = rows * columns;
  if (world.rank == 0)
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < c; ++j) {
        const int sizes[] = {m, n}, parts[] = {by_row.count(i), by_column.count(j)},
                  starts[] = {by_row.begin(i), by_column.begin(j)};
        if (parts[0] * parts[1] == 0) continue;
        const auto to = static_cast<std::size_t>(i * c + j);
        send[to] = 1;
        MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &types[to]);
        MPI_Type_commit(&types[to]);
      }
  watch.collective([&] {
    MPI_Alltoallw(matrix.data(), send.data(), places.data(), types.data(), mine.values.data(), receive.data(),
                  places.data(), doubles.data(), MPI_COMM_WORLD);
  });
  for (std::size_t k = 0; k < p; ++k)
    if (send[k] > 0) MPI_Type_free(&types[k]);
  return mine;
}

bool body(options& given) {
  const auto variants = given.variants({"scatterv", "alltoallw"});
  const int m = given.number("m", 1000, 1, 20000, "rows of the matrix");
  const int n = given.number("n", 1000, 1, 20000, "columns of the matrix");
  const int rows = rows_of_grid(given);
  given.done();

  const processes world(MPI_COMM_WORLD);
  const std::array<int, 2> dims = grid_with(rows, world.size);
  const fingerprint expected = world.rank == 0 ? sequential(m, n) : fingerprint();
  bool good = true;
  for (const std::string& variant : variants) {
    stopwatch watch;
    const block mine = variant == "scatterv" ? by_scatterv(m, n, dims[0], dims[1], watch)
                                             : by_alltoallw(m, n, dims[0], dims[1], watch);
    watch.stop();
    good = report("submatrices " + variant + ", " + std::to_string(m) + " x " + std::to_string(n), watch,
                  fingerprint_of(mine, n), expected) &&
           good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "submatrices", "one process gives the others blocks of its matrix", body);
}
