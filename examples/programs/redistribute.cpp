// Redistributes an m x n matrix, from blocks of rows to
//
//   columns-alltoall   blocks of columns; one MPI_Alltoall with a resized vector type, if p divides m and n
//   columns-alltoallw  blocks of columns; MPI_Alltoallw, any m, n and p
//   grid-alltoallv     blocks on a grid of processes; MPI_Alltoallv, which has one type only: packed by hand
//   grid-alltoallw     the same; MPI_Alltoallw, each piece by a type of its own
//   translated-alltoallv  blocks on a Cartesian communicator whose ranks are not those of the communicator
//                      in which the rows are. Both groups say which process is which, by
//                      MPI_Group_translate_ranks; MPI_Alltoallv with a resized vector type, if p divides m
//                      and c divides n. Traeff, HPC lecture, "Changing distributions (2)"
//   translated-alltoallw  the same for any m and n; MPI_Alltoallw
//   grid-neighbours    blocks on a grid of processes; MPI_Neighbor_alltoallw among those that exchange
//                      data, not all p
//   transpose          blocks of rows of the transposed matrix; MPI_Alltoallw
//
//      rows             columns           grid             the pieces to send:
//    +-------+         +--+--+--+       +----+---+         a piece is what one process has before
//    |   0   |         |  |  |  |       | 0  | 1 |         and another one has after:
//    +-------+   -->   |0 |1 |2 |   or  +----+---+         the intersection of two rectangles
//    |   1   |         |  |  |  |       | 2  | 3 |
//    +-------+         +--+--+--+       +----+---+
#include <numeric>

#include "common.hpp"

