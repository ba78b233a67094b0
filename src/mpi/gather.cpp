// MPI_Gather, MPI_Gatherv, MPI_Scatter, MPI_Scatterv.

#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// The bytes of all blocks together, each process knowing those of its own.
std::size_t total(const buffer& own, const site& s) { return own.bytes() * static_cast<std::size_t>(s.size); }

// What the arguments say of the own block; at the root `own` is that among all blocks, and stays so in place. False: for
// the MPI library to refuse.
bool own_block(bool at_root, const void* data, int count, MPI_Datatype type, buffer& own) {
  if (data == MPI_IN_PLACE) return at_root;
  const type_entry* t = look_up(type);
  if (!t || !valid(count) || (at_root && refused_alias(data, own.data, own.bytes()))) return false;
  own = elements(data, static_cast<std::size_t>(count), t->layout);
  return true;
}

int gather_blocks(const order& o, const buffer& own, const blocks& all, int root) {
  return o.run([&](process& self, auto go) {
    staged_blocks staged(self, all, o.needs());
    staged_buffer block(self, own, o.needs().bytes);
    block.pack();
    call c;
    c.in = block.view();
    c.recv = staged.view();
    c.root = root;
    go(c);
    staged.unpack();
  });
}

int scatter_blocks(const order& o, const blocks& all, const buffer& own, int root) {
  return o.run([&](process& self, auto go) {
    staged_blocks staged(self, all, o.needs());
    staged.pack();
    staged_buffer block(self, own, o.needs().bytes);
    call c;
    c.send = staged.view();
    c.out = block.view();
    c.root = root;
    go(c);
    const bool in_place = self.rank() == root && own.data == all[root].data;
    if (!in_place) block.unpack();
  });
}

}  // namespace

int TUTTI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::gather, native, [&](site& s) {
    if (root < 0 || root >= s.size) return native();
    blocks all;
    buffer own;
    if (s.rank == root) {
      const type_entry* r = look_up(recvtype);
      if (!r || !valid(recvcount) || recvbuf == MPI_IN_PLACE) return native();
      all = blocks::regular(address(recvbuf), static_cast<std::size_t>(recvcount), r->layout, s.size);
      own = all[root];
    }
    if (!own_block(s.rank == root, sendbuf, sendcount, sendtype, own)) return native();
    const order o(s, collective::gather, total(own, s), own.bytes());
    if (!o.served()) return o.pass(native);
    return gather_blocks(o, own, all, root);
  });
}

int TUTTI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                  MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
  };
  return serve_on(comm, collective::gatherv, native, [&](site& s) {
    const order o(s, collective::gatherv, 0, 1);
    if (!o.served()) return o.pass(native);
    if (root < 0 || root >= s.size) return native();
    blocks all;
    buffer own;
    if (s.rank == root) {
      const type_entry* r = look_up(recvtype);
      if (!r || !all_valid(recvcounts, s.size) || !displs || recvbuf == MPI_IN_PLACE) return native();
      all = blocks::irregular(address(recvbuf), recvcounts, displs, r->layout, s.size);
      own = all[root];
    }
    if (!own_block(s.rank == root, sendbuf, sendcount, sendtype, own)) return native();
    return gather_blocks(o, own, all, root);
  });
}

int TUTTI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::scatter, native, [&](site& s) {
    if (root < 0 || root >= s.size) return native();
    blocks all;
    buffer own;
    if (s.rank == root) {
      const type_entry* t = look_up(sendtype);
      if (!t || !valid(sendcount) || sendbuf == MPI_IN_PLACE) return native();
      all = blocks::regular(address(sendbuf), static_cast<std::size_t>(sendcount), t->layout, s.size);
      own = all[root];
    }
    if (!own_block(s.rank == root, recvbuf, recvcount, recvtype, own)) return native();
    const order o(s, collective::scatter, total(own, s), own.bytes());
    if (!o.served()) return o.pass(native);
    return scatter_blocks(o, all, own, root);
  });
}

int TUTTI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                   void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return PMPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::scatterv, native, [&](site& s) {
    const order o(s, collective::scatterv, 0, 1);
    if (!o.served()) return o.pass(native);
    if (root < 0 || root >= s.size) return native();
    blocks all;
    buffer own;
    if (s.rank == root) {
      const type_entry* t = look_up(sendtype);
      if (!t || !all_valid(sendcounts, s.size) || !displs || sendbuf == MPI_IN_PLACE) return native();
      all = blocks::irregular(address(sendbuf), sendcounts, displs, t->layout, s.size);
      own = all[root];
    }
    if (!own_block(s.rank == root, recvbuf, recvcount, recvtype, own)) return native();
    return scatter_blocks(o, all, own, root);
  });
}
