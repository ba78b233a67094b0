// MPI_Barrier, MPI_Bcast.

#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

int TUTTI_Barrier(MPI_Comm comm) {
  const auto native = [&] { return PMPI_Barrier(comm); };
  return serve_on(comm, collective::barrier, native, [&](site& s) {
    const order o(s, collective::barrier, 0, 1);
    if (!o.served()) return o.pass(native);
    return o.run([&](process&, auto go) {
      call c;
      go(c);
    });
  });
}

namespace {

// Data with holes up to so many bytes are packed once and unpacked once, and not with each message on their way; and both
// libraries send packed data faster than what they have to pick up themselves. Longer ones would need too much memory.
constexpr std::size_t packed_whole = std::size_t{4} << 20;

}  // namespace

int TUTTI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const auto native = [&] { return PMPI_Bcast(data, count, type, root, comm); };
  return serve_on(comm, collective::bcast, native, [&](site& s) {
    const type_entry* t = look_up(type);
    if (!t || !valid(count) || root < 0 || root >= s.size || data == MPI_IN_PLACE) return native();
    const buffer user = elements(data, static_cast<std::size_t>(count), t->layout);
    // No memory at all: MPI names the error, or dies as it would have. Types of absolute addresses do not begin at 0.
    if (!data && !user.empty() && t->layout.true_lb == 0) [[unlikely]]
      return native();
    const order o(s, collective::bcast, user.bytes(), user.bytes());
    if (!o.served()) return o.pass(native);
    return o.run([&](process& self, auto go) {
      staged_buffer staged(self, user, o.needs().bytes || (!t->layout.dense && user.bytes() <= packed_whole));
      if (s.rank == root) staged.pack();
      call c;
      c.out = staged.view();
      c.root = root;
      if (o.bytes > 0) go(c);
      if (s.rank != root) staged.unpack();
    });
  });
}
