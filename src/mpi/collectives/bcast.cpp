// MPI_Barrier, MPI_Bcast.

#include "mpi/collectives/serve.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/library_calls.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

struct staged_barrier {
  explicit staged_barrier(process&, host_memory&, const dispatch&) {}
  static constexpr bool runs = true;
  call c;
  void begin() {}
  void finish() {}
};

template <class Form>
TUTTI_INLINED inline int serve_barrier(Form& form, MPI_Comm comm) {
  return serve_on(form, comm, collective::barrier, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const dispatch d(form.chooser(c), c, collective::barrier, {.bytes = 0});
    if (!d.served()) return library(d);
    return form.template run<staged_barrier>(d);
  });
}

// Data with holes of up to this many bytes are packed once and unpacked once, not for each message. Moreover,
// both libraries send packed data faster than data with holes. Longer data would need too much memory.
constexpr std::size_t packed_whole = std::size_t{4} << 20;

struct staged_bcast {
  TUTTI_INLINED staged_bcast(process& self, host_memory& host, const dispatch& d, const buffer& user,
                             int root)
      : runs(d.size.bytes > 0),
        sends_(self.rank() == root),
        data_(self, sends_ ? host.sent(user) : host.received(user),
              d.needs().bytes || (!user.type->dense && user.bytes() <= packed_whole)) {
    c.out = data_.view();
    c.root = root;
  }
  void begin() {
    if (sends_) data_.pack();
  }
  void finish() {
    if (!sends_) data_.unpack();
  }
  bool runs;
  call c;

 private:
  bool sends_;
  packed_buffer data_;
};

template <class Form>
TUTTI_INLINED inline int serve_bcast(Form& form, void* data, MPI_Count count, MPI_Datatype type, int root,
                                     MPI_Comm comm) {
  return serve_on(form, comm, collective::bcast, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const type_entry* t = form.look_up(type);
    if (!t) return library(wrong::type);
    if (!valid(count)) return library(wrong::count);
    if (root < 0 || root >= c.size()) return library(wrong::root);
    if (data == MPI_IN_PLACE) return library(wrong::place);
    const buffer user = elements(data, static_cast<std::size_t>(count), t->layout);
    if (has_null_address(user)) [[unlikely]]
      return library(wrong::memory);
    const dispatch d(form.chooser(c), c, collective::bcast,
                     {.bytes = user.bytes(), .most_pieces = user.bytes()});
    if (!d.served()) return library(d);
    return form.template run<staged_bcast>(d, user, root);
  });
}

}  // namespace

#include "mpi/collectives/bcast.inc"
