#pragma once

#include "mpi/communicators/communicator.hpp"

namespace tutti::mpi {

/// Ends the trial of a call that has succeeded. At the end of a phase, the processes agree on their
/// measurements. Throws failure if they cannot: another process might decide differently.
[[gnu::noinline, gnu::cold]] void end_timed_call(communicator& c);
/// The same after a call that has failed. The agreement takes place before the next call: first the program
/// learns of the failure, and may end.
[[gnu::noinline, gnu::cold]] void end_failed_call(communicator& c) noexcept;
[[gnu::noinline, gnu::cold]] void agree_late(communicator& c);

/// Called after each blocking call.
inline void end_trial(communicator& c) {
  if (c.learns && c.learns->trying()) [[unlikely]]
    end_timed_call(c);
}
inline void end_failed_trial(communicator& c) noexcept {
  if (c.learns && c.learns->trying()) [[unlikely]]
    end_failed_call(c);
}

/// Called before each call is counted.
inline void agree_if_owed(communicator& c) {
  if (c.learns && c.learns->owes_agreement()) [[unlikely]]
    agree_late(c);
}

}  // namespace tutti::mpi
