#pragma once

#include "mpi/communicators/dispatch.hpp"
#include "select/call_name.hpp"

namespace tutti::mpi {

/// Called if a call of the program has failed inside an algorithm, for example because the processes' calls
/// do not match. If the error ends the program, prints on stderr which call it was, because the MPI library's
/// own text only mentions a message.
void name_failed(const dispatch& of, form as) noexcept;

/// The same for the exception being handled, after which messages of the call may be left over. An exception
/// thrown by the program is not a failure. (By value: a reference would force every call's dispatch into
/// memory.)
void failed_by_exception(dispatch of, form as) noexcept;

}  // namespace tutti::mpi
