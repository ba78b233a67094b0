// MPI_Gather, MPI_Gatherv, MPI_Scatter, MPI_Scatterv.

#include "mpi/next.hpp"
#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// The bytes of all blocks together, each process knowing those of its own.
std::size_t total(const buffer& own, const site& s) {
  return own.bytes() * static_cast<std::size_t>(s.size());
}

// What the arguments say of the blocks, which only the root has, and of the own one; or what is wrong with them.
struct argument {
  blocks all;
  buffer own;
  bool in_place = false;  ///< the root's own block lies among all
  const erroneous* fault = nullptr;
};

// `take_all(layout)` makes the blocks of the root's arguments; null counts or displacements it need not see.
template <class TakeAll>
[[gnu::always_inline]] inline argument arguments(const site& s, int root, const void* data, int count,
                                                 MPI_Datatype type, const void* base, MPI_Datatype base_type,
                                                 const erroneous* tables, TakeAll take_all) {
  argument a;
  const bool at_root = s.rank() == root;
  a.in_place = at_root && data == MPI_IN_PLACE;
  if (root < 0 || root >= s.size()) return a.fault = &wrong::root, a;
  if (at_root) {
    const type_entry* t = look_up(base_type);
    a.fault = !t ? &wrong::type : base == MPI_IN_PLACE ? &wrong::place : tables;
    if (a.fault) return a;
    a.all = take_all(t->layout);
    for (int i = 0; i < a.all.size() && !base; ++i)
      if (nowhere(a.all[i])) return a.fault = &wrong::memory, a;
  }
  if (a.in_place) return a.own = a.all[root], a;
  const type_entry* t = look_up(type);
  a.fault = !t                     ? &wrong::type
            : !valid(count)        ? &wrong::count
            : data == MPI_IN_PLACE ? &wrong::place
                                   : nullptr;
  if (a.fault) return a;
  a.own = elements(data, static_cast<std::size_t>(count), t->layout);
  if (nowhere(a.own))
    a.fault = &wrong::memory;
  else if (at_root && refused_overlap(a.own, a.all[root]))
    a.fault = &wrong::overlap;
  return a;
}

argument regular(const site& s, int root, const void* data, int count, MPI_Datatype type, const void* base,
                 int base_count, MPI_Datatype base_type) {
  return arguments(s, root, data, count, type, base, base_type, valid(base_count) ? nullptr : &wrong::count,
                   [&](const datatype& t) {
                     return blocks::regular(address(base), static_cast<std::size_t>(base_count), t, s.size());
                   });
}

argument irregular(const site& s, int root, const void* data, int count, MPI_Datatype type, const void* base,
                   const int* counts, const int* displs, MPI_Datatype base_type) {
  const erroneous* tables = nullptr;
  if (s.rank() == root)
    tables = !counts || !displs ? &wrong::table : !valid(counts, s.size()) ? &wrong::count : nullptr;
  return arguments(s, root, data, count, type, base, base_type, tables, [&](const datatype& t) {
    return blocks::irregular(address(base), counts, displs, t, s.size());
  });
}

int gather_blocks(const order& o, const argument& a, int root) {
  return o.run([&](process& self, host_memory& host, auto go) {
    const blocks& all = a.in_place ? host.changed(a.all) : host.received(a.all);
    const buffer own = a.in_place ? all[root] : host.sent(a.own);
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

int scatter_blocks(const order& o, const argument& a, int root) {
  return o.run([&](process& self, host_memory& host, auto go) {
    const blocks& all = host.sent(a.all);
    staged_blocks staged(self, all, o.needs());
    staged.pack();
    call c;
    c.send = staged.view();
    c.root = root;
    if (a.in_place) {
      c.out = staged.view()[root];
      return go(c);
    }
    staged_buffer block(self, host.received(a.own), o.needs().bytes);
    c.out = block.view();
    go(c);
    block.unpack();
  });
}

}  // namespace

int TUTTI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                 MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return next::Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::gather, native, [&](site& s, const auto& library) {
    const argument a = regular(s, root, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
    if (a.fault) return library(*a.fault);
    const order o(s, collective::gather, total(a.own, s), a.own.bytes());
    if (!o.served()) return library(o.unserved());
    return gather_blocks(o, a, root);
  });
}

int TUTTI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                  MPI_Comm comm) {
  const auto native = [&] {
    return next::Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm);
  };
  return serve_on(comm, collective::gatherv, native, [&](site& s, const auto& library) {
    const order o(s, collective::gatherv, 0, 1);
    if (!o.served()) return library(o.unserved());
    const argument a =
        irregular(s, root, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype);
    if (a.fault) return library(*a.fault);
    return gather_blocks(o, a, root);
  });
}

int TUTTI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return next::Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::scatter, native, [&](site& s, const auto& library) {
    const argument a = regular(s, root, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype);
    if (a.fault) return library(*a.fault);
    const order o(s, collective::scatter, total(a.own, s), a.own.bytes());
    if (!o.served()) return library(o.unserved());
    return scatter_blocks(o, a, root);
  });
}

int TUTTI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                   void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return next::Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::scatterv, native, [&](site& s, const auto& library) {
    const order o(s, collective::scatterv, 0, 1);
    if (!o.served()) return library(o.unserved());
    const argument a =
        irregular(s, root, recvbuf, recvcount, recvtype, sendbuf, sendcounts, displs, sendtype);
    if (a.fault) return library(*a.fault);
    return scatter_blocks(o, a, root);
  });
}
