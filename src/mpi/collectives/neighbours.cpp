// MPI_Neighbor_allgather, _allgatherv, _alltoall, _alltoallv and _alltoallw.

#include "tutti/neighbours.hpp"

#include <type_traits>

#include "mpi/collectives/block_arguments.hpp"
#include "mpi/communicators/graph.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/library_calls.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

static_assert(std::is_same_v<MPI_Aint, std::ptrdiff_t>, "displacements are passed on as they are");

// The unnamed arguments are the tables to which the blocks point. They are passed only to be kept alive.
// Blocks from MPI_PROC_NULL stay unchanged.
struct staged_blocks {
  template <class... Tables>
  staged_blocks(process&, host_memory& host, const dispatch& d, const blocks& send, const blocks& recv,
                const Tables&...) {
    c.send = host.sent(send);
    const neighbourhood& n = d.at.neighbours->mine;
    c.recv = static_cast<int>(n.sources().size()) < n.blocks_in() ? host.changed(recv) : host.received(recv);
  }
  void begin() {}
  void finish() {}
  static constexpr bool runs = true;
  call c;
};

struct staged_own_block {
  staged_own_block(process&, host_memory& host, const dispatch& d, const buffer& own, const blocks& recv) {
    c.in = host.sent(own);
    const neighbourhood& n = d.at.neighbours->mine;
    c.recv = static_cast<int>(n.sources().size()) < n.blocks_in() ? host.changed(recv) : host.received(recv);
  }
  void begin() {}
  void finish() {}
  static constexpr bool runs = true;
  call c;
};

// The block that a process sends to all its neighbours; empty if it has none.
struct own_block_argument {
  buffer block;
  const erroneous* fault = nullptr;
};
template <class Form>
own_block_argument own_block(Form& form, const void* base, MPI_Count count, MPI_Datatype type, int n) {
  if (n == 0) return {{nullptr, 0, byte_type}};
  const type_entry* t = form.look_up(type);
  if (!t) return {{}, &wrong::type};
  if (!valid(count)) return {{}, &wrong::count};
  const buffer own = elements(base, static_cast<std::size_t>(count), t->layout);
  return {own, has_null_address(own) ? &wrong::memory : nullptr};
}

// One block for each neighbour. Without blocks, the arguments are not significant.
template <class Read>
block_argument blocks_if_any(int n, Read read) {
  if (n == 0) return {blocks::regular(nullptr, 0, byte_type, 0)};
  return read();
}
template <class Form>
block_argument neighbour_blocks(Form& form, const void* base, MPI_Count count, MPI_Datatype type, int n) {
  return blocks_if_any(n, [&] { return regular(form, base, count, type, n); });
}
template <class Form, class Count, class Displacement>
block_argument neighbour_blocks(Form& form, const void* base, const Count* counts, const Displacement* displs,
                                MPI_Datatype type, int n) {
  return blocks_if_any(n, [&] { return irregular(form, base, counts, displs, type, n); });
}
struct typed_argument : block_argument {
  workspace<const datatype*> layouts;  // the blocks point to them
};
template <class Form, class Count>
typed_argument neighbour_blocks(Form& form, const void* base, const Count* counts, const MPI_Aint* displs,
                                const MPI_Datatype* types, int n) {
  workspace<const datatype*> layouts(static_cast<std::size_t>(n));
  const block_argument all =
      blocks_if_any(n, [&] { return typed(form, base, counts, displs, types, layouts); });
  return {all, std::move(layouts)};
}

template <class Call>
[[gnu::noinline, gnu::cold]] const erroneous* fault_of(Call call, communicator& c, call_name of) {
  return refused_by_library(call.make_statement(c, of));
}

// Returns the bytes of a block if all blocks are equally long; 0 if this process has no blocks.
std::size_t bytes_of_block(const own_block_argument& send, const blocks& in, const neighbourhood& mine) {
  return mine.blocks_out() > 0 ? send.block.bytes() : in.size() > 0 ? in[0].bytes() : 0;
}
std::size_t bytes_of_block(const block_argument& send, const blocks& in, const neighbourhood&) {
  return in.size() > 0 ? in[0].bytes() : send.all.size() > 0 ? send.all[0].bytes() : 0;
}

template <class Form>
int run(Form& form, const dispatch& d, const own_block_argument& send, const block_argument& recv) {
  return form.template run<staged_own_block>(d, send.block, recv.all);
}
template <class Form>
int run(Form& form, const dispatch& d, const block_argument& send, const block_argument& recv) {
  return form.template run<staged_blocks>(d, send.all, recv.all);
}
template <class Form>
int run(Form& form, const dispatch& d, typed_argument& send, typed_argument& recv) {
  return form.template run<staged_blocks>(d, send.all, recv.all, std::move(send.layouts),
                                          std::move(recv.layouts));
}

