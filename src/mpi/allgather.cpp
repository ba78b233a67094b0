// MPI_Allgather, MPI_Allgatherv.

#include "mpi/next.hpp"
#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

int allgather_blocks(const dispatch& o, const buffer& own, const blocks& all, bool in_place) {
  return o.run([&](process& self, host_memory& host, auto go) {
    const blocks& here = in_place ? host.changed(all) : host.received(all);
    packed_blocks staged(self, here, o.needs());
    call c;
    c.in = in_place ? here[self.rank()] : host.sent(own);
    c.recv = staged.view();
    if (o.bytes > 0) go(c);
    staged.unpack();
  });
}

// The own block: as the arguments say, or where it lies among all, in place. What is wrong with it; null if nothing is.
const erroneous* own_block(const void* data, int count, MPI_Datatype type, buffer& own) {
  if (data == MPI_IN_PLACE) return nullptr;
  const type_entry* t = look_up(type);
  if (!t) return &wrong::type;
  if (!valid(count)) return &wrong::count;
  const buffer sent = elements(data, static_cast<std::size_t>(count), t->layout);
  if (nowhere(sent)) return &wrong::memory;
  if (refused_overlap(sent, own)) return &wrong::overlap;
  own = sent;
  return nullptr;
}

}  // namespace

int TUTTI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm) {
  const auto native = [&] {
    return next::Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  };
  return serve_on(comm, collective::allgather, native, [&](communicator& s, const auto& library) {
    const type_entry* r = look_up(recvtype);
    if (!r) return library(wrong::type);
    if (!valid(recvcount)) return library(wrong::count);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const blocks all =
        blocks::regular(address(recvbuf), static_cast<std::size_t>(recvcount), r->layout, s.size());
    if (nowhere(all.all())) return library(wrong::memory);
    buffer own = all[s.rank()];
    const std::size_t bytes = own.bytes() * static_cast<std::size_t>(s.size());
    if (const erroneous* fault = own_block(sendbuf, sendcount, sendtype, own)) return library(*fault);
    const dispatch o(s, collective::allgather, bytes, bytes);
    if (!o.served()) return library(o.unserved());
    return allgather_blocks(o, own, all, sendbuf == MPI_IN_PLACE);
  });
}

int TUTTI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  const auto native = [&] {
    return next::Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
  };
  return serve_on(comm, collective::allgatherv, native, [&](communicator& s, const auto& library) {
    const type_entry* r = look_up(recvtype);
    if (!r) return library(wrong::type);
    if (!recvcounts || !displs) return library(wrong::table);
    if (!valid(recvcounts, s.size())) return library(wrong::count);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const blocks all = blocks::irregular(address(recvbuf), recvcounts, displs, r->layout, s.size());
    std::size_t bytes = 0;
    for (int i = 0; i < s.size(); ++i) {
      bytes += all[i].bytes();
      if (nowhere(all[i])) return library(wrong::memory);
    }
    buffer own = all[s.rank()];
    if (const erroneous* fault = own_block(sendbuf, sendcount, sendtype, own)) return library(*fault);
    const dispatch o(s, collective::allgatherv, bytes, bytes, operator_class::exact,
                     imbalance_of(recvcounts, s.size(), r->layout));
    if (!o.served()) return library(o.unserved());
    return allgather_blocks(o, own, all, sendbuf == MPI_IN_PLACE);
  });
}