namespace {

using namespace programs;

// Rows [top, bottom) and columns [left, right) of the matrix.
struct rectangle {
  int top = 0, bottom = 0, left = 0, right = 0;
  int rows() const { return bottom - top; }
  int columns() const { return right - left; }
  int size() const { return rows() * columns(); }
};

rectangle common_part(const rectangle& a, const rectangle& b) {
  rectangle c = {std::max(a.top, b.top), std::min(a.bottom, b.bottom), std::max(a.left, b.left),
                 std::min(a.right, b.right)};
  c.bottom = std::max(c.bottom, c.top), c.right = std::max(c.right, c.left);
  return c;
}

// The rectangle of each process.
using layout = std::vector<rectangle>;

layout on_grid(int m, int n, int rows, int columns) {
  const blocks by_row{m, rows}, by_column{n, columns};
  layout all;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      all.push_back({by_row.begin(i), by_row.end(i), by_column.begin(j), by_column.end(j)});
  return all;
}

// This process's part of the matrix, row by row.
struct part {
  rectangle where;
  std::vector<double> values;
  explicit part(const rectangle& r) : where(r), values(static_cast<std::size_t>(r.size())) {}
  std::size_t place(int i, int j) const {
    return static_cast<std::size_t>(i - where.top) * static_cast<std::size_t>(where.columns()) +
           static_cast<std::size_t>(j - where.left);
  }
};

double element(int i, int j, int n) { return static_cast<double>(i) * n + j; }

part filled(const rectangle& r, int n) {
  part p(r);
  for (int i = r.top; i < r.bottom; ++i)
    for (int j = r.left; j < r.right; ++j) p.values[p.place(i, j)] = element(i, j, n);
  return p;
}

// One piece for each process: its datatype within a part, and its count.
struct pieces {
  std::vector<int> counts, zeros;
  std::vector<MPI_Aint> far_zeros;
  std::vector<MPI_Datatype> types;
  pieces() = default;
  pieces(const pieces&) = delete;
  pieces& operator=(const pieces&) = delete;
  ~pieces() {
    for (MPI_Datatype& type : types)
      if (type != MPI_DOUBLE) MPI_Type_free(&type);
  }
  void add(MPI_Datatype type) {
    if (type != MPI_DOUBLE) MPI_Type_commit(&type);
    types.push_back(type), counts.push_back(type == MPI_DOUBLE ? 0 : 1), zeros.push_back(0),
        far_zeros.push_back(0);
  }
  void add_nothing() { add(MPI_DOUBLE); }
  // The rectangle `piece` of the rectangle `whole`, which is stored row by row.
  void add(const rectangle& whole, const rectangle& piece) {
    if (piece.size() == 0) return add_nothing();
    const int sizes[] = {whole.rows(), whole.columns()}, parts[] = {piece.rows(), piece.columns()},
              starts[] = {piece.top - whole.top, piece.left - whole.left};
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    add(type);
  }
};

void by_alltoallw(const part& from, part& to, const layout& before, const layout& after, stopwatch& watch) {
  pieces send, receive;
  for (const rectangle& other : after) send.add(from.where, common_part(from.where, other));
  for (const rectangle& other : before) receive.add(to.where, common_part(to.where, other));
  watch.collective([&] {
    MPI_Alltoallw(from.values.data(), send.counts.data(), send.zeros.data(), send.types.data(),
                  to.values.data(), receive.counts.data(), receive.zeros.data(), receive.types.data(),
                  MPI_COMM_WORLD);
  });
}

// In each direction only the processes with which something is exchanged are neighbours.
void by_neighbours(const part& from, part& to, const layout& before, const layout& after, stopwatch& watch) {
  pieces send, receive;
  std::vector<int> targets, sources;
  for (std::size_t r = 0; r < after.size(); ++r) {
    if (const rectangle piece = common_part(from.where, after[r]); piece.size() > 0)
      targets.push_back(static_cast<int>(r)), send.add(from.where, piece);
    if (const rectangle piece = common_part(to.where, before[r]); piece.size() > 0)
      sources.push_back(static_cast<int>(r)), receive.add(to.where, piece);
  }
  MPI_Comm graph = MPI_COMM_NULL;
  watch.other([&] {
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(sources.size()), sources.data(),
                                   MPI_UNWEIGHTED, static_cast<int>(targets.size()), targets.data(),
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  });
  watch.collective([&] {
    MPI_Neighbor_alltoallw(from.values.data(), send.counts.data(), send.far_zeros.data(), send.types.data(),
                           to.values.data(), receive.counts.data(), receive.far_zeros.data(),
                           receive.types.data(), graph);
  });
  MPI_Comm_free(&graph);
}

void by_alltoallv(const part& from, part& to, const layout& before, const layout& after, stopwatch& watch) {
  std::vector<int> send, receive;
  std::vector<double> packed;
  for (const rectangle& other : after) {
    const rectangle piece = common_part(from.where, other);
    send.push_back(piece.size());
    for (int i = piece.top; i < piece.bottom; ++i)
      for (int j = piece.left; j < piece.right; ++j) packed.push_back(from.values[from.place(i, j)]);
  }
  for (const rectangle& other : before) receive.push_back(common_part(to.where, other).size());
  std::vector<double> arrived(to.values.size());
  watch.collective([&] {
    MPI_Alltoallv(packed.data(), send.data(), offsets(send).data(), MPI_DOUBLE, arrived.data(),
                  receive.data(), offsets(receive).data(), MPI_DOUBLE, MPI_COMM_WORLD);
  });
  auto next = arrived.begin();
  for (const rectangle& other : before) {
    const rectangle piece = common_part(to.where, other);
    for (int i = piece.top; i < piece.bottom; ++i)
      for (int j = piece.left; j < piece.right; ++j) to.values[to.place(i, j)] = *next++;
  }
}

// p divides m and n: m/p rows of n/p elements go to each process. The type is resized to one row of a piece,
// so that the piece for the next process begins where that row ends. Received pieces follow each other as
// they are.
void by_alltoall(const part& from, part& to, int p, stopwatch& watch) {
  const int rows = from.where.rows(), columns = to.where.columns();
  MPI_Datatype column = MPI_DATATYPE_NULL, piece = MPI_DATATYPE_NULL;
  MPI_Type_vector(rows, columns, columns * p, MPI_DOUBLE, &column);
  MPI_Type_create_resized(column, 0, static_cast<MPI_Aint>(sizeof(double)) * columns, &piece);
  MPI_Type_commit(&piece);
  watch.collective([&] {
    MPI_Alltoall(from.values.data(), 1, piece, to.values.data(), rows * columns, MPI_DOUBLE, MPI_COMM_WORLD);
  });
  MPI_Type_free(&column), MPI_Type_free(&piece);
}

// A grid of processes with ranks of its own, and the rank in MPI_COMM_WORLD of each of them. The ranks are
// those of MPI_COMM_WORLD backwards, as if MPI_Cart_create had reordered them.
struct other_ranks {
  std::vector<int> in_world;
  explicit other_ranks(const int dims[2]) {
    const processes world(MPI_COMM_WORLD);
    const int periodic[2] = {0, 0};
    MPI_Comm backwards = MPI_COMM_NULL, cartesian = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -world.rank, &backwards);
    MPI_Cart_create(backwards, 2, dims, periodic, 0, &cartesian);
    MPI_Group of_world = MPI_GROUP_NULL, of_grid = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &of_world), MPI_Comm_group(cartesian, &of_grid);
    std::vector<int> all(static_cast<std::size_t>(world.size));
    std::iota(all.begin(), all.end(), 0);
    in_world.resize(all.size());
    MPI_Group_translate_ranks(of_grid, world.size, all.data(), of_world, in_world.data());
    MPI_Group_free(&of_world), MPI_Group_free(&of_grid);
    MPI_Comm_free(&backwards), MPI_Comm_free(&cartesian);
  }
  // The rectangles in the order of the grid's ranks, in the order of the world's ranks.
  layout translated(const layout& on_grid) const {
    layout all(on_grid.size());
    for (std::size_t r = 0; r < on_grid.size(); ++r) all[static_cast<std::size_t>(in_world[r])] = on_grid[r];
    return all;
  }
};

