#pragma once

#include "mpi/check/statement.hpp"

/// Check mode: calls with a fault in this process's own arguments, of which the other processes need not make the same one. A call that
/// MPI libraries refuse has not taken place. One that they would make is an error on all processes if the others make it, too.
namespace tutti::mpi {

struct erroneous;

/// What happens to a call after its own arguments have been looked at.
enum class own_verdict : std::uint8_t {
  compare,           ///< the processes compare it
  leave_to_library,  ///< check mode only warns, and the MPI library will refuse it
  refuse,            ///< with statement::fault_code, which the caller of this passes to the error handler
  tell_others  ///< and then refuse: the program goes on after errors, and has to have made the same calls as the others
};

/// Says on stderr what is wrong with the call of this process, if anything is. Where check mode only warns, and the call can take
/// place all the same, the fault is then removed from the statement. An operator beyond the standard is remarked on, once for each
/// operator and datatype, by process 0 of a communicator.
own_verdict judge_own_arguments(const communicator& c, statement& x);

/// What is wrong with the arguments that MPI libraries look at before anything else; null if nothing is.
const erroneous* refused_by_library(const statement& x);
/// The same of the first call on a communicator. In check mode anything that is wrong with its own arguments is told, and thrown as a
/// failure unless check mode only warns.
const erroneous* fault_of_first_call(communicator& c, statement x);

}  // namespace tutti::mpi
