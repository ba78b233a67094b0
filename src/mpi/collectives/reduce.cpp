// MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter, MPI_Reduce_scatter_block, MPI_Scan, MPI_Exscan.

#include "mpi/collectives/serve.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/library_calls.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// The datatype and the operator of a reduction. Null if the MPI library must refuse them.
struct operands {
  const type_entry* type;
  operation asked;  // before op, which may point to it
  const operation* op;

  template <class Form>
  operands(Form& form, MPI_Datatype t, MPI_Op o)
      : type(form.look_up(t)), op(type ? form.look_up(o, *type, asked) : nullptr) {}
  [[nodiscard]] operator_class kind() const noexcept { return class_of(*op); }
  [[nodiscard]] buffer vector(const void* data, std::size_t count) const noexcept {
    return elements(data, count, type->layout);
  }
};

// Reduce, allreduce, scan and exscan: one vector in, one vector out.
struct staged_vectors {
  TUTTI_INLINED
  staged_vectors(process&, host_memory& host, const dispatch& d, const buffer& in, const buffer& out,
                 bool in_place, const operation& op, int root = 0)
      : runs(d.size.bytes > 0) {  // exscan leaves the result of process 0 as it is
    c.out = in_place || d.of == collective::exscan ? host.changed(out) : host.received(out);
    c.in = in_place ? c.out : host.sent(in);
    c.op = op;
    c.root = root;
  }
  void begin() {}
  void finish() {}
  bool runs;
  call c;
};

template <class Form>
TUTTI_INLINED inline int vector_to_all(Form& form, collective of, const void* sendbuf, void* recvbuf,
                                       MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_on(form, comm, of, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const operands with(form, type, op);
    if (!with.type) return library(wrong::type);
    if (!with.op) return library(wrong::operands);
    if (!valid(count)) return library(wrong::count);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    // Exscan has no result on process 0, where the receive buffer may be invalid.
    const bool receives = of != collective::exscan || in_place || c.rank() != 0;
    if (receives && recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const buffer out = with.vector(receives ? recvbuf : nullptr, static_cast<std::size_t>(count));
    const buffer in = in_place ? out : with.vector(sendbuf, out.count);
    if (has_null_address(in) || (receives && has_null_address(out))) return library(wrong::memory);
    // MPICH refuses this on process 0, too.
    if (!in_place && refused_overlap(in, with.vector(recvbuf, out.count))) return library(wrong::overlap);
    const dispatch d(form.chooser(c), c, of, {.bytes = out.bytes(), .most_pieces = out.count}, with.kind());
    if (!d.served()) return library(d);
    return form.template run<staged_vectors>(d, in, out, in_place, *with.op);
  });
}

// Returns the error in the buffers of a reduce_scatter, or null.
const erroneous* fault_of(const operands& with, const const_blocks& send, void* recvbuf, bool in_place,
                          const communicator& c) {
  const const_buffer result = with.vector(recvbuf, send[c.rank()].count), vector = send.all();
  if (has_null_address(vector) || has_null_address(result)) return &wrong::memory;
  const bool same =
      !in_place && refused_overlap(vector.slice(0, std::min(vector.count, result.count)), result);
  return same ? &wrong::overlap : nullptr;
}

// Reduce_scatter and reduce_scatter_block. The unnamed arguments are the tables to which `send` points. They
// are passed only to be kept alive.
struct staged_scattering {
  template <class... Tables>
  staged_scattering(process& self, host_memory& host, const dispatch& d, const blocks& send,
                    const buffer& result, bool in_place, const operation& op, const Tables&...)
      : runs(d.size.bytes > 0), result_(host.received(result)), in_place_(in_place), self_(self) {
    c.send = host.sent(send);
    c.out = in_place ? result_memory_.emplace(self, const_buffer(result_)).all() : result_;
    c.op = op;
  }
  void begin() {}
  void finish() {
    if (in_place_) self_.copy(c.out, result_);
  }
  bool runs;
  call c;

 private:
  buffer result_;
  bool in_place_;
  process& self_;
  std::optional<scratch> result_memory_;  // in place, the result overlaps the vector
};

