// Solves A x = b for an n x n matrix by Gaussian elimination with partial pivoting. In step k the largest
// element of column k, among the rows without a pivot, becomes a pivot. Its row is divided by it, and a
// multiple is subtracted from all other rows, those above too (Gauss and Jordan), so that x is left in
// place of b. Rows are not swapped. Source: Grama, Gupta, Karypis, Kumar, Introduction to Parallel
// Computing, section 8.3, by their one-to-all broadcast; the pivot by MPI_MAXLOC, from the operators of
// Traeff's lecture on MPI.
//
//   rows     rows dealt to the processes in turn: an allreduce with MPI_MAXLOC finds the pivot and its row,
//            whose owner broadcasts it
//   columns  columns dealt in turn: the owner of column k finds the pivot by itself. It broadcasts the
//            column, with the number of the pivot's row in front
//
// Both compute each element from the same numbers by the same operations, and so does one process alone.
#include <cmath>

#include "common.hpp"

namespace {

using namespace programs;
using numbers = std::vector<double>;

double matrix(int i, int j) {
  return static_cast<double>(mixed(static_cast<std::uint64_t>(i) << 32 | static_cast<std::uint64_t>(j)) %
                             2001) /
             1000 -
         1;
}
double right_side(int i) { return static_cast<double>(i % 7 - 3); }
// Column n is b.
double element(int i, int j, int n) { return j < n ? matrix(i, j) : right_side(i); }

// The things of one process, of n that are dealt in turn.
struct dealt {
  int first, step;
  int count(int n) const { return first < n ? (n - 1 - first) / step + 1 : 0; }
  int number(int mine) const { return first + mine * step; }
  bool has(int number) const { return number % step == first; }
  int place(int number) const { return number / step; }
};

// MPI_DOUBLE_INT: the largest element of a column in an unused row, and the number of that row. Of equal ones
// MPI_MAXLOC takes the smallest number, and so does `better`.
struct pivot {
  double size;
  int row;
  void better(double value, int i) {
    if (std::fabs(value) > size) size = std::fabs(value), row = i;
  }
};

double reduced(double value, double factor, double of_pivot_row) { return value - factor * of_pivot_row; }

// Elements of x that a process has, each with its place.
struct solved {
  int place;
  double value;
};
using part_of_x = std::vector<solved>;

fingerprint fingerprint_of(const part_of_x& x) {
  fingerprint f;
  for (const solved& s : x) f.add(s.place, s.value);
  return f;
}

// True if A x is b, up to rounding.
bool solves(const part_of_x& x, int n) {
  numbers rest;
  for (int i = 0; i < n; ++i) rest.push_back(right_side(i));
  for (const solved& s : x)
    for (int i = 0; i < n; ++i) rest[static_cast<std::size_t>(i)] -= matrix(i, s.place) * s.value;
  return std::all_of(rest.begin(), rest.end(), [](double r) { return std::fabs(r) < 1e-6; });
}

// Rows of n + 1 elements. `alone`: one process has all of them, and does not communicate.
part_of_x by_rows(int n, const dealt& deal, bool alone, stopwatch& watch) {
  const int rows = deal.count(n);
  const auto width = static_cast<std::size_t>(n) + 1;
  numbers all(static_cast<std::size_t>(rows) * width), pivot_row(width);
  const auto row = [&](int mine) { return all.data() + static_cast<std::size_t>(mine) * width; };
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j <= n; ++j) row(i)[j] = element(deal.number(i), j, n);
  std::vector<int> pivot_of(static_cast<std::size_t>(rows), -1);  // the step in which the row was the pivot's