// p divides m, and the c columns of processes divide n: m/p rows of n/c elements go to each of c processes,
// and arrive one below the other. The others get nothing, with counts of 0.
void by_alltoallv_of_types(const part& from, part& to, const layout& before, const layout& after,
                           stopwatch& watch) {
  const int rows = from.where.rows(), columns = to.where.columns(), piece = rows * columns;
  MPI_Datatype column = MPI_DATATYPE_NULL, resized = MPI_DATATYPE_NULL;
  MPI_Type_vector(rows, columns, from.where.columns(), MPI_DOUBLE, &column);
  MPI_Type_create_resized(column, 0, static_cast<MPI_Aint>(sizeof(double)) * columns, &resized);
  MPI_Type_commit(&resized);
  std::vector<int> send, send_places, receive, receive_places;
  for (const rectangle& other : after) {
    send.push_back(common_part(from.where, other).size() > 0 ? 1 : 0);
    send_places.push_back(other.left / columns);  // in extents of the type
  }
  for (const rectangle& other : before) {
    const bool sends = common_part(to.where, other).size() > 0;
    receive.push_back(sends ? piece : 0);
    receive_places.push_back(sends ? (other.top - to.where.top) * columns : 0);
  }
  watch.collective([&] {
    MPI_Alltoallv(from.values.data(), send.data(), send_places.data(), resized, to.values.data(),
                  receive.data(), receive_places.data(), MPI_DOUBLE, MPI_COMM_WORLD);
  });
  MPI_Type_free(&column), MPI_Type_free(&resized);
}

// A row of a piece is received as a column: its elements are one row apart, and the next row is one element
// further.
void by_transposing(const part& from, part& to, const layout& before, const layout& after, stopwatch& watch) {
  pieces send, receive;
  const int across = to.where.columns();  // as long as a column of the matrix before
  for (const rectangle& other : after) {  // rows of the transposed one are columns of this one
    const rectangle theirs = {from.where.top, from.where.bottom, other.top, other.bottom};
    send.add(from.where, common_part(from.where, theirs));
  }
  std::vector<int> places;
  for (const rectangle& other : before) {
    places.push_back(other.top * static_cast<int>(sizeof(double)));
    if (other.rows() * to.where.rows() == 0) {
      receive.add_nothing();
      continue;
    }
    MPI_Datatype row = MPI_DATATYPE_NULL, next_to_each_other = MPI_DATATYPE_NULL, piece = MPI_DATATYPE_NULL;
    MPI_Type_vector(to.where.rows(), 1, across, MPI_DOUBLE, &row);
    MPI_Type_create_resized(row, 0, sizeof(double), &next_to_each_other);
    MPI_Type_contiguous(other.rows(), next_to_each_other, &piece);
    MPI_Type_free(&row), MPI_Type_free(&next_to_each_other);
    receive.add(piece);
  }
  watch.collective([&] {
    MPI_Alltoallw(from.values.data(), send.counts.data(), send.zeros.data(), send.types.data(),
                  to.values.data(), receive.counts.data(), places.data(), receive.types.data(),
                  MPI_COMM_WORLD);
  });
}

