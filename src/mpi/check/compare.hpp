#pragma once

#include "mpi/check/statement.hpp"
#include "tutti/process.hpp"
#include "tutti/task.hpp"

namespace tutti::mpi {

/// Compares the statements of all processes. If they differ, process 0 prints on stderr which processes made
/// which call. Then all processes throw a failure of the matching error class, unless check mode only warns.
/// If a statement has a fault and the others make the same call, throws the failure of the fault on all
/// processes. If the others make another call, the function returns on the process with the fault. On the
/// others, it compares their call with the next call of that process.
task compare_statements(process& self, const statement& mine);
/// The same as a program for run_now(): `mine` points to a statement.
task compare_program(process& self, void* mine);

}  // namespace tutti::mpi
