#include "bench/neighbourhood.hpp"

#include "bench/call_table.hpp"
#include "tutti/tutti.h"

namespace tutti::bench {

neighbourhood::messages::messages(const std::vector<int>& partners, const measure::arguments& a,
                                  bool side_by_side)
    // One entry more: Open MPI rejects null tables even if a process has no neighbours.
    : counts(partners.size() + 1, static_cast<int>(a.count)),
      displacements(counts.size()),
      bytes(counts.size()),
      types(counts.size(), type_of(*a.type)) {
  for (std::size_t j = 0; j < partners.size() && side_by_side; ++j) {
    displacements[j] = static_cast<int>(j * a.count);
    bytes[j] = displacements[j] * static_cast<MPI_Aint>(a.type->extent);
  }
}

void neighbourhood::messages::among(int p, const std::vector<int>& partners) {
  std::vector<int> n(static_cast<std::size_t>(p)), first(n.size());
  for (std::size_t j = 0; j < partners.size(); ++j) {
    const auto q = static_cast<std::size_t>(partners[j]);
    n[q] = counts[j], first[q] = displacements[j];
  }
  counts.swap(n), displacements.swap(first);
}

neighbourhood::neighbourhood(const measure::experiment& e, const measure::pattern& p,
                             const measure::pattern::partners& with, MPI_Comm comm,
                             const measure::arguments& like)
    : which_(e.made == "call" ? e.operation : e.made),
      calls_(by_library(e) ? native_calls : tutti_calls),
      out_(with.to, like, p.each_its_own),
      in_(with.from, like, true) {
  check(PMPI_Dist_graph_create_adjacent(comm, static_cast<int>(with.from.size()), with.from.data(),
                                        MPI_UNWEIGHTED, static_cast<int>(with.to.size()), with.to.data(),
                                        MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph_),
        "a graph of neighbours");
  if (which_ == "alltoallv") {
    int size = 0;
    PMPI_Comm_size(comm, &size);
    out_.among(size, with.to), in_.among(size, with.from);
  } else if (!by_library(e) && e.by != "tutti") {
    check(tutti_use(graph_, which_.c_str(), e.by.c_str()), "tutti_use");
  }
}

neighbourhood::~neighbourhood() { PMPI_Comm_free(&graph_); }

void neighbourhood::operator()(const measure::arguments& a) const {
  const auto n = static_cast<int>(a.count);
  const MPI_Datatype t = type_of(*a.type);
  const int *sc = out_.counts.data(), *sd = out_.displacements.data(), *rc = in_.counts.data(),
            *rd = in_.displacements.data();
  int code = MPI_ERR_ARG;
  if (which_ == "neighbor_allgather")
    code = calls_.neighbor_allgather.blocking(a.send, n, t, a.recv, n, t, graph_);
  else if (which_ == "neighbor_allgatherv")
    code = calls_.neighbor_allgatherv.blocking(a.send, n, t, a.recv, rc, rd, t, graph_);
  else if (which_ == "neighbor_alltoall")
    code = calls_.neighbor_alltoall.blocking(a.send, n, t, a.recv, n, t, graph_);
  else if (which_ == "neighbor_alltoallv")
    code = calls_.neighbor_alltoallv.blocking(a.send, sc, sd, t, a.recv, rc, rd, t, graph_);
  else if (which_ == "neighbor_alltoallw")
    code = calls_.neighbor_alltoallw.blocking(a.send, sc, out_.bytes.data(), out_.types.data(), a.recv, rc,
                                              in_.bytes.data(), in_.types.data(), graph_);
  else if (which_ == "alltoallv")
    code = calls_.alltoallv.blocking(a.send, sc, sd, t, a.recv, rc, rd, t, graph_);
  check(code, "a neighbourhood collective");
}

}  // namespace tutti::bench
