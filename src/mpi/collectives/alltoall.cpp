// MPI_Alltoall, MPI_Alltoallv, MPI_Alltoallw.

#include "mpi/collectives/block_arguments.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/library_calls.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// The unnamed arguments are the tables to which the blocks point. They are passed only to be kept alive.
struct staged_exchange {
  template <class... Tables>
  staged_exchange(process& self, host_memory& host, const dispatch& d, const blocks& send, const blocks& recv,
                  const Tables&...)
      : from_(self, host.sent(send), d.needs()), to_(self, host.received(recv), d.needs()) {
    c.send = from_.view();
    c.recv = to_.view();
  }
  void begin() { from_.pack(); }
  void finish() { to_.unpack(); }
  static constexpr bool runs = true;
  call c;

 private:
  packed_blocks from_, to_;
};

// In place, the block for a process and the block from it have the same memory. An algorithm that swaps these
// blocks needs no staging.
struct staged_swaps {
  template <class... Tables>
  staged_swaps(process&, host_memory& host, const dispatch&, const blocks& all, const Tables&...) {
    c.recv = host.changed(all);
    c.send = c.recv;
  }
  void begin() {}
  void finish() {}
  static constexpr bool runs = true;
  call c;
};

// For an algorithm that does not swap blocks, the outgoing blocks are copied first, so that incoming blocks
// do not overwrite them. The process's own block is copied only if the algorithm needs arranged blocks.
struct staged_copies {
  template <class... Tables>
  staged_copies(process& self, host_memory& host, const dispatch& d, const blocks& all, const Tables&...)
      : self_(self),
        here_(host.changed(all)),
        stays_(d.needs().arranged() ? nobody : self.rank()),
        offsets_(static_cast<std::size_t>(all.size()) + 1),
        memory_(self, total()),
        copies_(blocks::consecutive(memory_.all().data, offsets_.data(), byte_type, all.size())),
        sent_(static_cast<std::size_t>(all.size())),
        to_(self, here_, d.needs()) {
    c.send = copies_;
    c.recv = to_.view();
    if (stays_ == nobody) return;
    for (int i = 0; i < all.size(); ++i)
      sent_[static_cast<std::size_t>(i)] = i == stays_ ? here_[i] : copies_[i];
    c.send = const_blocks::listed(sent_.data(), all.size());
  }
  void begin() {
    for (int i = 0; i < here_.size(); ++i)
      if (i != stays_) self_.copy(here_[i], copies_[i]);
  }
  void finish() { to_.unpack(); }
  static constexpr bool runs = true;
  call c;

 private:
  // Computes the offsets of the copied blocks. Returns their total length.
  std::size_t total() {
    offsets_[0] = 0;
    for (int i = 0; i < here_.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      offsets_[k + 1] = offsets_[k] + (i == stays_ ? 0 : here_[i].bytes());
    }
    return offsets_.back();
  }

  process& self_;
  const blocks& here_;
  int stays_;
  workspace<std::size_t> offsets_;
  scratch memory_;
  blocks copies_;
  workspace<const_buffer> sent_;
  packed_blocks to_;
};

// True if blocks of equal lengths should be swapped, because copies would take long, or much memory.
bool better_swapped(std::size_t block, std::size_t all) {
  constexpr std::size_t long_block = std::size_t{32} << 10U, much = std::size_t{64} << 20U;
  return block >= long_block || all >= much;
}

bool swaps(const dispatch& d) { return d.decided.use->traits.swaps && !d.needs().arranged(); }

// Prefers an algorithm that swaps blocks. All processes do so, because MPI_IN_PLACE is set on all of them.
void prefer_swaps(const choices& chooser, dispatch& d) {
  if (swaps(d)) return;
  static const algorithm *const equal = find(collective::alltoall, "one_factor"),
                                *const any = find(collective::alltoallv, "agreed"),
                                *const typed = find(collective::alltoallw, "agreed");
  d.prefer(chooser, d.of == collective::alltoall ? equal : d.of == collective::alltoallv ? any : typed);
}

// True if a block is both sent and received. Such a call is left to the MPI library. MPICH compares only the
// addresses of the two buffers, so it refuses a call that sends some blocks of an array and receives others.
// MPI allows such a call, and tutti serves it.
bool refused_overlap(const blocks& send, const blocks& recv) {
  for (int i = 0; i < send.size(); ++i)
    if (tutti::mpi::refused_overlap(send[i], recv[i])) return true;
  return false;
}

