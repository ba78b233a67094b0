// C = A B for n x n matrices in blocks on a grid of processes (SUMMA, van de Geijn and Watts 1997): for each
// panel of columns of A and of the same rows of B, its owners broadcast it along their row, or column, of
// processes, and all processes add the product of the parts received. A panel ends where a block of A or of B
// does.
//
//   plain        each panel as wide as the blocks allow; MPI_Bcast
//   pipelined    narrow panels, passed on from neighbour to neighbour, so that several are under way at once
//   nonblocking  narrow panels; MPI_Ibcast of the next one while this one is multiplied
//   allgathers   the block-wise algorithm of Traeff's lecture on MPI, from which SUMMA follows: all blocks
//                of A in this process's row of processes and all of B in its column, by an allgather each;
//                needs memory for r + c blocks
//   cannon       for comparison Cannon's algorithm: blocks move in circles; needs as many rows of processes
//                as columns
//
// All elements are small integers, so that sums are exact in whatever order they are made.
#include "common.hpp"

namespace {

using namespace programs;
using numbers = std::vector<double>;

double element_of_a(std::int64_t i, std::int64_t j) { return static_cast<double>((i * 7 + j * 11) % 9 - 4); }
double element_of_b(std::int64_t i, std::int64_t j) { return static_cast<double>((i * 5 + j * 13) % 7 - 3); }

// A rows x columns matrix, row by row.
struct block {
  int rows, columns;
  numbers values;
  block(int r, int c)
      : rows(r), columns(c), values(static_cast<std::size_t>(r) * static_cast<std::size_t>(c)) {}
  double* row(int i) {
    return values.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(columns);
  }
  const double* row(int i) const {
    return values.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(columns);
  }
  int size() const { return rows * columns; }
};

template <class Element>
void fill(block& m, Element element, int top, int left, int rows, int columns) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) m.row(i)[j] = element(top + i, left + j);
}

// c += a b, for as many columns of a as b has rows.
void add_product(block& c, const block& a, const block& b) {
  for (int i = 0; i < c.rows; ++i)
    for (int k = 0; k < b.rows; ++k) {
      const double factor = a.row(i)[k];
      double* const to = c.row(i);
      const double* const from = b.row(k);
      for (int j = 0; j < c.columns; ++j) to[j] += factor * from[j];
    }
}

fingerprint fingerprint_of(const block& c, int top, int left, int rows, int columns, int n) {
  fingerprint f;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) f.add(static_cast<std::int64_t>(top + i) * n + left + j, c.row(i)[j]);
  return f;
}

fingerprint sequential(int n) {
  block a(n, n), b(n, n), c(n, n);
  fill(a, element_of_a, 0, 0, n, n), fill(b, element_of_b, 0, 0, n, n);
  add_product(c, a, b);
  return fingerprint_of(c, 0, 0, n, n, n);
}

// The processes as a grid, with a communicator for the row and the column of each. In `in_row` the rank is
// the column.
struct grid {
  int rows, columns, row, column;
  MPI_Comm in_row = MPI_COMM_NULL, in_column = MPI_COMM_NULL;
  grid(int r, int c, int rank) : rows(r), columns(c), row(rank / c), column(rank % c) {
    MPI_Comm_split(MPI_COMM_WORLD, row, column, &in_row);
    MPI_Comm_split(MPI_COMM_WORLD, column, row, &in_column);
  }
  grid(const grid&) = delete;
  grid& operator=(const grid&) = delete;
  ~grid() { MPI_Comm_free(&in_row), MPI_Comm_free(&in_column); }
};

// Columns [begin, end) of A, rows [begin, end) of B, and the column and the row of processes that have them.
struct panel {
  int begin, end, column_of_a, row_of_b;
};

std::vector<panel> panels(const blocks& by_row, const blocks& by_column, int widest) {
  std::vector<panel> all;
  for (int k = 0; k < by_row.n;) {
    const int column = by_column.owner(k), row = by_row.owner(k);
    const int end = std::min({k + widest, by_column.end(column), by_row.end(row)});
    all.push_back({k, end, column, row});
    k = end;
  }
  return all;
}

