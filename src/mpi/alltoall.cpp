// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw.

#include "mpi/next.hpp"
#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// `send` empty: in place, what is to be sent is what lies in recv.
int exchange_blocks(const dispatch& o, const blocks& send, const blocks& recv, bool in_place) {
  return o.run([&](process& self, host_memory& host, auto go) {
    const blocks& received = in_place ? host.changed(recv) : host.received(recv);
    packed_blocks to(self, received, o.needs());
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
      for (int i = 0; i < recv.size(); ++i) self.copy(received[i], saved[i]);
      c.send = saved;
      go(c);
    } else {
      const blocks& sent = host.sent(send);
      packed_blocks from(self, sent, o.needs());
      from.pack();
      c.send = from.view();
      go(c);
    }
    to.unpack();
  });
}

// A side of an exchange, or what is wrong with its arguments.
struct argument {
  blocks all;
  const erroneous* fault = nullptr;
};

argument with_memory(const blocks& all, const void* base) {
  argument a{all};
  for (int i = 0; i < all.size() && !base; ++i)
    if (nowhere(all[i])) a.fault = &wrong::memory;
  return a;
}

argument regular(const void* base, int count, MPI_Datatype type, int n) {
  const type_entry* t = look_up(type);
  if (!t) return {{}, &wrong::type};
  if (!valid(count)) return {{}, &wrong::count};
  return with_memory(blocks::regular(address(base), static_cast<std::size_t>(count), t->layout, n), base);
}

const erroneous* fault_of(const int* counts, const int* displs, int n) {
  return !counts || !displs ? &wrong::table : !valid(counts, n) ? &wrong::count : nullptr;
}

argument irregular(const void* base, const int* counts, const int* displs, MPI_Datatype type, int n) {
  const type_entry* t = look_up(type);
  if (!t) return {{}, &wrong::type};
  if (const erroneous* fault = fault_of(counts, displs, n)) return {{}, fault};
  return with_memory(blocks::irregular(address(base), counts, displs, t->layout, n), base);
}

// The datatypes of blocks without elements have no meaning, and need be none.
argument typed(const void* base, const int* counts, const int* displs, const MPI_Datatype* types,
               std::span<const datatype*> layouts) {
  const int n = static_cast<int>(layouts.size());
  if (const erroneous* fault = fault_of(counts, displs, n)) return {{}, fault};
  if (!types) return {{}, &wrong::table};
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    layouts[i] = &byte_type;
    if (counts[i] == 0) continue;
    const type_entry* t = look_up(types[i]);
    if (!t) return {{}, &wrong::type};
    layouts[i] = &t->layout;
  }
  return with_memory(blocks::typed(address(base), counts, displs, layouts.data(), n), base);
}

// MPICH looks at the addresses alone: what it refuses and MPI allows (the blocks of one array, some sent, some received)
// is served, and only what is sent and received at once is left to it.
bool refused_overlap(const blocks& send, const blocks& recv) {
  for (int i = 0; i < send.size(); ++i)
    if (tutti::mpi::refused_overlap(send[i], recv[i])) return true;
  return false;
}

}  // namespace

int TUTTI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, MPI_Comm comm) {
  const auto native = [&] {
    return next::Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  };
  return serve_on(comm, collective::alltoall, native, [&](communicator& s, const auto& library) {
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const argument recv = regular(recvbuf, recvcount, recvtype, s.size());
    if (recv.fault) return library(*recv.fault);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    argument send;
    if (!in_place) send = regular(sendbuf, sendcount, sendtype, s.size());
    if (send.fault) return library(*send.fault);
    if (!in_place && tutti::mpi::refused_overlap(send.all.all(), recv.all.all()))
      return library(wrong::overlap);
    const std::size_t bytes = recv.all.all().bytes();
    const dispatch o(s, collective::alltoall, bytes, 1);
    if (!o.served()) return library(o.unserved());
    if (bytes == 0) return o.run([](process&, host_memory&, auto) {});
    return exchange_blocks(o, send.all, recv.all, in_place);
  });
}

int TUTTI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                    void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                    MPI_Comm comm) {
  const auto native = [&] {
    return next::Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                           comm);
  };
  return serve_on(comm, collective::alltoallv, native, [&](communicator& s, const auto& library) {
    const dispatch o(s, collective::alltoallv, 0, 1);
    if (!o.served()) return library(o.unserved());
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const argument recv = irregular(recvbuf, recvcounts, rdispls, recvtype, s.size());
    if (recv.fault) return library(*recv.fault);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    argument send;
    if (!in_place) send = irregular(sendbuf, sendcounts, sdispls, sendtype, s.size());
    if (send.fault) return library(*send.fault);
    if (!in_place && sendbuf == recvbuf && refused_overlap(send.all, recv.all))
      return library(wrong::overlap);
    return exchange_blocks(o, send.all, recv.all, in_place);
  });
}

int TUTTI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                    const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                    const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const auto native = [&] {
    return next::Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                           comm);
  };
  return serve_on(comm, collective::alltoallw, native, [&](communicator& s, const auto& library) {
    const dispatch o(s, collective::alltoallw, 0, 1);
    if (!o.served()) return library(o.unserved());
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const auto p = static_cast<std::size_t>(s.size());
    const workspace<const datatype*> recv_layouts(p), send_layouts(p);
    const argument recv = typed(recvbuf, recvcounts, rdispls, recvtypes, recv_layouts);
    if (recv.fault) return library(*recv.fault);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    argument send;
    if (!in_place) send = typed(sendbuf, sendcounts, sdispls, sendtypes, send_layouts);
    if (send.fault) return library(*send.fault);
    if (!in_place && sendbuf == recvbuf && refused_overlap(send.all, recv.all))
      return library(wrong::overlap);
    return exchange_blocks(o, send.all, recv.all, in_place);
  });
}
