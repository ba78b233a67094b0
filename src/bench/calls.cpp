#include "bench/calls.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "bench/call_table.hpp"
#include "mpi/library/abi.hpp"
#include "tutti/tutti.h"

namespace tutti::bench {

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

void mpi_caller::set_type(const datatype& t) { std::ranges::fill(types_, type_of(t)); }

// Calls perform(forms, arguments...) with the arguments in MPI's order.
template <class Perform>
int mpi_caller::with(collective c, const measure::arguments& a, Perform perform) const {
  const MPI_Datatype t = type_of(*a.type);
  const auto n = static_cast<int>(a.count);
  const auto op = [&a] { return op_of(*a.op); };
  const int *sc = a.send_counts, *sd = a.send_displacements, *rc = a.recv_counts, *rd = a.recv_displacements;
  switch (c) {
    case collective::barrier: return perform(calls_.barrier, comm_);
    case collective::bcast: return perform(calls_.bcast, a.recv, n, t, a.root, comm_);
    case collective::gather: return perform(calls_.gather, a.send, n, t, a.recv, n, t, a.root, comm_);
    case collective::gatherv: return perform(calls_.gatherv, a.send, n, t, a.recv, rc, rd, t, a.root, comm_);
    case collective::scatter: return perform(calls_.scatter, a.send, n, t, a.recv, n, t, a.root, comm_);
    case collective::scatterv:
      return perform(calls_.scatterv, a.send, sc, sd, t, a.recv, n, t, a.root, comm_);
    case collective::allgather: return perform(calls_.allgather, a.send, n, t, a.recv, n, t, comm_);
    case collective::allgatherv: return perform(calls_.allgatherv, a.send, n, t, a.recv, rc, rd, t, comm_);
    case collective::alltoall: return perform(calls_.alltoall, a.send, n, t, a.recv, n, t, comm_);
    case collective::alltoallv: return perform(calls_.alltoallv, a.send, sc, sd, t, a.recv, rc, rd, t, comm_);
    case collective::alltoallw:
      return perform(calls_.alltoallw, a.send, sc, sd, types_.data(), a.recv, rc, rd, types_.data(), comm_);
    case collective::reduce: return perform(calls_.reduce, a.send, a.recv, n, t, op(), a.root, comm_);
    case collective::allreduce: return perform(calls_.allreduce, a.send, a.recv, n, t, op(), comm_);
    case collective::reduce_scatter:
      return perform(calls_.reduce_scatter, a.send, a.recv, rc, t, op(), comm_);
    case collective::reduce_scatter_block:
      return perform(calls_.reduce_scatter_block, a.send, a.recv, n, t, op(), comm_);
    case collective::scan: return perform(calls_.scan, a.send, a.recv, n, t, op(), comm_);
    case collective::exscan: return perform(calls_.exscan, a.send, a.recv, n, t, op(), comm_);
    case collective::neighbor_allgather:
    case collective::neighbor_allgatherv:
    case collective::neighbor_alltoall:
    case collective::neighbor_alltoallv:
    case collective::neighbor_alltoallw: break;  // patterns: see neighbourhood.hpp
    case collective::shift:
    case collective::allgather_merge: break;  // MPI lacks them
  }
  return MPI_ERR_ARG;
}

int mpi_caller::operator()(collective c, const measure::arguments& a) const {
  return with(c, a, [](const auto& forms, auto... arguments) { return forms.blocking(arguments...); });
}
int mpi_caller::post(collective c, const measure::arguments& a, MPI_Request& request) const {
  return with(
      c, a, [&](const auto& forms, auto... arguments) { return forms.nonblocking(arguments..., &request); });
}
int mpi_caller::make_ready(collective c, const measure::arguments& a, MPI_Request& request) const {
  return with(c, a, [&](const auto& forms, auto... arguments) {
    if (!forms.persistent) throw std::runtime_error("this MPI library has no persistent collectives");
    return forms.persistent(arguments..., MPI_INFO_NULL, &request);
  });
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
