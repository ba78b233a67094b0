// Jacobi's iteration for Poisson's equation on an n x n mesh, in blocks on a grid of processes. In each sweep
// a process needs the rows and columns of its neighbours that touch its own block (for nine points, the
// corners too), and the processes agree on the largest change by an allreduce.
//
//   messages   5 points; MPI_Isend and MPI_Irecv, neighbours computed by hand
//   cartesian  5 points; MPI_Neighbor_alltoallw on a Cartesian communicator
//   graph      9 points; MPI_Neighbor_alltoallw on a distributed graph
//
// alltoallw, since rows and columns have different layouts: a column is a vector type of the block's row
// length.
#include <array>
#include <cmath>

#include "common.hpp"

namespace {

using namespace programs;

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

double source(int i, int j) { return std::ldexp(static_cast<double>((i * 7 + j * 3) % 16), -10); }
double border(int i, int j, int n) { return i < 0 ? 1.0 : (j == n ? 0.5 : 0.0); }

// The block whose first element is (top, left) of the mesh: zero, and the border of the mesh where they
// touch.
block first_guess(int top, int left, int rows, int columns, int n) {
  block u(rows, columns);
  for (int i = -1; i <= rows; ++i)
    for (int j = -1; j <= columns; ++j)
      if (const int y = top + i, x = left + j; y < 0 || x < 0 || y >= n || x >= n)
        u.at(i, j) = border(y, x, n);
  return u;
}

// One sweep from u to next. Returns the largest change.
double sweep(const block& u, block& next, int top, int left, bool nine) {
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

fingerprint fingerprint_of(const block& u, int top, int left, int n) {
  fingerprint f;
  for (int i = 0; i < u.rows; ++i)
    for (int j = 0; j < u.columns; ++j) f.add(static_cast<std::int64_t>(top + i) * n + left + j, u.at(i, j));
  return f;
}

fingerprint sequential(int n, int sweeps, bool nine) {
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

// The arguments of MPI_Neighbor_alltoallw for these sides.
struct exchange {
  std::vector<int> counts;
  std::vector<MPI_Aint> send, receive;
  std::vector<MPI_Datatype> types;
  void add(const side& s) {
    constexpr auto bytes = static_cast<MPI_Aint>(sizeof(double));
    counts.push_back(s.count), types.push_back(s.type);
    send.push_back(s.send_place * bytes), receive.push_back(s.receive_place * bytes);
  }
  void perform(block& u, MPI_Comm comm) const {
    double* const all = u.values.data();
    MPI_Neighbor_alltoallw(all, counts.data(), send.data(), types.data(), all, counts.data(), receive.data(),
                           types.data(), comm);
  }
};

void by_messages(block& u, const std::vector<side>& sides) {
  std::vector<MPI_Request> requests;
  for (std::size_t k = 0; k < 4; ++k)
    MPI_Irecv(u.values.data() + sides[k].receive_place, sides[k].count, sides[k].type, sides[k].neighbour, 0,
              MPI_COMM_WORLD, &requests.emplace_back());
  for (std::size_t k = 0; k < 4; ++k)
    MPI_Isend(u.values.data() + sides[k].send_place, sides[k].count, sides[k].type, sides[k].neighbour, 0,
              MPI_COMM_WORLD, &requests.emplace_back());
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

bool body(options& given) {
  const auto variants = given.variants({"messages", "cartesian", "graph"});
  const int n = given.number("n", 300, 1, 20000, "rows and columns of the mesh");
  const int sweeps = given.number("sweeps", 20, 1, 1000000, "how often each element is updated");
  given.done();

  const processes world(MPI_COMM_WORLD);
  std::array<int, 2> dims = {0, 0}, periodic = {0, 0};
  MPI_Dims_create(world.size, 2, dims.data());
  const grid g = {dims[0], dims[1], world.rank / dims[1], world.rank % dims[1], {n, dims[0]}, {n, dims[1]}};
  const int top = g.by_row.begin(g.row), left = g.by_column.begin(g.column);
  const int rows = g.by_row.count(g.row), columns = g.by_column.count(g.column);

  bool good = true;
  for (const std::string& variant : variants) {
    const bool nine = variant == "graph";
    block u = first_guess(top, left, rows, columns, n), next = u;
    const halo around(g, u);
    exchange how;
    MPI_Comm comm = MPI_COMM_NULL;
    if (variant == "cartesian") {
      MPI_Cart_create(MPI_COMM_WORLD, 2, dims.data(), periodic.data(), 0, &comm);
      for (std::size_t k = 0; k < 4; ++k) how.add(around.sides()[k]);
    } else if (nine) {
      std::vector<int> neighbours;
      for (const side& s : around.sides())
        if (s.count > 0) neighbours.push_back(s.neighbour), how.add(s);
      const int degree = static_cast<int>(neighbours.size());
      MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, neighbours.data(), MPI_UNWEIGHTED, degree,
                                     neighbours.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    }
    double change = 0;
    stopwatch watch;
    for (int s = 0; s < sweeps; ++s, std::swap(u, next)) {
      if (comm == MPI_COMM_NULL)
        watch.other([&] { by_messages(u, around.sides()); });
      else
        watch.collective([&] { how.perform(u, comm); });
      change = sweep(u, next, top, left, nine);
      watch.collective([&] { MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); });
    }
    watch.stop();
    fingerprint mine = fingerprint_of(u, top, left, n), expected;
    if (world.rank == 0) mine.add(-1, change), expected = sequential(n, sweeps, nine);
    good = report("stencil " + variant + ", n = " + std::to_string(n) + ", " + std::to_string(sweeps) +
                      " sweeps",
                  watch, mine, expected) &&
           good;
    if (comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "stencil", "a 2-d stencil on a grid of processes", body);
}