fingerprint fingerprint_of(const part& p, int n) {
  fingerprint f;
  for (int i = p.where.top; i < p.where.bottom; ++i)
    for (int j = p.where.left; j < p.where.right; ++j)
      f.add(static_cast<std::int64_t>(i) * n + j, p.values[p.place(i, j)]);
  return f;
}

// The whole result on one process: element (i, j) at its place, or at (j, i).
fingerprint sequential(int m, int n, bool transposed) {
  fingerprint f;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      f.add(transposed ? static_cast<std::int64_t>(j) * m + i : static_cast<std::int64_t>(i) * n + j,
            element(i, j, n));
  return f;
}

bool body(options& given) {
  const auto variants =
      given.variants({"columns-alltoall", "columns-alltoallw", "grid-alltoallv", "grid-alltoallw",
                      "translated-alltoallv", "translated-alltoallw", "grid-neighbours", "transpose"});
  const int m = given.number("m", 600, 1, 40000, "rows of the matrix");
  const int n = given.number("n", 600, 1, 40000, "columns of the matrix");
  given.done();

  const processes world(MPI_COMM_WORLD);
  const int p = world.size;
  int dims[2] = {0, 0};
  MPI_Dims_create(p, 2, dims);
  const auto mine = [&](const layout& l) { return l[static_cast<std::size_t>(world.rank)]; };
  const layout by_rows = on_grid(m, n, p, 1);

  bool good = true;
  for (const std::string& variant : variants) {
    if (variant == "columns-alltoall" && (m % p != 0 || n % p != 0)) {
      leave_out(given, variant, "needs numbers of rows and columns that " + std::to_string(p) + " divides");
      continue;
    }
    if (variant == "translated-alltoallv" && (m % p != 0 || n % dims[1] != 0)) {
      leave_out(given, variant,
                "needs a number of rows that " + std::to_string(p) + " divides, and of columns that " +
                    std::to_string(dims[1]) + " divides");
      continue;
    }
    const bool transposed = variant == "transpose";
    const layout blocks_on_grid = on_grid(m, n, dims[0], dims[1]);
    const layout after = transposed                            ? on_grid(n, m, p, 1)
                         : variant.rfind("translated", 0) == 0 ? other_ranks(dims).translated(blocks_on_grid)
                         : variant.rfind("grid", 0) == 0       ? blocks_on_grid
                                                               : on_grid(m, n, 1, p);
    const part from = filled(mine(by_rows), n);
    part to(mine(after));
    stopwatch watch;
    if (variant == "columns-alltoall")
      by_alltoall(from, to, p, watch);
    else if (variant == "translated-alltoallv")
      by_alltoallv_of_types(from, to, by_rows, after, watch);
    else if (variant == "grid-alltoallv")
      by_alltoallv(from, to, by_rows, after, watch);
    else if (variant == "grid-neighbours")
      by_neighbours(from, to, by_rows, after, watch);
    else if (transposed)
      by_transposing(from, to, by_rows, after, watch);
    else
      by_alltoallw(from, to, by_rows, after, watch);
    watch.stop();
    good = report("redistribute " + variant + ", " + std::to_string(m) + " x " + std::to_string(n), watch,
                  fingerprint_of(to, transposed ? m : n),
                  world.rank == 0 ? sequential(m, n, transposed) : fingerprint()) &&
           good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "redistribute", "a matrix from blocks of rows to other blocks", body);
}