// A panel as a message: its owners copy their part of A and of B together.
struct parcel {
  block a, b;
  parcel(const panel& p, const grid& g, const block& all_a, const block& all_b, int left_of_a, int top_of_b)
      : a(all_a.rows, p.end - p.begin), b(p.end - p.begin, all_b.columns) {
    if (g.column == p.column_of_a)
      for (int i = 0; i < a.rows; ++i) std::copy_n(all_a.row(i) + p.begin - left_of_a, a.columns, a.row(i));
    if (g.row == p.row_of_b)
      for (int k = 0; k < b.rows; ++k) std::copy_n(all_b.row(p.begin - top_of_b + k), b.columns, b.row(k));
  }
};

// Passes data around the ring of processes from the owner to the one before it. On return the message to the
// next one is under way.
MPI_Request pass_on(block& data, int owner, MPI_Comm comm) {
  const processes ring(comm);
  const int next = (ring.rank + 1) % ring.size, before = (ring.rank + ring.size - 1) % ring.size;
  MPI_Request request = MPI_REQUEST_NULL;
  if (ring.rank != owner)
    MPI_Recv(data.values.data(), data.size(), MPI_DOUBLE, before, 0, comm, MPI_STATUS_IGNORE);
  if (next != owner) MPI_Isend(data.values.data(), data.size(), MPI_DOUBLE, next, 0, comm, &request);
  return request;
}

class summa {
 public:
  summa(const grid& g, int n)
      : g_(g),
        n_(n),
        by_row_{n, g.rows},
        by_column_{n, g.columns},
        top_(by_row_.begin(g.row)),
        left_(by_column_.begin(g.column)),
        a_(by_row_.count(g.row), by_column_.count(g.column)),
        b_(a_),
        c_(a_) {
    fill(a_, element_of_a, top_, left_, a_.rows, a_.columns);
    fill(b_, element_of_b, top_, left_, b_.rows, b_.columns);
  }

  void plain(stopwatch& watch) {
    for (const panel& p : panels(by_row_, by_column_, n_)) {
      parcel now = pack(p);
      watch.collective([&] {
        MPI_Bcast(now.a.values.data(), now.a.size(), MPI_DOUBLE, p.column_of_a, g_.in_row);
        MPI_Bcast(now.b.values.data(), now.b.size(), MPI_DOUBLE, p.row_of_b, g_.in_column);
      });
      add_product(c_, now.a, now.b);
    }
  }

  void pipelined(stopwatch& watch, int widest) {
    for (const panel& p : panels(by_row_, by_column_, widest)) {
      parcel now = pack(p);
      MPI_Request requests[2];
      watch.other([&] {
        requests[0] = pass_on(now.a, p.column_of_a, g_.in_row);
        requests[1] = pass_on(now.b, p.row_of_b, g_.in_column);
      });
      add_product(c_, now.a, now.b);
      watch.other([&] { MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); });
    }
  }

  void nonblocking(stopwatch& watch, int widest) {
    const std::vector<panel> all = panels(by_row_, by_column_, widest);
    MPI_Request requests[2];
    const auto begin = [&](parcel& to, const panel& p) {
      MPI_Ibcast(to.a.values.data(), to.a.size(), MPI_DOUBLE, p.column_of_a, g_.in_row, &requests[0]);
      MPI_Ibcast(to.b.values.data(), to.b.size(), MPI_DOUBLE, p.row_of_b, g_.in_column, &requests[1]);
    };
    parcel next = pack(all[0]);
    watch.collective([&] { begin(next, all[0]); });
    for (std::size_t k = 0; k < all.size(); ++k) {
      watch.collective([&] { MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); });
      const parcel now = std::move(next);
      if (k + 1 < all.size()) {
        next = pack(all[k + 1]);
        watch.collective([&] { begin(next, all[k + 1]); });
      }
      add_product(c_, now.a, now.b);
    }
  }

  void allgathers(stopwatch& watch) {
    block all_a(a_.rows, n_), all_b(n_, b_.columns);  // in all_a one block after the other, not row by row
    watch.collective([&] {
      collect(a_, all_a, by_column_, a_.rows, g_.in_row);
      collect(b_, all_b, by_row_, b_.columns, g_.in_column);
    });
    for (int column = 0; column < g_.columns; ++column) {
      const int begin = by_column_.begin(column), width = by_column_.count(column);
      block a(a_.rows, width), b(width, b_.columns);
      std::copy_n(all_a.values.data() + begin * a_.rows, a.size(), a.values.data());
      std::copy_n(all_b.row(begin), b.size(), b.values.data());
      add_product(c_, a, b);
    }
  }

  fingerprint result() const { return fingerprint_of(c_, top_, left_, c_.rows, c_.columns, n_); }

 private:
  parcel pack(const panel& p) const {
    return {p, g_, a_, b_, by_column_.begin(p.column_of_a), by_row_.begin(p.row_of_b)};
  }
  // Each process has `length` elements for each of its things of `deal`.
  static void collect(const block& mine, block& all, const blocks& deal, int length, MPI_Comm comm) {
    MPI_Allgatherv(mine.values.data(), mine.size(), MPI_DOUBLE, all.values.data(), deal.counts(length).data(),
                   deal.begins(length).data(), MPI_DOUBLE, comm);
  }
  const grid& g_;
  int n_;
  blocks by_row_, by_column_;
  int top_, left_;
  block a_, b_, c_;
};

