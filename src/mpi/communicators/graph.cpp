#include "mpi/communicators/graph.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tutti::mpi {
namespace {

std::optional<neighbourhood> read_neighbours(const communicator& c, MPI_Comm comm) {
  int topology = MPI_UNDEFINED;
  check(PMPI_Topo_test(comm, &topology));
  std::vector<int> from, to;
  if (topology == MPI_CART) {
    int dimensions = 0;
    check(PMPI_Cartdim_get(comm, &dimensions));
    for (int d = 0; d < dimensions; ++d) {
      int below = MPI_PROC_NULL, above = MPI_PROC_NULL;
      check(PMPI_Cart_shift(comm, d, 1, &below, &above));
      from.insert(from.end(), {below, above});
    }
    to = from;
  } else if (topology == MPI_GRAPH) {
    int n = 0;
    check(PMPI_Graph_neighbors_count(comm, c.rank(), &n));
    from.resize(static_cast<std::size_t>(n));
    check(PMPI_Graph_neighbors(comm, c.rank(), n, from.data()));
    to = from;
  } else if (topology == MPI_DIST_GRAPH) {
    int in = 0, out = 0, weighted = 0;
    check(PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted));
    from.resize(static_cast<std::size_t>(in)), to.resize(static_cast<std::size_t>(out));
    std::vector<int> weights_in(from.size()), weights_out(to.size());
    check(PMPI_Dist_graph_neighbors(comm, in, from.data(), weighted ? weights_in.data() : MPI_UNWEIGHTED, out,
                                    to.data(), weighted ? weights_out.data() : MPI_UNWEIGHTED));
  } else {
    return {};
  }
  for (auto* all : {&from, &to})
    for (int& r : *all)
      if (r == MPI_PROC_NULL) r = nobody;
  return neighbourhood(c.rank(), c.size(), from, to, topology == MPI_CART);
}

}  // namespace

const neighbourhood* neighbours_of(communicator& c, MPI_Comm comm) {
  if (!c.neighbours) [[unlikely]] {
    auto mine = read_neighbours(c, comm);
    if (!mine) return nullptr;
    c.neighbours = std::make_shared<communicator::graph>(std::move(*mine));
  }
  return &c.neighbours->mine;
}

}  // namespace tutti::mpi
