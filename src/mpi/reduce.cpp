// MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter, MPI_Reduce_scatter_block, MPI_Scan, MPI_Exscan.

#include "mpi/next.hpp"
#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// What the reductions have in common: the type and the operator, null where they are for the MPI library to refuse.
struct operands {
  const type_entry* type;
  operation asked;  // before op, which may point to it
  const operation* op;

  operands(MPI_Datatype t, MPI_Op o) : type(look_up(t)), op(type ? look_up(o, *type, asked) : nullptr) {}
  operands(const operands&) = delete;
  operands& operator=(const operands&) = delete;
  [[nodiscard]] operator_class kind() const noexcept { return class_of(*op); }
  [[nodiscard]] buffer vector(const void* data, std::size_t count) const noexcept {
    return elements(data, count, type->layout);
  }
};

// Allreduce, scan and exscan: a vector in, a vector out on every process.
template <class Native>
int vector_to_all(collective of, const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm, const Native& native) {
  return serve_on(comm, of, native, [&](communicator& s, const auto& library) {
    const operands with(type, op);
    if (!with.type) return library(wrong::type);
    if (!with.op) return library(wrong::operands);
    if (!valid(count)) return library(wrong::count);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    const buffer out = with.vector(recvbuf, static_cast<std::size_t>(count));
    const buffer in = in_place ? out : with.vector(sendbuf, out.count);
    if (nowhere(in) || nowhere(out)) return library(wrong::memory);
    if (!in_place && refused_overlap(in, out)) return library(wrong::overlap);
    const dispatch o(s, of, out.bytes(), out.count, with.kind());
    if (!o.served()) return library(o.unserved());
    return o.run([&](process&, host_memory& host, auto go) {
      call c;  // exscan leaves the result of process 0 as it is
      c.out = in_place || of == collective::exscan ? host.changed(out) : host.received(out);
      c.in = in_place ? c.out : host.sent(in);
      c.op = *with.op;
      if (o.bytes > 0) go(c);
    });
  });
}

// Of the memory of a reduce_scatter; null if nothing is wrong with it.
const erroneous* fault_of(const operands& with, const const_blocks& send, void* recvbuf, bool in_place,
                          const communicator& s) {
  const const_buffer result = with.vector(recvbuf, send[s.rank()].count), vector = send.all();
  if (nowhere(vector) || nowhere(result)) return &wrong::memory;
  const bool same =
      !in_place && refused_overlap(vector.slice(0, std::min(vector.count, result.count)), result);
  return same ? &wrong::overlap : nullptr;
}

// Reduce_scatter and its regular form.
int scatter_result(const dispatch& o, const operands& with, const blocks& send, void* recvbuf,
                   bool in_place) {
  return o.run([&](process& self, host_memory& host, auto go) {
    const std::size_t own = send[self.rank()].count;
    const buffer result = host.received(with.vector(recvbuf, own));
    std::optional<scratch> aside;  // in place the result lies where the vector does
    call c;
    c.send = host.sent(send);
    c.out = in_place ? aside.emplace(self, const_buffer(result)).all() : result;
    c.op = *with.op;
    if (o.bytes > 0) go(c);
    if (in_place) self.copy(c.out, result);
  });
}

}  // namespace

// Open MPI, which lets a buffer be its own result elsewhere, refuses it here.
#if defined(OPEN_MPI)
constexpr bool refuses_own_result = true;
#else
constexpr bool refuses_own_result = false;
#endif

