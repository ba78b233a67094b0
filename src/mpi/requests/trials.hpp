#pragma once

#include "mpi/communicators/communicator.hpp"

namespace tutti::mpi {

/// The facts about a call that has ended. All processes know them.
struct ended_call {
  collective of;
  std::size_t bytes;  ///< as the collective counts them; 0 if not all processes know them
};

/// Ends the trial of a call that has succeeded. If an agreement is due, and no process leaves such a call
/// before all have entered it, the processes agree on their measurements. Throws failure if they cannot:
/// another process might decide differently.
[[gnu::noinline, gnu::cold]] void end_timed_call(communicator& c, ended_call which);
/// The same after a call that has failed. The processes agree at once, too, because those on which the call
/// has succeeded wait for this one.
[[gnu::noinline, gnu::cold]] void end_failed_call(communicator& c, ended_call which) noexcept;

/// True if learning has something to do at the end of a blocking call.
inline bool learns_from_call(const communicator& c) noexcept {
  return c.learns_after != communicator::never &&
         (!c.learns || c.learns->trying() || c.learns->must_agree(c.calls_so_far()));
}
/// Called after each blocking call.
inline void end_trial(communicator& c, ended_call which) {
  if (learns_from_call(c)) [[unlikely]]
    end_timed_call(c, which);
}
inline void end_failed_trial(communicator& c, ended_call which) noexcept {
  if (learns_from_call(c)) [[unlikely]]
    end_failed_call(c, which);
}

}  // namespace tutti::mpi
