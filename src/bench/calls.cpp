#include "bench/calls.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "mpi/abi.hpp"
#include "tutti/tutti.h"

namespace tutti::bench {

struct table {
  decltype(&PMPI_Barrier) barrier;
  decltype(&PMPI_Bcast) bcast;
  decltype(&PMPI_Gather) gather;
  decltype(&PMPI_Gatherv) gatherv;
  decltype(&PMPI_Scatter) scatter;
  decltype(&PMPI_Scatterv) scatterv;
  decltype(&PMPI_Allgather) allgather;
  decltype(&PMPI_Allgatherv) allgatherv;
  decltype(&PMPI_Alltoall) alltoall;
  decltype(&PMPI_Alltoallv) alltoallv;
  decltype(&PMPI_Alltoallw) alltoallw;
  decltype(&PMPI_Reduce) reduce;
  decltype(&PMPI_Allreduce) allreduce;
  decltype(&PMPI_Reduce_scatter) reduce_scatter;
  decltype(&PMPI_Reduce_scatter_block) reduce_scatter_block;
  decltype(&PMPI_Scan) scan;
  decltype(&PMPI_Exscan) exscan;
};

const table native_calls{
    PMPI_Barrier,   PMPI_Bcast,     PMPI_Gather,     PMPI_Gatherv,        PMPI_Scatter,
    PMPI_Scatterv,  PMPI_Allgather, PMPI_Allgatherv, PMPI_Alltoall,       PMPI_Alltoallv,
    PMPI_Alltoallw, PMPI_Reduce,    PMPI_Allreduce,  PMPI_Reduce_scatter, PMPI_Reduce_scatter_block,
    PMPI_Scan,      PMPI_Exscan};
const table tutti_calls{
    TUTTI_Barrier,   TUTTI_Bcast,     TUTTI_Gather,     TUTTI_Gatherv,        TUTTI_Scatter,
    TUTTI_Scatterv,  TUTTI_Allgather, TUTTI_Allgatherv, TUTTI_Alltoall,       TUTTI_Alltoallv,
    TUTTI_Alltoallw, TUTTI_Reduce,    TUTTI_Allreduce,  TUTTI_Reduce_scatter, TUTTI_Reduce_scatter_block,
    TUTTI_Scan,      TUTTI_Exscan};

void check(int code, const char* what) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int n = 0;
  PMPI_Error_string(code, text, &n);
  throw std::runtime_error(std::string(what) + ": " + std::string(text, static_cast<std::size_t>(n)));
}

MPI_Datatype type_of(const datatype& t) noexcept {
  return t.handle == 0 ? MPI_BYTE : mpi::handle_of<MPI_Datatype>(t.handle);
}

MPI_Op op_of(const operation& o) noexcept { return mpi::handle_of<MPI_Op>(o.handle); }

void mpi_caller::set_type(const datatype& t) { std::fill(types_.begin(), types_.end(), type_of(t)); }

int mpi_caller::operator()(collective c, const measure::arguments& a) const {
  const MPI_Datatype t = type_of(*a.type);
  const auto n = static_cast<int>(a.count);
  const auto op = [&a] { return op_of(*a.op); };
  const int *sc = a.send_counts, *sd = a.send_displacements, *rc = a.recv_counts, *rd = a.recv_displacements;
  switch (c) {
    case collective::barrier: return calls_.barrier(comm_);
    case collective::bcast: return calls_.bcast(a.recv, n, t, a.root, comm_);
    case collective::gather: return calls_.gather(a.send, n, t, a.recv, n, t, a.root, comm_);
    case collective::gatherv: return calls_.gatherv(a.send, n, t, a.recv, rc, rd, t, a.root, comm_);
    case collective::scatter: return calls_.scatter(a.send, n, t, a.recv, n, t, a.root, comm_);
    case collective::scatterv: return calls_.scatterv(a.send, sc, sd, t, a.recv, n, t, a.root, comm_);
    case collective::allgather: return calls_.allgather(a.send, n, t, a.recv, n, t, comm_);
    case collective::allgatherv: return calls_.allgatherv(a.send, n, t, a.recv, rc, rd, t, comm_);
    case collective::alltoall: return calls_.alltoall(a.send, n, t, a.recv, n, t, comm_);
    case collective::alltoallv: return calls_.alltoallv(a.send, sc, sd, t, a.recv, rc, rd, t, comm_);
    case collective::alltoallw:
      return calls_.alltoallw(a.send, sc, sd, types_.data(), a.recv, rc, rd, types_.data(), comm_);
    case collective::reduce: return calls_.reduce(a.send, a.recv, n, t, op(), a.root, comm_);
    case collective::allreduce: return calls_.allreduce(a.send, a.recv, n, t, op(), comm_);
    case collective::reduce_scatter: return calls_.reduce_scatter(a.send, a.recv, rc, t, op(), comm_);
    case collective::reduce_scatter_block:
      return calls_.reduce_scatter_block(a.send, a.recv, n, t, op(), comm_);
    case collective::scan: return calls_.scan(a.send, a.recv, n, t, op(), comm_);
    case collective::exscan: return calls_.exscan(a.send, a.recv, n, t, op(), comm_);
  }
  return MPI_ERR_ARG;
}

const measure::library::integers& mpi_library::ints() const {
  static const integers known = [] {
    integers i{.type = *tutti_layout(MPI_INT), .most = {}, .bits = {}};
    tutti_operation(MPI_MAX, MPI_INT, &i.most);
    tutti_operation(MPI_BOR, MPI_INT, &i.bits);
    return i;
  }();
  return known;
}

measure::step mpi_library::agree(int mine, int& result) {
  measure::arguments one;
  one.send = reinterpret_cast<std::byte*>(&mine), one.recv = reinterpret_cast<std::byte*>(&result);
  one.type = &ints().type, one.op = &ints().most, one.count = 1;
  return perform(collective::allreduce, one);
}

}  // namespace tutti::bench
