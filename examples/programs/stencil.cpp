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
#include "mesh.hpp"

namespace {

using namespace programs;

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
  const grid g = grid_for(n);
  const std::array<int, 2> dims = {g.rows, g.columns}, periodic = {0, 0};
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
