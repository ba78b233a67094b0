// MPI_Gather, MPI_Gatherv, MPI_Scatter, MPI_Scatterv.

#include "mpi/next.hpp"
#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// The bytes of all blocks together, each process knowing those of its own.
std::size_t total(const buffer& own, const communicator& s) {
  return own.bytes() * static_cast<std::size_t>(s.size());
}

// What the arguments say of the blocks, which only the root has, and of the own one. Filled in place: copied, a description
// that was written in small parts and is read in large ones costs more than all else that is done with it.
struct argument {
  blocks all;
  buffer own;
  bool in_place = false;  ///< the root's own block lies among all

  /// `take_all(layout)` makes the blocks of the root's arguments, unless their `tables` are at fault. What is wrong, or null.
  template <class TakeAll>
  [[gnu::always_inline]] const erroneous* read(const communicator& s, int root, const void* data, int count,
                                               MPI_Datatype type, const void* base, MPI_Datatype base_type,
                                               const erroneous* tables, TakeAll take_all) {
    const bool at_root = s.rank() == root;
    if (root < 0 || root >= s.size()) return &wrong::root;
    if (at_root) {
      const type_entry* t = look_up(base_type);
      if (!t) return &wrong::type;
      if (base == MPI_IN_PLACE) return &wrong::place;
      if (tables) return tables;
      all = take_all(t->layout);
      for (int i = 0; !base && i < all.size(); ++i)
        if (nowhere(all[i])) return &wrong::memory;
      if (data == MPI_IN_PLACE) {
        in_place = true;
        own = all[root];
        return nullptr;
      }
    }
    const type_entry* t = look_up(type);
    if (!t) return &wrong::type;
    if (!valid(count)) return &wrong::count;
    if (data == MPI_IN_PLACE) return &wrong::place;
    own = elements(data, static_cast<std::size_t>(count), t->layout);
    if (nowhere(own)) return &wrong::memory;
    if (at_root && refused_overlap(own, all[root])) return &wrong::overlap;
    return nullptr;
  }

  [[gnu::always_inline]] const erroneous* regular(const communicator& s, int root, const void* data,
                                                  int count, MPI_Datatype type, const void* base,
                                                  int base_count, MPI_Datatype base_type) {
    return read(s, root, data, count, type, base, base_type, valid(base_count) ? nullptr : &wrong::count,
                [&](const datatype& t) {
                  return blocks::regular(address(base), static_cast<std::size_t>(base_count), t, s.size());
                });
  }

  const erroneous* irregular(const communicator& s, int root, const void* data, int count, MPI_Datatype type,
                             const void* base, const int* counts, const int* displs, MPI_Datatype base_type) {
    const erroneous* tables = nullptr;
    if (s.rank() == root)
      tables = !counts || !displs ? &wrong::table : !valid(counts, s.size()) ? &wrong::count : nullptr;
    return read(s, root, data, count, type, base, base_type, tables, [&](const datatype& t) {
      return blocks::irregular(address(base), counts, displs, t, s.size());
    });
  }
};

int gather_blocks(const dispatch& o, const argument& a, int root) {
  return o.run([&](process& self, host_memory& host, auto go) {
    const blocks& all = a.in_place ? host.changed(a.all) : host.received(a.all);
    const buffer own = a.in_place ? all[root] : host.sent(a.own);
    packed_blocks staged(self, all, o.needs());
    packed_buffer block(self, own, o.needs().bytes);
    block.pack();
    call c;
    c.in = block.view();
    c.recv = staged.view();
    c.root = root;
    go(c);
    staged.unpack();
  });
}

int scatter_blocks(const dispatch& o, const argument& a, int root) {
  return o.run([&](process& self, host_memory& host, auto go) {
    const blocks& all = host.sent(a.all);
    packed_blocks staged(self, all, o.needs());
    staged.pack();
    const buffer own = a.in_place ? staged.view()[root] : host.received(a.own);
    packed_buffer block(self, own, o.needs().bytes && !a.in_place);
    call c;
    c.send = staged.view();
    c.out = block.view();
    c.root = root;
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
  return serve_on(comm, collective::gather, native, [&](communicator& s, const auto& library) {
    argument a;
    if (const erroneous* fault =
            a.regular(s, root, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype)) [[unlikely]]
      return library(*fault);
    const dispatch o(s, collective::gather, total(a.own, s), a.own.bytes());
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
  return serve_on(comm, collective::gatherv, native, [&](communicator& s, const auto& library) {
    const dispatch o(s, collective::gatherv, 0, 1);
    if (!o.served()) return library(o.unserved());
    argument a;
    if (const erroneous* fault = a.irregular(s, root, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                             displs, recvtype)) [[unlikely]]
      return library(*fault);
    return gather_blocks(o, a, root);
  });
}

int TUTTI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
                  MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return next::Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::scatter, native, [&](communicator& s, const auto& library) {
    argument a;
    if (const erroneous* fault =
            a.regular(s, root, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype)) [[unlikely]]
      return library(*fault);
    const dispatch o(s, collective::scatter, total(a.own, s), a.own.bytes());
    if (!o.served()) return library(o.unserved());
    return scatter_blocks(o, a, root);
  });
}

int TUTTI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                   void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const auto native = [&] {
    return next::Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm);
  };
  return serve_on(comm, collective::scatterv, native, [&](communicator& s, const auto& library) {
    const dispatch o(s, collective::scatterv, 0, 1);
    if (!o.served()) return library(o.unserved());
    argument a;
    if (const erroneous* fault = a.irregular(s, root, recvbuf, recvcount, recvtype, sendbuf, sendcounts,
                                             displs, sendtype)) [[unlikely]]
      return library(*fault);
    return scatter_blocks(o, a, root);
  });
}
