// MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter, MPI_Reduce_scatter_block, MPI_Scan, MPI_Exscan.

#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// What the reductions have in common: the type, the operator, and whether both are for the MPI library to refuse.
struct operands {
  const type_entry* type;
  operation asked;  // before op, which may point to it
  const operation* op;

  operands(MPI_Datatype t, MPI_Op o) : type(look_up(t)), op(type ? look_up(o, *type, asked) : nullptr) {}
  operands(const operands&) = delete;
  operands& operator=(const operands&) = delete;
  [[nodiscard]] bool valid() const noexcept { return op != nullptr; }
  [[nodiscard]] operator_class kind() const noexcept { return class_of(*op); }
  [[nodiscard]] buffer vector(const void* data, std::size_t count) const noexcept {
    return elements(data, count, type->layout);
  }
};

// Allreduce, scan and exscan: a vector in, a vector out on every process.
template <class Native>
int vector_to_all(collective of, const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm, Native native) {
  return serve_on(comm, of, native, [&](site& s) {
    const operands with(type, op);
    if (!with.valid() || !valid(count) || recvbuf == MPI_IN_PLACE) return native();
    const buffer out = with.vector(recvbuf, static_cast<std::size_t>(count));
    if (refused_alias(sendbuf, recvbuf, out.bytes())) return native();
    const order o(s, of, out.bytes(), out.count, with.kind());
    if (!o.served()) return o.pass(native);
    return o.run([&](process&, auto go) {
      call c;
      c.in = sendbuf == MPI_IN_PLACE ? out : with.vector(sendbuf, out.count);
      c.out = out;
      c.op = *with.op;
      if (o.bytes > 0) go(c);
    });
  });
}

// Reduce_scatter and its regular form: `offsets` are those of the blocks of the vector, in elements.
int scatter_result(const order& o, const operands& with, const const_blocks& send, void* recvbuf,
                   bool in_place) {
  return o.run([&](process& self, auto go) {
    const std::size_t own = send[self.rank()].count;
    const buffer result = with.vector(recvbuf, own);
    std::optional<scratch> aside;  // in place the result lies where the vector does
    call c;
    c.send = send;
    c.out = in_place ? aside.emplace(self, const_buffer(result)).all() : result;
    c.op = *with.op;
    if (o.bytes > 0) go(c);
    if (in_place) self.copy(c.out, result);
  });
}

}  // namespace

#if defined(OPEN_MPI)
constexpr bool refuses_same_buffer_in_reduce = true;
#else
constexpr bool refuses_same_buffer_in_reduce = false;
#endif

int TUTTI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
                 MPI_Comm comm) {
  const auto native = [&] { return PMPI_Reduce(sendbuf, recvbuf, count, type, op, root, comm); };
  return serve_on(comm, collective::reduce, native, [&](site& s) {
    const operands with(type, op);
    const bool at_root = s.rank == root;
    if (!with.valid() || !valid(count) || root < 0 || root >= s.size) return native();
    if (at_root ? recvbuf == MPI_IN_PLACE : sendbuf == MPI_IN_PLACE) return native();
    const auto n = static_cast<std::size_t>(count);
    const std::size_t bytes = n * with.type->layout.size;
    // Open MPI, which lets a buffer be its own result elsewhere, refuses it here, and for any number of bytes.
    if (at_root && sendbuf == recvbuf &&
        (refuses_same_buffer_in_reduce || refused_alias(sendbuf, recvbuf, bytes)))
      return native();
    const order o(s, collective::reduce, bytes, n, with.kind());
    if (!o.served()) return o.pass(native);
    return o.run([&](process&, auto go) {
      call c;
      if (at_root) c.out = with.vector(recvbuf, n);
      c.in = sendbuf == MPI_IN_PLACE ? c.out : with.vector(sendbuf, n);
      c.op = *with.op;
      c.root = root;
      if (o.bytes > 0) go(c);
    });
  });
}

int TUTTI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                    MPI_Comm comm) {
  return vector_to_all(collective::allreduce, sendbuf, recvbuf, count, type, op, comm,
                       [&] { return PMPI_Allreduce(sendbuf, recvbuf, count, type, op, comm); });
}

int TUTTI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return vector_to_all(collective::scan, sendbuf, recvbuf, count, type, op, comm,
                       [&] { return PMPI_Scan(sendbuf, recvbuf, count, type, op, comm); });
}

int TUTTI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return vector_to_all(collective::exscan, sendbuf, recvbuf, count, type, op, comm,
                       [&] { return PMPI_Exscan(sendbuf, recvbuf, count, type, op, comm); });
}

int TUTTI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm) {
  const auto native = [&] { return PMPI_Reduce_scatter(sendbuf, recvbuf, recvcounts, type, op, comm); };
  return serve_on(comm, collective::reduce_scatter, native, [&](site& s) {
    const operands with(type, op);
    if (!with.valid() || !all_valid(recvcounts, s.size) || recvbuf == MPI_IN_PLACE) return native();
    workspace<std::size_t> offsets(static_cast<std::size_t>(s.size) + 1);
    offsets[0] = 0;
    for (int i = 0; i < s.size; ++i) {
      const auto k = static_cast<std::size_t>(i);
      offsets[k + 1] = offsets[k] + static_cast<std::size_t>(recvcounts[i]);
    }
    const std::size_t bytes = offsets.back() * with.type->layout.size;
    if (refused_alias(sendbuf, recvbuf, bytes)) return native();
    const order o(s, collective::reduce_scatter, bytes, offsets.back(), with.kind(),
                  regularity_of(recvcounts, s.size, with.type->layout));
    if (!o.served()) return o.pass(native);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    const auto send = const_blocks::consecutive(address(in_place ? recvbuf : sendbuf), offsets.data(),
                                                with.type->layout, s.size);
    return scatter_result(o, with, send, recvbuf, in_place);
  });
}

int TUTTI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype type,
                               MPI_Op op, MPI_Comm comm) {
  const auto native = [&] { return PMPI_Reduce_scatter_block(sendbuf, recvbuf, recvcount, type, op, comm); };
  return serve_on(comm, collective::reduce_scatter_block, native, [&](site& s) {
    const operands with(type, op);
    if (!with.valid() || !valid(recvcount) || recvbuf == MPI_IN_PLACE) return native();
    const bool in_place = sendbuf == MPI_IN_PLACE;
    const auto send = const_blocks::regular(address(in_place ? recvbuf : sendbuf),
                                            static_cast<std::size_t>(recvcount), with.type->layout, s.size);
    const const_buffer vector = send.all();
    if (refused_alias(sendbuf, recvbuf, vector.bytes())) return native();
    const order o(s, collective::reduce_scatter_block, vector.bytes(), vector.count, with.kind());
    if (!o.served()) return o.pass(native);
    return scatter_result(o, with, send, recvbuf, in_place);
  });
}
