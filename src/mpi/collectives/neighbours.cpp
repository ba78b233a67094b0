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

// Without blocks, the arguments are not significant.
template <class Form>
block_argument equal_blocks(Form& form, const void* base, MPI_Count count, MPI_Datatype type, int n) {
  if (n == 0) return {blocks::regular(nullptr, 0, byte_type, 0)};
  return regular(form, base, count, type, n);
}
template <class Form, class Count, class Displacement>
block_argument any_blocks(Form& form, const void* base, const Count* counts, const Displacement* displs,
                          MPI_Datatype type, int n) {
  if (n == 0) return {blocks::regular(nullptr, 0, byte_type, 0)};
  return irregular(form, base, counts, displs, type, n);
}
template <class Form, class Count>
block_argument typed_blocks(Form& form, const void* base, const Count* counts, const MPI_Aint* displs,
                            const MPI_Datatype* types, std::span<const datatype*> layouts) {
  if (layouts.empty()) return {blocks::regular(nullptr, 0, byte_type, 0)};
  return typed(form, base, counts, displs, types, layouts);
}

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

template <class Call>
[[gnu::noinline, gnu::cold]] const erroneous* fault_of(Call call, communicator& c, call_name of) {
  return refused_by_library(call.states(c, of));
}

// Serves a neighbourhood collective by with(communicator, library, neighbourhood). Without a topology, leaves
// the call to the MPI library.
template <class Form, class With>
TUTTI_INLINED inline int serve_neighbours(Form& form, MPI_Comm comm, collective of, const void* sendbuf,
                                          const void* recvbuf, With with) {
  return serve_on(form, comm, of, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const dispatch any(form.chooser(c), c, of, 0, Form::kind);
    if (!any.served()) return library(any);
    const neighbourhood* const mine = neighbours_of(c, comm);
    if (!mine) return library(wrong::topology);
    if (!c.neighbours->agreed.load(std::memory_order_acquire)) [[unlikely]] {
      if (const erroneous* const fault = fault_of(form.call(), c, {of, Form::kind})) return library(*fault);
      form.find_neighbours(c);
    }
    if ((sendbuf == MPI_IN_PLACE && mine->blocks_out() > 0) ||
        (recvbuf == MPI_IN_PLACE && mine->blocks_in() > 0))
      return library(wrong::place);
    return with(c, library, *mine);
  });
}

// The length of a block in bytes; 0 if this process has no blocks.
std::size_t bytes_of_block(const blocks& out, const blocks& in) {
  return in.size() > 0 ? in[0].bytes() : out.size() > 0 ? out[0].bytes() : 0;
}

template <class Form>
dispatch decided(Form& as, communicator& c, collective of, std::size_t bytes) {
  return {as.chooser(c), c, of, bytes, Form::kind};
}

