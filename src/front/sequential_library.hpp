#pragma once

namespace tutti::front {

/// True if this definition of a function of MPI is for programs of one process, as in MUMPS's libmpiseq: its
/// object has no MPI library behind it. A profiling tool, which defines these functions too, passes calls on.
bool is_sequential(const void* definition);
/// True if an object has such definitions.
bool is_sequential_library(const char* object);

}  // namespace tutti::front