// Serves a neighbourhood collective. sent(n) and received(n) read the arguments of the blocks for n
// neighbours. Without a topology, leaves the call to the MPI library.
template <class Form, class Sent, class Received>
TUTTI_INLINED inline int serve_neighbours(Form& form, MPI_Comm comm, collective of, const void* sendbuf,
                                          const void* recvbuf, Sent sent, Received received) {
  return serve_on(form, comm, of, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const dispatch any_size(form.chooser(c).by, c, of, 0, Form::kind);
    if (!any_size.served()) {
      if constexpr (Form::kind == form::nonblocking)
        if (c.native.load(std::memory_order_acquire)) [[unlikely]]  // the call may wait
          if (const neighbourhood* const n = neighbours_of(c, comm))
            form.keep_types(n->blocks_out(), n->blocks_in());
      return library(any_size);
    }
    const neighbourhood* const mine = neighbours_of(c, comm);
    if (!mine) return library(wrong::topology);
    if (!c.neighbours->agreed.load(std::memory_order_acquire)) [[unlikely]] {
      if (const erroneous* const fault = fault_of(form.call(), c, {of, Form::kind})) return library(*fault);
      form.find_neighbours(c);
    }
    if ((sendbuf == MPI_IN_PLACE && mine->blocks_out() > 0) ||
        (recvbuf == MPI_IN_PLACE && mine->blocks_in() > 0))
      return library(wrong::place);
    auto recv = received(mine->blocks_in());
    if (recv.fault) return library(*recv.fault);
    auto send = sent(mine->blocks_out());
    if (send.fault) return library(*send.fault);
    const bool equal = of == collective::neighbor_allgather || of == collective::neighbor_alltoall;
    const dispatch d(form.chooser(c).by, c, of, equal ? bytes_of_block(send, recv.all, *mine) : 0,
                     Form::kind);
    if (c.line) c.line->bytes = d.size.bytes;
    d.record();
    if (!d.served()) return library(d);
    return run(form, d, send, recv);
  });
}

template <class Form>
TUTTI_INLINED inline int serve_neighbor_allgather(Form& form, const void* sendbuf, MPI_Count sendcount,
                                                  MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                                  MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_neighbours(
      form, comm, collective::neighbor_allgather, sendbuf, recvbuf,
      [&](int n) { return own_block(form, sendbuf, sendcount, sendtype, n); },
      [&](int n) { return neighbour_blocks(form, recvbuf, recvcount, recvtype, n); });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_neighbor_allgatherv(Form& form, const void* sendbuf, MPI_Count sendcount,
                                                   MPI_Datatype sendtype, void* recvbuf,
                                                   const Count* recvcounts, const Displacement* displs,
                                                   MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_neighbours(
      form, comm, collective::neighbor_allgatherv, sendbuf, recvbuf,
      [&](int n) { return own_block(form, sendbuf, sendcount, sendtype, n); },
      [&](int n) { return neighbour_blocks(form, recvbuf, recvcounts, displs, recvtype, n); });
}

template <class Form>
TUTTI_INLINED inline int serve_neighbor_alltoall(Form& form, const void* sendbuf, MPI_Count sendcount,
                                                 MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                                 MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_neighbours(
      form, comm, collective::neighbor_alltoall, sendbuf, recvbuf,
      [&](int n) { return neighbour_blocks(form, sendbuf, sendcount, sendtype, n); },
      [&](int n) { return neighbour_blocks(form, recvbuf, recvcount, recvtype, n); });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_neighbor_alltoallv(Form& form, const void* sendbuf, const Count* sendcounts,
                                                  const Displacement* sdispls, MPI_Datatype sendtype,
                                                  void* recvbuf, const Count* recvcounts,
                                                  const Displacement* rdispls, MPI_Datatype recvtype,
                                                  MPI_Comm comm) {
  return serve_neighbours(
      form, comm, collective::neighbor_alltoallv, sendbuf, recvbuf,
      [&](int n) { return neighbour_blocks(form, sendbuf, sendcounts, sdispls, sendtype, n); },
      [&](int n) { return neighbour_blocks(form, recvbuf, recvcounts, rdispls, recvtype, n); });
}

template <class Form, class Count>
TUTTI_INLINED inline int serve_neighbor_alltoallw(Form& form, const void* sendbuf, const Count* sendcounts,
                                                  const MPI_Aint* sdispls, const MPI_Datatype* sendtypes,
                                                  void* recvbuf, const Count* recvcounts,
                                                  const MPI_Aint* rdispls, const MPI_Datatype* recvtypes,
                                                  MPI_Comm comm) {
  return serve_neighbours(
      form, comm, collective::neighbor_alltoallw, sendbuf, recvbuf,
      [&](int n) { return neighbour_blocks(form, sendbuf, sendcounts, sdispls, sendtypes, n); },
      [&](int n) { return neighbour_blocks(form, recvbuf, recvcounts, rdispls, recvtypes, n); });
}

}  // namespace

#include "mpi/collectives/neighbours.inc"
