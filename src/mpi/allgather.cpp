// MPI_Allgather, MPI_Allgatherv.

#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

int allgather_blocks(const order& o, const_buffer own, const blocks& all) {
  return o.run([&](process& self, auto go) {
    staged_blocks staged(self, all, o.needs());
    call c;
    c.in = own;
    c.recv = staged.view();
    if (o.bytes > 0) go(c);
    staged.unpack();
  });
}

}  // namespace

int TUTTI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                    MPI_Datatype recvtype, MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  };
  return serve_on(comm, collective::allgather, native, [&](site& s) {
    const type_entry* r = look_up(recvtype);
    if (!r || !valid(recvcount) || recvbuf == MPI_IN_PLACE) return native();
    const blocks all =
        blocks::regular(address(recvbuf), static_cast<std::size_t>(recvcount), r->layout, s.size);
    buffer own = all[s.rank];
    const std::size_t bytes = own.bytes() * static_cast<std::size_t>(s.size);
    if (sendbuf != MPI_IN_PLACE) {
      const type_entry* t = look_up(sendtype);
      if (!t || !valid(sendcount) || refused_alias(sendbuf, own.data, own.bytes())) return native();
      own = elements(sendbuf, static_cast<std::size_t>(sendcount), t->layout);
    }
    const order o(s, collective::allgather, bytes, bytes);
    if (!o.served()) return o.pass(native);
    return allgather_blocks(o, own, all);
  });
}

int TUTTI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm);
  };
  return serve_on(comm, collective::allgatherv, native, [&](site& s) {
    const type_entry* r = look_up(recvtype);
    if (!r || !all_valid(recvcounts, s.size) || !displs || recvbuf == MPI_IN_PLACE) return native();
    const blocks all = blocks::irregular(address(recvbuf), recvcounts, displs, r->layout, s.size);
    buffer own = all[s.rank];
    if (sendbuf != MPI_IN_PLACE) {
      const type_entry* t = look_up(sendtype);
      if (!t || !valid(sendcount) || refused_alias(sendbuf, own.data, own.bytes())) return native();
      own = elements(sendbuf, static_cast<std::size_t>(sendcount), t->layout);
    }
    std::size_t bytes = 0;
    for (int i = 0; i < s.size; ++i) bytes += static_cast<std::size_t>(recvcounts[i]) * r->layout.size;
    const order o(s, collective::allgatherv, bytes, bytes, operator_class::exact,
                  regularity_of(recvcounts, s.size, r->layout));
    if (!o.served()) return o.pass(native);
    return allgather_blocks(o, own, all);
  });
}
