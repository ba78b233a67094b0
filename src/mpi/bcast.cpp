// MPI_Barrier, MPI_Bcast.

#include "mpi/next.hpp"
#include "mpi/serve.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

int TUTTI_Barrier(MPI_Comm comm) {
  const auto native = [&] { return next::Barrier(comm); };
  return serve_on(comm, collective::barrier, native, [&](communicator& s, const auto& library) {
    const dispatch o(s, collective::barrier, 0, 1);
    if (!o.served()) return library(o.unserved());
    return o.run([&](process&, host_memory&, auto go) {
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
  const auto native = [&] { return next::Bcast(data, count, type, root, comm); };
  return serve_on(comm, collective::bcast, native, [&](communicator& s, const auto& library) {
    const type_entry* t = look_up(type);
    if (!t) return library(wrong::type);
    if (!valid(count)) return library(wrong::count);
    if (root < 0 || root >= s.size()) return library(wrong::root);
    if (data == MPI_IN_PLACE) return library(wrong::place);
    const buffer user = elements(data, static_cast<std::size_t>(count), t->layout);
    if (nowhere(user)) [[unlikely]]
      return library(wrong::memory);
    const dispatch o(s, collective::bcast, user.bytes(), user.bytes());
    if (!o.served()) return library(o.unserved());
    return o.run([&](process& self, host_memory& host, auto go) {
      const buffer here = s.rank() == root ? host.sent(user) : host.received(user);
      packed_buffer staged(self, here, o.needs().bytes || (!t->layout.dense && user.bytes() <= packed_whole));
      if (s.rank() == root) staged.pack();
      call c;
      c.out = staged.view();
      c.root = root;
      if (o.bytes > 0) go(c);
      if (s.rank() != root) staged.unpack();
    });
  });
}
