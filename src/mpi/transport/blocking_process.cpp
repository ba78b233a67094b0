#include "mpi/transport/blocking_process.hpp"

#include "mpi/library/library_calls.hpp"
#include "mpi/transport/messages.hpp"
#include "mpi/transport/near_transfer.hpp"
#include "mpi/transport/node_links.hpp"
#include "mpi/transport/transfers.hpp"

namespace tutti::mpi {

bool blocking_process::start(std::span<transfer> all, const std::source_location&) {
  switch (way_of(all)) {
    case way::node: within_node(all.front()); break;
    case way::mpi: by_mpi(all.front()); break;
    case way::staged: staged(all.front()); break;
    case way::several: several(all); break;
  }
  return true;
}

void blocking_process::within_node(const transfer& t) {
  near_transfer one(*this, t);
  for (node_wait wait(via().crowded); !one.advance();)
    if (!copy_some()) wait.idle();
  finish_copy();
}

void blocking_process::by_mpi(const transfer& t) {
  finish_copy();
  if (t.from == nobody) {
    if (t.to == nobody) return;
    const mpi_buffer out(t.out);
    record_error(
        next_pmpi.Send(out.data(), out.count(), out.type(), in_world(t.to), tag_to(t.to), via().channel));
    return;
  }
  const mpi_buffer in(t.in);
  MPI_Status status;
  int code = MPI_SUCCESS;
  if (t.to == nobody) {
    code = next_pmpi.Recv(in.data(), in.count(), in.type(), in_world(t.from), tag_here(), via().channel,
                          &status);
  } else {
    const mpi_buffer out(t.out);
    code = next_pmpi.Sendrecv(out.data(), out.count(), out.type(), in_world(t.to), tag_to(t.to), in.data(),
                              in.count(), in.type(), in_world(t.from), tag_here(), via().channel, &status);
  }
  arrived(code, status, t.in.bytes());
}

// Runs a transfer that is not plain(). Messages that travel packed are packed here and then sent like dense
// ones, which takes some nanoseconds less than several().
void blocking_process::staged(transfer t) {
  const bool packs_out = t.to != nobody && packed(t.out), packs_in = t.from != nobody && packed(t.in);
  if (!packs_out && !packs_in) return several({&t, 1});
  const scratch out(*this, packs_out ? t.out.bytes() : 0), in(*this, packs_in ? t.in.bytes() : 0);
  const buffer wanted = t.in;
  if (packs_out) {
    pack(t.out, out.all().data);
    t.out = out;
  }
  if (packs_in) t.in = in;
  start({&t, 1}, std::source_location::current());
  if (packs_in) unpack(in.all().data, wanted);
}

// (Allocates memory if many transfers are within the node, or if some are with another node. Transfers with
// another node take far longer than an allocation.)
void blocking_process::several(std::span<transfer> all) {
  transfers each(*this);
  each.begin(all);
  each.wait();
}

}  // namespace tutti::mpi
