#include "bench/neighbourhood.hpp"

namespace tutti::bench {

neighbourhood::messages::messages(std::size_t n, const measure::arguments& a, bool side_by_side)
    : counts(n, static_cast<int>(a.count)), displacements(n), bytes(n), types(n, type_of(*a.type)) {
  for (std::size_t j = 0; j < n && side_by_side; ++j) {
    displacements[j] = static_cast<int>(j * a.count);
    bytes[j] = displacements[j] * static_cast<MPI_Aint>(a.type->extent);
  }
}

neighbourhood::neighbourhood(const measure::experiment& e, const measure::pattern& p,
                             const measure::pattern::partners& with, MPI_Comm comm,
                             const measure::arguments& like)
    : which_(e.made == "call" ? e.operation : e.made),
      out_(with.to.size(), like, p.each_its_own),
      in_(with.from.size(), like, true) {
  check(PMPI_Dist_graph_create_adjacent(comm, static_cast<int>(with.from.size()), with.from.data(),
                                        MPI_UNWEIGHTED, static_cast<int>(with.to.size()), with.to.data(),
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph_),
        "a graph of neighbours");
}

neighbourhood::~neighbourhood() { PMPI_Comm_free(&graph_); }

void neighbourhood::operator()(const measure::arguments& a) const {
  const auto n = static_cast<int>(a.count);
  const MPI_Datatype t = type_of(*a.type);
  const int *sc = out_.counts.data(), *sd = out_.displacements.data(), *rc = in_.counts.data(),
            *rd = in_.displacements.data();
  int code = MPI_ERR_ARG;
  if (which_ == "neighbor_allgather")
    code = PMPI_Neighbor_allgather(a.send, n, t, a.recv, n, t, graph_);
  else if (which_ == "neighbor_allgatherv")
    code = PMPI_Neighbor_allgatherv(a.send, n, t, a.recv, rc, rd, t, graph_);
  else if (which_ == "neighbor_alltoall")
    code = PMPI_Neighbor_alltoall(a.send, n, t, a.recv, n, t, graph_);
  else if (which_ == "neighbor_alltoallv")
    code = PMPI_Neighbor_alltoallv(a.send, sc, sd, t, a.recv, rc, rd, t, graph_);
  else if (which_ == "neighbor_alltoallw")
    code = PMPI_Neighbor_alltoallw(a.send, sc, out_.bytes.data(), out_.types.data(), a.recv, rc,
                                   in_.bytes.data(), in_.types.data(), graph_);
  check(code, "a neighbourhood collective");
}

}  // namespace tutti::bench
