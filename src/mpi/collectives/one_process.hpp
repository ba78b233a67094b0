#pragma once

#include "mpi/communicators/dispatch.hpp"
#include "mpi/transport/blocking_process.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/collective.hpp"

/// Collective calls on a communicator of one process.
namespace tutti::mpi {

/// True if a call runs no algorithm, because it is on one process and the user has requested none.
[[nodiscard]] [[gnu::always_inline]] inline bool runs_no_algorithm(const dispatch& d) noexcept {
  return d.at.size() == 1 && !is_neighbourhood(d.of) && !d.at.choosers.blocking->user().of(d.of).use;
}

/// Runs such a call: the process copies the data that it sends to its receive buffer. A broadcast leaves the
/// data where they are. An exclusive scan has no result on the first process. (Not inlined, so that it takes
/// no registers from calls on several processes.)
[[gnu::noinline]] inline void run_on_one(blocking_process& self, collective of, const call& c) {
  const collective_traits& t = traits(of);
  if (t.receives.what == holding::nothing || t.one_buffer || t.op == combining::before) return;
  self.copy(sends_blocks(of) ? c.send[0] : c.in, receives_blocks(of) ? c.recv[0] : c.out);
}

}  // namespace tutti::mpi