  for (int k = 0; k < n; ++k) {
    pivot best = {-1, n};
    for (int i = 0; i < rows; ++i)
      if (pivot_of[static_cast<std::size_t>(i)] < 0) best.better(row(i)[k], deal.number(i));
    if (!alone)
      watch.collective(
          [&] { MPI_Allreduce(MPI_IN_PLACE, &best, 1, MPI_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD); });
    if (deal.has(best.row)) {
      double* const mine = row(deal.place(best.row));
      pivot_of[static_cast<std::size_t>(deal.place(best.row))] = k;
      for (int j = n; j >= k; --j) mine[j] /= mine[k];
      std::copy_n(mine, width, pivot_row.begin());
    }
    if (!alone)
      watch.collective([&] {
        MPI_Bcast(pivot_row.data() + k, n + 1 - k, MPI_DOUBLE, best.row % deal.step, MPI_COMM_WORLD);
      });
    for (int i = 0; i < rows; ++i) {
      if (deal.number(i) == best.row) continue;
      const double factor = row(i)[k];
      for (int j = k; j <= n; ++j)
        row(i)[j] = reduced(row(i)[j], factor, pivot_row[static_cast<std::size_t>(j)]);
    }
  }
  part_of_x x;
  for (int i = 0; i < rows; ++i) x.push_back({pivot_of[static_cast<std::size_t>(i)], row(i)[n]});
  return x;
}

// Columns of n elements, column n among them.
part_of_x by_columns(int n, const dealt& deal, stopwatch& watch) {
  const int columns = deal.count(n + 1);
  const auto height = static_cast<std::size_t>(n);
  numbers all(static_cast<std::size_t>(columns) * height);
  const auto column = [&](int mine) { return all.data() + static_cast<std::size_t>(mine) * height; };
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < n; ++i) column(j)[i] = element(i, deal.number(j), n);
  std::vector<int> pivot_of(height, -1);
  numbers message(height + 1);  // the row of the pivot, then column k

  for (int k = 0; k < n; ++k) {
    if (deal.has(k)) {
      const double* const mine = column(deal.place(k));
      pivot best = {-1, n};
      for (int i = 0; i < n; ++i)
        if (pivot_of[static_cast<std::size_t>(i)] < 0) best.better(mine[i], i);
      message[0] = best.row;
      std::copy_n(mine, height, message.begin() + 1);
    }
    watch.collective([&] { MPI_Bcast(message.data(), n + 1, MPI_DOUBLE, k % deal.step, MPI_COMM_WORLD); });
    const int row = static_cast<int>(message[0]);
    const double* const factors = message.data() + 1;
    pivot_of[static_cast<std::size_t>(row)] = k;
    for (int j = 0; j < columns; ++j) {
      if (deal.number(j) < k) continue;
      double* const mine = column(j);
      mine[row] /= factors[row];
      for (int i = 0; i < n; ++i)
        if (i != row) mine[i] = reduced(mine[i], factors[i], mine[row]);
    }
  }
  part_of_x x;
  if (deal.has(n))
    for (int i = 0; i < n; ++i)
      x.push_back({pivot_of[static_cast<std::size_t>(i)], column(deal.place(n))[i]});
  return x;
}

bool body(options& given) {
  const auto variants = given.variants({"rows", "columns"});
  const int n = given.number("n", 500, 1, 10000, "rows and columns of the matrix");
  given.done();

  const processes world(MPI_COMM_WORLD);
  const dealt deal{world.rank, world.size};
  fingerprint expected;
  if (stopwatch unread; world.rank == 0) {
    const part_of_x x = by_rows(n, {0, 1}, true, unread);
    if (!solves(x, n))
      throw std::runtime_error("what one process computes alone does not solve the equations");
    expected = fingerprint_of(x);
  }
  bool good = true;
  for (const std::string& variant : variants) {
    stopwatch watch;
    const part_of_x x = variant == "rows" ? by_rows(n, deal, false, watch) : by_columns(n, deal, watch);
    watch.stop();
    good =
        report("gauss " + variant + ", n = " + std::to_string(n), watch, fingerprint_of(x), expected) && good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "gauss", "solves linear equations by Gaussian elimination", body);
}
