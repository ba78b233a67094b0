// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw.

#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// `send` empty: in place, what is to be sent is what lies in recv.
int exchange_blocks(const order& o, const blocks& send, const blocks& recv, bool in_place) {
  return o.run([&](process& self, auto go) {
    staged_blocks to(self, recv, o.needs());
    call c;
    c.recv = to.view();
    if (in_place) {  // what is sent has to be out of the way of what comes in
      workspace<std::size_t> offsets(static_cast<std::size_t>(recv.size()) + 1);
      offsets[0] = 0;
      for (int i = 0; i < recv.size(); ++i) {
        const auto k = static_cast<std::size_t>(i);
        offsets[k + 1] = offsets[k] + recv[i].bytes();
      }
      const scratch copy(self, offsets.back());
      const blocks saved = blocks::consecutive(copy.all().data, offsets.data(), byte_type, recv.size());
      for (int i = 0; i < recv.size(); ++i) self.copy(recv[i], saved[i]);
      c.send = saved;
      go(c);
    } else {
      staged_blocks from(self, send, o.needs());
      from.pack();
      c.send = from.view();
      go(c);
    }
    to.unpack();
  });
}

// The layouts of an array of types.
bool look_up_all(const MPI_Datatype* types, const int* counts, std::span<const datatype*> into) {
  if (!types || !counts) return false;
  for (std::size_t i = 0; i < into.size(); ++i) {
    const type_entry* t = look_up(types[i]);
    if (!t) return false;
    into[i] = &t->layout;
  }
  return true;
}

}  // namespace

int TUTTI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  };
  return serve_on(comm, collective::alltoall, native, [&](site& s) {
    const type_entry* r = look_up(recvtype);
    if (!r || !valid(recvcount) || recvbuf == MPI_IN_PLACE) return native();
    const blocks recv =
        blocks::regular(address(recvbuf), static_cast<std::size_t>(recvcount), r->layout, s.size);
    const std::size_t bytes = recv.all().bytes();
    blocks send;
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (!in_place) {
      const type_entry* t = look_up(sendtype);
      if (!t || !valid(sendcount) || refused_alias(sendbuf, recvbuf, bytes)) return native();
      send = blocks::regular(address(sendbuf), static_cast<std::size_t>(sendcount), t->layout, s.size);
    }
    const order o(s, collective::alltoall, bytes, 1);
    if (!o.served()) return o.pass(native);
    if (bytes == 0) return o.run([](process&, auto) {});
    return exchange_blocks(o, send, recv, in_place);
  });
}

int TUTTI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                    void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                    MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                          comm);
  };
  return serve_on(comm, collective::alltoallv, native, [&](site& s) {
    const order o(s, collective::alltoallv, 0, 1);
    if (!o.served()) return o.pass(native);
    const type_entry* r = look_up(recvtype);
    if (!r || !all_valid(recvcounts, s.size) || !rdispls || recvbuf == MPI_IN_PLACE) return native();
    const blocks recv = blocks::irregular(address(recvbuf), recvcounts, rdispls, r->layout, s.size);
    blocks send;
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (!in_place) {
      const type_entry* t = look_up(sendtype);
      if (!t || !all_valid(sendcounts, s.size) || !sdispls ||
          refused_alias(sendbuf, sendcounts, recvbuf, recvcounts, s.size))
        return native();
      send = blocks::irregular(address(sendbuf), sendcounts, sdispls, t->layout, s.size);
    }
    return exchange_blocks(o, send, recv, in_place);
  });
}

int TUTTI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                    const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                    const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                          comm);
  };
  return serve_on(comm, collective::alltoallw, native, [&](site& s) {
    const order o(s, collective::alltoallw, 0, 1);
    if (!o.served()) return o.pass(native);
    const auto p = static_cast<std::size_t>(s.size);
    const workspace<const datatype*> recv_layouts(p), send_layouts(p);
    if (!all_valid(recvcounts, s.size) || !rdispls || recvbuf == MPI_IN_PLACE ||
        !look_up_all(recvtypes, recvcounts, recv_layouts))
      return native();
    const blocks recv = blocks::typed(address(recvbuf), recvcounts, rdispls, recv_layouts.data(), s.size);
    blocks send;
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (!in_place) {
      if (!all_valid(sendcounts, s.size) || !sdispls ||
          refused_alias(sendbuf, sendcounts, recvbuf, recvcounts, s.size) ||
          !look_up_all(sendtypes, sendcounts, send_layouts))
        return native();
      send = blocks::typed(address(sendbuf), sendcounts, sdispls, send_layouts.data(), s.size);
    }
    return exchange_blocks(o, send, recv, in_place);
  });
}
