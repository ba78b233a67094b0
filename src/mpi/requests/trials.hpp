#pragma once

#include "mpi/communicators/communicator.hpp"

namespace tutti::mpi {

/// Ends the trial of a call that has succeeded. At the end of a phase, the processes agree on their
/// measurements. Throws failure if they cannot: another process might decide differently.
[[gnu::noinline, gnu::cold]] void end_timed_call(communicator& c);
/// The same after a call that has failed. Such a call is reported in any case.
[[gnu::noinline, gnu::cold]] void end_failed_call(communicator& c) noexcept;

/// Called after each blocking call.
inline void end_trial(communicator& c) {
  if (c.learns && c.learns->trying()) [[unlikely]]
    end_timed_call(c);
}
inline void end_failed_trial(communicator& c) noexcept {
  if (c.learns && c.learns->trying()) [[unlikely]]
    end_failed_call(c);
}

}  // namespace tutti::mpi
