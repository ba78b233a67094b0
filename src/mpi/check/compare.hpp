#pragma once

#include "mpi/check/statement.hpp"
#include "tutti/process.hpp"
#include "tutti/task.hpp"

namespace tutti::mpi {

/// Compares the statements of all processes. Where they differ, process 0 says on stderr who has called what, and it throws
/// a failure of the error class that fits, on all processes; with `warns` it goes on. If a statement has a fault and the others make the
/// same call, it throws the failure of the fault on all processes. If the others make another call, it returns on the process of the
/// fault, and goes on with its next call on the others.
task compare_statements(process& self, const statement& mine);
/// The same as a program for run_now(): `mine` is a statement.
task compare_program(process& self, void* mine);

}  // namespace tutti::mpi