template <class Form>
TUTTI_INLINED inline int serve_reduce(Form& form, const void* sendbuf, void* recvbuf, MPI_Count count,
                                      MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  return serve_on(form, comm, collective::reduce, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const operands with(form, type, op);
    const bool at_root = c.rank() == root;
    if (!with.type) return library(wrong::type);
    if (!with.op) return library(wrong::operands);
    if (!valid(count)) return library(wrong::count);
    if (root < 0 || root >= c.size()) return library(wrong::root);
    if (at_root ? recvbuf == MPI_IN_PLACE : sendbuf == MPI_IN_PLACE) return library(wrong::place);
    const auto n = static_cast<std::size_t>(count);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    const buffer out = at_root ? with.vector(recvbuf, n) : buffer{};
    const buffer in = in_place ? out : with.vector(sendbuf, n);
    if (has_null_address(in) || has_null_address(out)) return library(wrong::memory);
    // Both MPI libraries refuse this, Open MPI in no other collective.
    if (at_root && !in_place && !in.empty() && same_elements(in, out)) return library(wrong::overlap);
    const dispatch d(form.chooser(c), c, collective::reduce, {.bytes = in.bytes(), .most_pieces = n},
                     with.kind());
    if (!d.served()) return library(d);
    return form.template run<staged_vectors>(d, in, out, in_place, *with.op, root);
  });
}

template <class Form, class... Arguments>
TUTTI_INLINED inline int serve_allreduce(Form& form, Arguments... arguments) {
  return vector_to_all(form, collective::allreduce, arguments...);
}
template <class Form, class... Arguments>
TUTTI_INLINED inline int serve_scan(Form& form, Arguments... arguments) {
  return vector_to_all(form, collective::scan, arguments...);
}
template <class Form, class... Arguments>
TUTTI_INLINED inline int serve_exscan(Form& form, Arguments... arguments) {
  return vector_to_all(form, collective::exscan, arguments...);
}

template <class Form, class Count>
TUTTI_INLINED inline int serve_reduce_scatter(Form& form, const void* sendbuf, void* recvbuf,
                                              const Count* recvcounts, MPI_Datatype type, MPI_Op op,
                                              MPI_Comm comm) {
  return serve_on(
      form, comm, collective::reduce_scatter, [&](communicator& c, const auto& library) TUTTI_INLINED {
        const operands with(form, type, op);
        if (!with.type) return library(wrong::type);
        if (!with.op) return library(wrong::operands);
        if (!recvcounts) return library(wrong::table);
        if (!valid(recvcounts, c.size())) return library(wrong::count);
        if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
        workspace<std::size_t> offsets(static_cast<std::size_t>(c.size()) + 1);
        offsets[0] = 0;
        for (int i = 0; i < c.size(); ++i) {
          const auto k = static_cast<std::size_t>(i);
          offsets[k + 1] = offsets[k] + static_cast<std::size_t>(recvcounts[i]);
        }
        const bool in_place = sendbuf == MPI_IN_PLACE;
        const auto send = blocks::consecutive(address(in_place ? recvbuf : sendbuf), offsets.data(),
                                              with.type->layout, c.size());
        if (const erroneous* fault = fault_of(with, send, recvbuf, in_place, c)) return library(*fault);
        const std::size_t bytes = send.all().bytes();
        const dispatch d(form.chooser(c), c, collective::reduce_scatter,
                         {.bytes = bytes, .most_pieces = offsets.back()}, with.kind(),
                         imbalance_of(recvcounts, c.size(), with.type->layout));
        if (!d.served()) return library(d);
        const buffer result = with.vector(recvbuf, send[c.rank()].count);
        return form.template run<staged_scattering>(d, send, result, in_place, *with.op, std::move(offsets));
      });
}

template <class Form>
TUTTI_INLINED inline int serve_reduce_scatter_block(Form& form, const void* sendbuf, void* recvbuf,
                                                    MPI_Count recvcount, MPI_Datatype type, MPI_Op op,
                                                    MPI_Comm comm) {
  return serve_on(
      form, comm, collective::reduce_scatter_block, [&](communicator& c, const auto& library) TUTTI_INLINED {
        const operands with(form, type, op);
        if (!with.type) return library(wrong::type);
        if (!with.op) return library(wrong::operands);
        if (!valid(recvcount)) return library(wrong::count);
        if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
        const bool in_place = sendbuf == MPI_IN_PLACE;
        const auto send = blocks::regular(address(in_place ? recvbuf : sendbuf),
                                          static_cast<std::size_t>(recvcount), with.type->layout, c.size());
        if (const erroneous* fault = fault_of(with, send, recvbuf, in_place, c)) return library(*fault);
        const const_buffer vector = send.all();
        const dispatch d(form.chooser(c), c, collective::reduce_scatter_block,
                         {.bytes = vector.bytes(), .most_pieces = vector.count}, with.kind());
        if (!d.served()) return library(d);
        const buffer result = with.vector(recvbuf, send[c.rank()].count);
        return form.template run<staged_scattering>(d, send, result, in_place, *with.op);
      });
}

}  // namespace

#include "mpi/collectives/reduce.inc"