int TUTTI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
                 MPI_Comm comm) {
  const auto native = [&] { return next::Reduce(sendbuf, recvbuf, count, type, op, root, comm); };
  return serve_on(comm, collective::reduce, native, [&](communicator& s, const auto& library) {
    const operands with(type, op);
    const bool at_root = s.rank() == root;
    if (!with.type) return library(wrong::type);
    if (!with.op) return library(wrong::operands);
    if (!valid(count)) return library(wrong::count);
    if (root < 0 || root >= s.size()) return library(wrong::root);
    if (at_root ? recvbuf == MPI_IN_PLACE : sendbuf == MPI_IN_PLACE) return library(wrong::place);
    const auto n = static_cast<std::size_t>(count);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    const buffer out = at_root ? with.vector(recvbuf, n) : buffer{};
    const buffer in = in_place ? out : with.vector(sendbuf, n);
    if (nowhere(in) || nowhere(out)) return library(wrong::memory);
    if (at_root && !in_place &&
        (refuses_own_result ? !in.empty() && same_elements(in, out) : refused_overlap(in, out)))
      return library(wrong::overlap);
    const dispatch o(s, collective::reduce, in.bytes(), n, with.kind());
    if (!o.served()) return library(o.unserved());
    return o.run([&](process&, host_memory& host, auto go) {
      call c;
      c.out = in_place ? host.changed(out) : host.received(out);
      c.in = in_place ? c.out : host.sent(in);
      c.op = *with.op;
      c.root = root;
      if (o.bytes > 0) go(c);
    });
  });
}

int TUTTI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm) {
  return vector_to_all(collective::allreduce, sendbuf, recvbuf, count, type, op, comm,
                       [&] { return next::Allreduce(sendbuf, recvbuf, count, type, op, comm); });
}

int TUTTI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return vector_to_all(collective::scan, sendbuf, recvbuf, count, type, op, comm,
                       [&] { return next::Scan(sendbuf, recvbuf, count, type, op, comm); });
}

int TUTTI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return vector_to_all(collective::exscan, sendbuf, recvbuf, count, type, op, comm,
                       [&] { return next::Exscan(sendbuf, recvbuf, count, type, op, comm); });
}

int TUTTI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm) {
  const auto native = [&] { return next::Reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm); };
  return serve_on(comm, collective::reduce_scatter, native, [&](communicator& s, const auto& library) {
    const operands with(type, op);
    if (!with.type) return library(wrong::type);
    if (!with.op) return library(wrong::operands);
    if (!recvcounts) return library(wrong::table);
    if (!valid(recvcounts, s.size())) return library(wrong::count);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    workspace<std::size_t> offsets(static_cast<std::size_t>(s.size()) + 1);
    offsets[0] = 0;
    for (int i = 0; i < s.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      offsets[k + 1] = offsets[k] + static_cast<std::size_t>(recvcounts[i]);
    }
    const bool in_place = sendbuf == MPI_IN_PLACE;
    const auto send = blocks::consecutive(address(in_place ? recvbuf : sendbuf), offsets.data(),
                                          with.type->layout, s.size());
    if (const erroneous* fault = fault_of(with, send, recvbuf, in_place, s)) return library(*fault);
    const std::size_t bytes = send.all().bytes();
    const dispatch o(s, collective::reduce_scatter, bytes, offsets.back(), with.kind(),
                     imbalance_of(recvcounts, s.size(), with.type->layout));
    if (!o.served()) return library(o.unserved());
    return scatter_result(o, with, send, recvbuf, in_place);
  });
}

int TUTTI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype type,
                               MPI_Op op, MPI_Comm comm) {
  const auto native = [&] { return next::Reduce_scatter_block(sendbuf, recvbuf, recvcount, type, op, comm); };
  return serve_on(comm, collective::reduce_scatter_block, native, [&](communicator& s, const auto& library) {
    const operands with(type, op);
    if (!with.type) return library(wrong::type);
    if (!with.op) return library(wrong::operands);
    if (!valid(recvcount)) return library(wrong::count);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    const auto send = blocks::regular(address(in_place ? recvbuf : sendbuf),
                                      static_cast<std::size_t>(recvcount), with.type->layout, s.size());
    if (const erroneous* fault = fault_of(with, send, recvbuf, in_place, s)) return library(*fault);
    const const_buffer vector = send.all();
    const dispatch o(s, collective::reduce_scatter_block, vector.bytes(), vector.count, with.kind());
    if (!o.served()) return library(o.unserved());
    return scatter_result(o, with, send, recvbuf, in_place);
  });
}
