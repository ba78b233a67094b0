// MPI_Allgather, MPI_Allgatherv.

#include "mpi/collectives/serve.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/library_calls.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

struct staged_allgather {
  TUTTI_INLINED staged_allgather(process& self, host_memory& host, const dispatch& d, const buffer& own,
                                 const blocks& all, bool in_place)
      : runs(d.size.bytes > 0),
        here_(in_place ? host.changed(all) : host.received(all)),
        all_(self, here_, d.needs()) {
    c.in = in_place ? here_[self.rank()] : host.sent(own);
    c.recv = all_.view();
  }
  void begin() {}
  void finish() { all_.unpack(); }
  bool runs;
  call c;

 private:
  const blocks& here_;
  packed_blocks all_;
};

// Sets `own` to the block that the arguments describe, and leaves it unchanged with MPI_IN_PLACE. Returns the
// error in the arguments, or null.
template <class Form>
const erroneous* read_own_block(Form& form, const void* data, MPI_Count count, MPI_Datatype type,
                                buffer& own) {
  if (data == MPI_IN_PLACE) return nullptr;
  const type_entry* t = form.look_up(type);
  if (!t) return &wrong::type;
  if (!valid(count)) return &wrong::count;
  const buffer sent = elements(data, static_cast<std::size_t>(count), t->layout);
  if (has_null_address(sent)) return &wrong::memory;
  if (refused_overlap(sent, own)) return &wrong::overlap;
  own = sent;
  return nullptr;
}

template <class Form>
TUTTI_INLINED inline int serve_allgather(Form& form, const void* sendbuf, MPI_Count sendcount,
                                         MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                         MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_on(form, comm, collective::allgather, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const type_entry* r = form.look_up(recvtype);
    if (!r) return library(wrong::type);
    if (!valid(recvcount)) return library(wrong::count);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const blocks all =
        blocks::regular(address(recvbuf), static_cast<std::size_t>(recvcount), r->layout, c.size());
    if (has_null_address(all.all())) return library(wrong::memory);
    buffer own = all[c.rank()];
    const std::size_t bytes = own.bytes() * static_cast<std::size_t>(c.size());
    if (const erroneous* fault = read_own_block(form, sendbuf, sendcount, sendtype, own))
      return library(*fault);
    const dispatch d(form.chooser(c), c, collective::allgather, {.bytes = bytes, .most_pieces = bytes});
    if (!d.served()) return library(d);
    return form.template run<staged_allgather>(d, own, all, sendbuf == MPI_IN_PLACE);
  });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_allgatherv(Form& form, const void* sendbuf, MPI_Count sendcount,
                                          MPI_Datatype sendtype, void* recvbuf, const Count* recvcounts,
                                          const Displacement* displs, MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_on(
      form, comm, collective::allgatherv, [&](communicator& c, const auto& library) TUTTI_INLINED {
        const type_entry* r = form.look_up(recvtype);
        if (!r) return library(wrong::type);
        if (!recvcounts || !displs) return library(wrong::table);
        if (!valid(recvcounts, c.size())) return library(wrong::count);
        if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
        const blocks all = blocks::irregular(address(recvbuf), recvcounts, displs, r->layout, c.size());
        std::size_t bytes = 0;
        for (int i = 0; i < c.size(); ++i) {
          bytes += all[i].bytes();
          if (has_null_address(all[i])) return library(wrong::memory);
        }
        buffer own = all[c.rank()];
        if (const erroneous* fault = read_own_block(form, sendbuf, sendcount, sendtype, own))
          return library(*fault);
        const dispatch d(form.chooser(c), c, collective::allgatherv, {.bytes = bytes, .most_pieces = bytes},
                         operator_class::exact, imbalance_of(recvcounts, c.size(), r->layout));
        if (!d.served()) return library(d);
        return form.template run<staged_allgather>(d, own, all, sendbuf == MPI_IN_PLACE);
      });
}

}  // namespace

#include "mpi/collectives/allgather.inc"
