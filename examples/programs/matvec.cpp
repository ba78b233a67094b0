// y = M x for an n x n matrix that is distributed over the processes
//
//   rows     blocks of rows: every process gets all of x by an allgather, and computes its own part of y
//   columns  blocks of columns: every process has a part of x and a summand of all of y; a reduce-scatter
//            adds these up
//   grid     r x c processes: x is collected along each column of processes, y summed along each row of them
//   bcast-reduce the textbook's r x c processes: the first row of processes has x. Each of them broadcasts
//            its part along its column of processes, and a reduction along each row leaves y in the first
//            column. Grama, Gupta, Karypis, Kumar, slides 10 and 11 (slide 10 says columns in both places)
//
//        rows           columns            grid
//      +-------+       +--+--+--+       +-----+----+
//      |   0   |       |  |  |  |       |  0  | 1  |      allgather  |
//      +-------+       |0 |1 |2 |       +-----+----+                 v
//      |   1   |       |  |  |  |       |  2  | 3  |      reduce-scatter ->
//      +-------+       |  |  |  |       |     |    |
//
// All elements are small integers, so that sums are exact in whatever order they are made.
#include "common.hpp"

namespace {

using namespace programs;

double matrix(std::int64_t i, std::int64_t j) { return static_cast<double>((i * 31 + j * 17) % 9 - 4); }
double vector(std::int64_t j) { return static_cast<double>(j * 13 % 17 - 8); }

using numbers = std::vector<double>;

// Rows [top, top + rows) of the matrix and columns [left, left + columns).
struct part {
  int top, left, rows, columns;
  numbers values;
  part(int t, int l, int r, int c)
      : top(t),
        left(l),
        rows(r),
        columns(c),
        values(static_cast<std::size_t>(r) * static_cast<std::size_t>(c)) {
    std::size_t at = 0;
    for (int i = 0; i < r; ++i)
      for (int j = 0; j < c; ++j) values[at++] = matrix(top + i, left + j);
  }
  void times(const numbers& x, numbers& y) const {
    const double* m = values.data();
    for (int i = 0; i < rows; ++i) {
      double sum = 0;
      for (int j = 0; j < columns; ++j) sum += *m++ * x[static_cast<std::size_t>(j)];
      y[static_cast<std::size_t>(i)] = sum;
    }
  }
};

numbers part_of_vector(int begin, int count) {
  numbers x;
  for (int j = begin; j < begin + count; ++j) x.push_back(vector(j));
  return x;
}

// If all blocks are equally long, the regular collectives suffice.
void collect(const numbers& part, numbers& all, const blocks& deal, MPI_Comm comm) {
  const int mine = static_cast<int>(part.size());
  if (deal.n % deal.parts == 0)
    MPI_Allgather(part.data(), mine, MPI_DOUBLE, all.data(), mine, MPI_DOUBLE, comm);
  else
    MPI_Allgatherv(part.data(), mine, MPI_DOUBLE, all.data(), deal.counts().data(), deal.begins().data(),
                   MPI_DOUBLE, comm);
}

void sum_up(const numbers& all, numbers& part, const blocks& deal, MPI_Comm comm) {
  if (deal.n % deal.parts == 0)
    MPI_Reduce_scatter_block(all.data(), part.data(), static_cast<int>(part.size()), MPI_DOUBLE, MPI_SUM,
                             comm);
  else
    MPI_Reduce_scatter(all.data(), part.data(), deal.counts().data(), MPI_DOUBLE, MPI_SUM, comm);
}

fingerprint fingerprint_of(const numbers& y, int begin) {
  fingerprint f;
  for (std::size_t i = 0; i < y.size(); ++i) f.add(begin + static_cast<std::int64_t>(i), y[i]);
  return f;
}

fingerprint sequential(int n) {
  numbers y(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) y[static_cast<std::size_t>(i)] += matrix(i, j) * vector(j);
  return fingerprint_of(y, 0);
}

// Variants rows and columns are the grids p x 1 and 1 x p: the allgather, or the reduce-scatter, is among all
// processes, and the other one is left out.
bool multiply(const std::string& what, int n, int rows, int columns, int times, const fingerprint& expected) {
  const processes world(MPI_COMM_WORLD);
  const int row = world.rank / columns, column = world.rank % columns;
  const blocks by_row{n, rows}, by_column{n, columns};
  const part m(by_row.begin(row), by_column.begin(column), by_row.count(row), by_column.count(column));
  MPI_Comm in_row = MPI_COMM_NULL, in_column = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, row, column, &in_row);
  MPI_Comm_split(MPI_COMM_WORLD, column, row, &in_column);