template <class Form, class... Tables>
int run_in_place(Form& form, const dispatch& d, const blocks& all, Tables&&... tables) {
  if (swaps(d)) return form.template run<staged_swaps>(d, all, std::forward<Tables>(tables)...);
  return form.template run<staged_copies>(d, all, std::forward<Tables>(tables)...);
}

template <class Form>
TUTTI_INLINED inline int serve_alltoall(Form& form, const void* sendbuf, MPI_Count sendcount,
                                        MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                        MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_on(form, comm, collective::alltoall, [&](communicator& c, const auto& library) TUTTI_INLINED {
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const block_argument recv = regular(form, recvbuf, recvcount, recvtype, c.size());
    if (recv.fault) return library(*recv.fault);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    block_argument send;
    if (!in_place) send = regular(form, sendbuf, sendcount, sendtype, c.size());
    if (send.fault) return library(*send.fault);
    if (!in_place && tutti::mpi::refused_overlap(send.all.all(), recv.all.all()))
      return library(wrong::overlap);
    const std::size_t bytes = recv.all.all().bytes();
    dispatch d(form.chooser(c), c, collective::alltoall, {.bytes = bytes});
    if (!d.served()) return library(d);
    if (in_place && better_swapped(recv.all[0].bytes(), bytes)) prefer_swaps(form.chooser(c).by, d);
    if (bytes == 0) return form.template run<nothing_to_stage>(d);
    if (in_place) return run_in_place(form, d, recv.all);
    return form.template run<staged_exchange>(d, send.all, recv.all);
  });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_alltoallv(Form& form, const void* sendbuf, const Count* sendcounts,
                                         const Displacement* sdispls, MPI_Datatype sendtype, void* recvbuf,
                                         const Count* recvcounts, const Displacement* rdispls,
                                         MPI_Datatype recvtype, MPI_Comm comm) {
  return serve_on(form, comm, collective::alltoallv, [&](communicator& c, const auto& library) TUTTI_INLINED {
    dispatch d(form.chooser(c), c, collective::alltoallv, unknown_size);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const block_argument recv = irregular(form, recvbuf, recvcounts, rdispls, recvtype, c.size());
    if (recv.fault) return library(*recv.fault);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    block_argument send;
    if (!in_place) send = irregular(form, sendbuf, sendcounts, sdispls, sendtype, c.size());
    if (send.fault) return library(*send.fault);
    if (!in_place && sendbuf == recvbuf && refused_overlap(send.all, recv.all))
      return library(wrong::overlap);
    if (!d.served()) return library(d);
    if (in_place) prefer_swaps(form.chooser(c).by, d);
    if (in_place) return run_in_place(form, d, recv.all);
    return form.template run<staged_exchange>(d, send.all, recv.all);
  });
}

template <class Form, class Count, class Displacement>
TUTTI_INLINED inline int serve_alltoallw(Form& form, const void* sendbuf, const Count* sendcounts,
                                         const Displacement* sdispls, const MPI_Datatype* sendtypes,
                                         void* recvbuf, const Count* recvcounts, const Displacement* rdispls,
                                         const MPI_Datatype* recvtypes, MPI_Comm comm) {
  return serve_on(form, comm, collective::alltoallw, [&](communicator& c, const auto& library) TUTTI_INLINED {
    dispatch d(form.chooser(c), c, collective::alltoallw, unknown_size);
    if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
    const auto p = static_cast<std::size_t>(c.size());
    workspace<const datatype*> recv_layouts(p), send_layouts(p);
    const block_argument recv = typed(form, recvbuf, recvcounts, rdispls, recvtypes, recv_layouts);
    if (recv.fault) return library(*recv.fault);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    block_argument send;
    if (!in_place) send = typed(form, sendbuf, sendcounts, sdispls, sendtypes, send_layouts);
    if (send.fault) return library(*send.fault);
    if (!in_place && sendbuf == recvbuf && refused_overlap(send.all, recv.all))
      return library(wrong::overlap);
    if (!d.served()) return library(d);
    if (in_place) prefer_swaps(form.chooser(c).by, d);
    if (in_place) return run_in_place(form, d, recv.all, std::move(recv_layouts));
    return form.template run<staged_exchange>(d, send.all, recv.all, std::move(send_layouts),
                                              std::move(recv_layouts));
  });
}

}  // namespace

#include "mpi/collectives/alltoall.inc"