// q x q processes. Blocks are padded with zeros to equal sizes, since they move. After row i of A has moved i
// steps to the left and column j of B j steps upwards, each process has a matching pair, and again after each
// further step.
fingerprint cannon(const grid& g, int n, stopwatch& watch) {
  const int q = g.rows, side = (n + q - 1) / q;
  const blocks deal{n, q};
  block a(side, side), b(side, side), c(side, side);
  const int rows = deal.count(g.row), columns = deal.count(g.column);
  fill(a, element_of_a, deal.begin(g.row), deal.begin(g.column), rows, columns);
  fill(b, element_of_b, deal.begin(g.row), deal.begin(g.column), rows, columns);
  const auto move = [&](block& m, MPI_Comm circle, int steps) {
    const processes p(circle);
    MPI_Sendrecv_replace(m.values.data(), m.size(), MPI_DOUBLE, (p.rank + q - steps) % q, 0,
                         (p.rank + steps) % q, 0, circle, MPI_STATUS_IGNORE);
  };
  watch.other([&] { move(a, g.in_row, g.row), move(b, g.in_column, g.column); });
  for (int step = 0; step < q; ++step) {
    add_product(c, a, b);
    if (step + 1 < q) watch.other([&] { move(a, g.in_row, 1), move(b, g.in_column, 1); });
  }
  watch.stop();
  return fingerprint_of(c, deal.begin(g.row), deal.begin(g.column), rows, columns, n);
}

bool body(options& given) {
  const auto variants = given.variants({"plain", "pipelined", "nonblocking", "allgathers", "cannon"});
  const int n = given.number("n", 400, 1, 20000, "rows and columns of the matrices");
  const int widest = given.number("panel", 32, 1, 20000, "columns of a narrow panel");
  const int r = rows_of_grid(given);
  given.done();

  const processes world(MPI_COMM_WORLD);
  const std::array<int, 2> dims = grid_with(r, world.size);
  const grid g(dims[0], dims[1], world.rank);
  const fingerprint expected = world.rank == 0 ? sequential(n) : fingerprint();

  bool good = true;
  for (const std::string& variant : variants) {
    const std::string what = "summa " + variant + ", n = " + std::to_string(n);
    if (variant == "cannon") {
      if (g.rows != g.columns) {
        leave_out(given, variant,
                  "needs as many rows of processes as columns, and there are " + std::to_string(g.rows) +
                      " x " + std::to_string(g.columns));
        continue;
      }
      stopwatch watch;
      const fingerprint result = cannon(g, n, watch);
      good = report(what, watch, result, expected) && good;
      continue;
    }
    summa product(g, n);
    stopwatch watch;
    if (variant == "plain")
      product.plain(watch);
    else if (variant == "pipelined")
      product.pipelined(watch, widest);
    else if (variant == "allgathers")
      product.allgathers(watch);
    else
      product.nonblocking(watch, widest);
    watch.stop();
    good = report(what, watch, product.result(), expected) && good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "summa", "matrix multiplication on a grid of processes", body);
}
