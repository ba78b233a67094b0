// MPI_Gather, MPI_Gatherv, MPI_Scatter, MPI_Scatterv.

#include "mpi/collectives/serve.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/library_calls.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// Returns the bytes of all blocks, each of which is as long as the process's own block.
std::size_t total(const buffer& own, const communicator& c) {
  return own.bytes() * static_cast<std::size_t>(c.size());
}

// The blocks of the root (none on other processes) and the process's own block, as the arguments describe
// them. Filled in place: a copy right after small stores would read them with wide loads, and the resulting
// stall would cost more than all the other work.
struct rooted_argument {
  blocks all;
  buffer own;
  bool in_place = false;  ///< the root's own block is one of `all`

  /// On the root, sets `all` to take_all(layout), unless `tables` is an error. Returns the error in the
  /// arguments, or null.
  template <class Form, class TakeAll>
  [[gnu::always_inline]] const erroneous* read(Form& form, const communicator& c, int root, const void* data,
                                               MPI_Count count, MPI_Datatype type, const void* base,
                                               MPI_Datatype base_type, const erroneous* tables,
                                               TakeAll take_all) {
    const bool at_root = c.rank() == root;
    if (root < 0 || root >= c.size()) return &wrong::root;
    if (at_root) {
      const type_entry* t = form.look_up(base_type);
      if (!t) return &wrong::type;
      if (base == MPI_IN_PLACE) return &wrong::place;
      if (tables) return tables;
      all = take_all(t->layout);
      for (int i = 0; !base && i < all.size(); ++i)
        if (has_null_address(all[i])) return &wrong::memory;
      if (data == MPI_IN_PLACE) {
        in_place = true;
        own = all[root];
        return nullptr;
      }
    }
    const type_entry* t = form.look_up(type);
    if (!t) return &wrong::type;
    if (!valid(count)) return &wrong::count;
    if (data == MPI_IN_PLACE) return &wrong::place;
    own = elements(data, static_cast<std::size_t>(count), t->layout);
    if (has_null_address(own)) return &wrong::memory;
    if (at_root && refused_overlap(own, all[root])) return &wrong::overlap;
    return nullptr;
  }

  template <class Form>
  [[gnu::always_inline]] const erroneous* regular(Form& form, const communicator& c, int root,
                                                  const void* data, MPI_Count count, MPI_Datatype type,
                                                  const void* base, MPI_Count base_count,
                                                  MPI_Datatype base_type) {
    return read(form, c, root, data, count, type, base, base_type,
                valid(base_count) ? nullptr : &wrong::count, [&](const datatype& t) {
                  return blocks::regular(address(base), static_cast<std::size_t>(base_count), t, c.size());
                });
  }

  template <class Form, class Count, class Displacement>
  const erroneous* irregular(Form& form, const communicator& c, int root, const void* data, MPI_Count count,
                             MPI_Datatype type, const void* base, const Count* counts,
                             const Displacement* displs, MPI_Datatype base_type) {
    const erroneous* tables = nullptr;
    if (c.rank() == root)
      tables = !counts || !displs ? &wrong::table : !valid(counts, c.size()) ? &wrong::count : nullptr;
    return read(form, c, root, data, count, type, base, base_type, tables, [&](const datatype& t) {
      return blocks::irregular(address(base), counts, displs, t, c.size());
    });
  }
};

struct staged_gather {
  TUTTI_INLINED staged_gather(process& self, host_memory& host, const dispatch& d, const rooted_argument& a,
                              int root)
      : here_(a.in_place ? host.changed(a.all) : host.received(a.all)),
        all_(self, here_, d.needs()),
        own_(self, a.in_place ? here_[root] : host.sent(a.own), d.needs().bytes) {
    c.in = own_.view();
    c.recv = all_.view();
    c.root = root;
  }
  void begin() { own_.pack(); }
  void finish() { all_.unpack(); }
  static constexpr bool runs = true;
  call c;

 private:
  const blocks& here_;
  packed_blocks all_;
  packed_buffer own_;
};

struct staged_scatter {
  TUTTI_INLINED staged_scatter(process& self, host_memory& host, const dispatch& d, const rooted_argument& a,
                               int root)
      : all_(self, host.sent(a.all), d.needs()),
        own_(self, a.in_place ? all_.view()[root] : host.received(a.own), d.needs().bytes && !a.in_place) {
    c.send = all_.view();
    c.out = own_.view();
    c.root = root;
  }
  void begin() { all_.pack(); }
  void finish() { own_.unpack(); }
  static constexpr bool runs = true;
  call c;

 private:
  packed_blocks all_;
  packed_buffer own_;
};

template <class Form>
TUTTI_INLINED inline int serve_gather(Form& form, const void* sendbuf, MPI_Count sendcount,
                                      MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                      MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_on(form, comm, collective::gather, [&](communicator& c, const auto& library) TUTTI_INLINED {
    rooted_argument a;
    if (const erroneous* fault =
            a.regular(form, c, root, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype)) [[unlikely]]
      return library(*fault);
    const dispatch d(form.chooser(c), c, collective::gather,
                     {.bytes = total(a.own, c), .most_pieces = a.own.bytes()});
    if (!d.served()) return library(d);
    return form.template run<staged_gather>(d, a, root);
  });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_gatherv(Form& form, const void* sendbuf, MPI_Count sendcount,
                                       MPI_Datatype sendtype, void* recvbuf, const Count* recvcounts,
                                       const Displacement* displs, MPI_Datatype recvtype, int root,
                                       MPI_Comm comm) {
  return serve_on(form, comm, collective::gatherv, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const dispatch d(form.chooser(c), c, collective::gatherv, unknown_size);
    rooted_argument a;
    if (const erroneous* fault = a.irregular(form, c, root, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                             displs, recvtype)) [[unlikely]]
      return library(*fault);
    if (!d.served()) return library(d);
    return form.template run<staged_gather>(d, a, root);
  });
}

template <class Form>
TUTTI_INLINED inline int serve_scatter(Form& form, const void* sendbuf, MPI_Count sendcount,
                                       MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                       MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_on(form, comm, collective::scatter, [&](communicator& c, const auto& library) TUTTI_INLINED {
    rooted_argument a;
    if (const erroneous* fault =
            a.regular(form, c, root, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype)) [[unlikely]]
      return library(*fault);
    const dispatch d(form.chooser(c), c, collective::scatter,
                     {.bytes = total(a.own, c), .most_pieces = a.own.bytes()});
    if (!d.served()) return library(d);
    return form.template run<staged_scatter>(d, a, root);
  });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_scatterv(Form& form, const void* sendbuf, const Count* sendcounts,
                                        const Displacement* displs, MPI_Datatype sendtype, void* recvbuf,
                                        MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return serve_on(form, comm, collective::scatterv, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const dispatch d(form.chooser(c), c, collective::scatterv, unknown_size);
    rooted_argument a;
    if (const erroneous* fault = a.irregular(form, c, root, recvbuf, recvcount, recvtype, sendbuf, sendcounts,
                                             displs, sendtype)) [[unlikely]]
      return library(*fault);
    if (!d.served()) return library(d);
    return form.template run<staged_scatter>(d, a, root);
  });
}

}  // namespace

#include "mpi/collectives/gather.inc"
