#pragma once

#include "mpi/communicators/dispatch.hpp"
#include "select/call_name.hpp"

namespace tutti::mpi {

/// A call of the program's has failed inside an algorithm, as where the processes' calls do not match. Where that ends the program, says
/// on stderr which call it was: the MPI library's own text is about a message.
void name_failed(const dispatch& of, form as) noexcept;

/// The same in a handler of what has been thrown; an exception of the program's own is not a failure.
void failed_by_exception(const dispatch& of, form as) noexcept;

}  // namespace tutti::mpi
