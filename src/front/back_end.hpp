#pragma once

namespace tutti::front {

/// Finds the MPI library of this process, and opens the object of tutti that serves it. Prints the reason if
/// nothing can be opened. Returns false, and can be called again, as long as the process has no MPI library.
bool open_back_end();
/// True as long as open_back_end() has returned false, or has not been called.
bool undecided() noexcept;

/// The definition of a function in the back end itself; null if it has none, or if nothing is open.
void* definition_in_back_end(const char* name);

/// The definition that follows this object's own in the process; null if there is none.
void* next_definition(const char* name);

}  // namespace tutti::front