  // x of a column of processes is distributed over that column, and y of a row of processes over that row.
  const blocks of_x{m.columns, rows}, of_y{m.rows, columns};
  const numbers x = part_of_vector(m.left + of_x.begin(row), of_x.count(row));
  numbers all_x(static_cast<std::size_t>(m.columns)), all_y(static_cast<std::size_t>(m.rows));
  numbers y(static_cast<std::size_t>(of_y.count(column)));

  stopwatch watch;
  for (int t = 0; t < times; ++t) {
    if (rows > 1)
      watch.collective([&] { collect(x, all_x, of_x, in_column); });
    else
      all_x = x;
    m.times(all_x, all_y);
    if (columns > 1)
      watch.collective([&] { sum_up(all_y, y, of_y, in_row); });
    else
      y = all_y;
  }
  watch.stop();
  MPI_Comm_free(&in_row), MPI_Comm_free(&in_column);
  return report(what + ", n = " + std::to_string(n), watch, fingerprint_of(y, m.top + of_y.begin(column)),
                expected);
}

bool by_broadcast(int n, int rows, int columns, int times, const fingerprint& expected) {
  const processes world(MPI_COMM_WORLD);
  const int row = world.rank / columns, column = world.rank % columns;
  const blocks by_row{n, rows}, by_column{n, columns};
  const part m(by_row.begin(row), by_column.begin(column), by_row.count(row), by_column.count(column));
  MPI_Comm in_row = MPI_COMM_NULL, in_column = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, row, column, &in_row);
  MPI_Comm_split(MPI_COMM_WORLD, column, row, &in_column);

  const numbers nothing(static_cast<std::size_t>(m.columns));
  numbers x = row == 0 ? part_of_vector(m.left, m.columns) : nothing;
  numbers summand(static_cast<std::size_t>(m.rows)), y(column == 0 ? summand.size() : 0);
  stopwatch watch;
  for (int t = 0; t < times; ++t) {
    watch.collective([&] { MPI_Bcast(x.data(), m.columns, MPI_DOUBLE, 0, in_column); });
    m.times(x, summand);
    watch.collective([&] { MPI_Reduce(summand.data(), y.data(), m.rows, MPI_DOUBLE, MPI_SUM, 0, in_row); });
  }
  watch.stop();
  MPI_Comm_free(&in_row), MPI_Comm_free(&in_column);
  return report("matvec bcast-reduce, n = " + std::to_string(n), watch, fingerprint_of(y, m.top), expected);
}

bool body(options& given) {
  const auto variants = given.variants({"rows", "columns", "grid", "bcast-reduce"});
  const int n = given.number("n", 1000, 1, 40000, "rows and columns of the matrix");
  const int times = given.number("times", 10, 1, 1000000, "how often it is multiplied");
  const int r = rows_of_grid(given);
  given.done();

  const processes world(MPI_COMM_WORLD);
  const std::array<int, 2> dims = grid_with(r, world.size);
  const fingerprint expected = world.rank == 0 ? sequential(n) : fingerprint();
  bool good = true;
  for (const std::string& variant : variants) {
    if (variant == "bcast-reduce") {
      good = by_broadcast(n, dims[0], dims[1], times, expected) && good;
      continue;
    }
    const int rows = variant == "rows" ? world.size : (variant == "columns" ? 1 : dims[0]);
    good = multiply("matvec " + variant, n, rows, world.size / rows, times, expected) && good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "matvec", "matrix-vector product with rows, columns or blocks", body);
}