template <class Form>
TUTTI_INLINED inline int serve_neighbor_allgather(Form& form, const void* sendbuf, MPI_Count sendcount,
                                                  MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                                  MPI_Datatype recvtype, MPI_Comm comm) {
  constexpr collective of = collective::neighbor_allgather;
  return serve_neighbours(
      form, comm, of, sendbuf, recvbuf, [&](communicator& c, const auto& library, const auto& n) {
        const block_argument recv = equal_blocks(form, recvbuf, recvcount, recvtype, n.blocks_in());
        if (recv.fault) return library(*recv.fault);
        const own_block_argument own = own_block(form, sendbuf, sendcount, sendtype, n.blocks_out());
        if (own.fault) return library(*own.fault);
        const dispatch d =
            decided(form, c, of, n.blocks_out() > 0 ? own.block.bytes() : bytes_of_block({}, recv.all));
        if (!d.served()) return library(d);
        return form.template run<staged_own_block>(d, own.block, recv.all);
      });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_neighbor_allgatherv(Form& form, const void* sendbuf, MPI_Count sendcount,
                                                   MPI_Datatype sendtype, void* recvbuf,
                                                   const Count* recvcounts, const Displacement* displs,
                                                   MPI_Datatype recvtype, MPI_Comm comm) {
  constexpr collective of = collective::neighbor_allgatherv;
  return serve_neighbours(
      form, comm, of, sendbuf, recvbuf, [&](communicator& c, const auto& library, const auto& n) {
        const block_argument recv = any_blocks(form, recvbuf, recvcounts, displs, recvtype, n.blocks_in());
        if (recv.fault) return library(*recv.fault);
        const own_block_argument own = own_block(form, sendbuf, sendcount, sendtype, n.blocks_out());
        if (own.fault) return library(*own.fault);
        const dispatch d = decided(form, c, of, 0);
        if (!d.served()) return library(d);
        return form.template run<staged_own_block>(d, own.block, recv.all);
      });
}

template <class Form>
TUTTI_INLINED inline int serve_neighbor_alltoall(Form& form, const void* sendbuf, MPI_Count sendcount,
                                                 MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                                 MPI_Datatype recvtype, MPI_Comm comm) {
  constexpr collective of = collective::neighbor_alltoall;
  return serve_neighbours(
      form, comm, of, sendbuf, recvbuf, [&](communicator& c, const auto& library, const auto& n) {
        const block_argument recv = equal_blocks(form, recvbuf, recvcount, recvtype, n.blocks_in());
        if (recv.fault) return library(*recv.fault);
        const block_argument send = equal_blocks(form, sendbuf, sendcount, sendtype, n.blocks_out());
        if (send.fault) return library(*send.fault);
        const dispatch d = decided(form, c, of, bytes_of_block(send.all, recv.all));
        if (!d.served()) return library(d);
        return form.template run<staged_blocks>(d, send.all, recv.all);
      });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_neighbor_alltoallv(Form& form, const void* sendbuf, const Count* sendcounts,
                                                  const Displacement* sdispls, MPI_Datatype sendtype,
                                                  void* recvbuf, const Count* recvcounts,
                                                  const Displacement* rdispls, MPI_Datatype recvtype,
                                                  MPI_Comm comm) {
  constexpr collective of = collective::neighbor_alltoallv;
  return serve_neighbours(
      form, comm, of, sendbuf, recvbuf, [&](communicator& c, const auto& library, const auto& n) {
        const block_argument recv = any_blocks(form, recvbuf, recvcounts, rdispls, recvtype, n.blocks_in());
        if (recv.fault) return library(*recv.fault);
        const block_argument send = any_blocks(form, sendbuf, sendcounts, sdispls, sendtype, n.blocks_out());
        if (send.fault) return library(*send.fault);
        const dispatch d = decided(form, c, of, 0);
        if (!d.served()) return library(d);
        return form.template run<staged_blocks>(d, send.all, recv.all);
      });
}

template <class Form, class Count>
TUTTI_INLINED inline int serve_neighbor_alltoallw(Form& form, const void* sendbuf, const Count* sendcounts,
                                                  const MPI_Aint* sdispls, const MPI_Datatype* sendtypes,
                                                  void* recvbuf, const Count* recvcounts,
                                                  const MPI_Aint* rdispls, const MPI_Datatype* recvtypes,
                                                  MPI_Comm comm) {
  constexpr collective of = collective::neighbor_alltoallw;
  return serve_neighbours(
      form, comm, of, sendbuf, recvbuf, [&](communicator& c, const auto& library, const auto& n) {
        workspace<const datatype*> recv_layouts(static_cast<std::size_t>(n.blocks_in())),
            send_layouts(static_cast<std::size_t>(n.blocks_out()));
        const block_argument recv = typed_blocks(form, recvbuf, recvcounts, rdispls, recvtypes, recv_layouts);
        if (recv.fault) return library(*recv.fault);
        const block_argument send = typed_blocks(form, sendbuf, sendcounts, sdispls, sendtypes, send_layouts);
        if (send.fault) return library(*send.fault);
        const dispatch d = decided(form, c, of, 0);
        if (!d.served()) return library(d);
        return form.template run<staged_blocks>(d, send.all, recv.all, std::move(send_layouts),
                                                std::move(recv_layouts));
      });
}

}  // namespace

TUTTI_NEIGHBOUR_SIGNATURES_OF(TUTTI_ALL_FORMS, int, int)
TUTTI_LARGE(TUTTI_NEIGHBOUR_SIGNATURES_OF(TUTTI_LARGE_FORMS, MPI_Count, MPI_Aint))
