#pragma once

#include "mpi/check/statement.hpp"
#include "mpi/communicators/communicator.hpp"

/// Check mode: calls with a fault in this process's own arguments. The other processes need not make the same
/// call. A call that MPI libraries refuse does not take place. A call whose fault MPI libraries do not notice
/// is an error on all processes, if the others make the same call.
namespace tutti::mpi {

struct erroneous;

/// The next step for a call, after the check of its own arguments.
enum class own_verdict : std::uint8_t {
  compare,           ///< the processes compare the call
  leave_to_library,  ///< check mode only warns, and the MPI library will refuse it
  refuse,            ///< fails with statement::fault_code, which the caller passes to the error handler
  /// Informs the others, then refuses. The program continues after errors, so all its processes must have
  /// made the same calls.
  tell_others
};

/// Prints on stderr the fault in the call of this process, if it has one. If check mode only warns and the
/// call can take place nevertheless, removes the fault from the statement. Process 0 of the communicator
/// remarks on an operator beyond the standard, once for each operator and datatype.
own_verdict judge_own_arguments(const communicator& c, statement& x);

/// Returns the fault in the arguments that MPI libraries check before anything else; null if there is none.
const erroneous* refused_by_library(const statement& x);
/// The same for the first call on a communicator. In check mode, prints a fault because of which the call is
/// refused, and throws it as a failure unless check mode only warns. Other faults are printed after the
/// communicator is open.
const erroneous* fault_of_first_call(communicator& c, statement x);

}  // namespace tutti::mpi
