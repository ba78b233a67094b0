#pragma once

namespace tutti::front {

/// Finds the MPI library of this process, and opens the object of tutti that serves it. Prints the reason if
/// nothing can be opened. Returns false, and can be called again, as long as the process has no MPI library.
bool open_back_end();
/// True as long as open_back_end() has returned false, or has not been called.
bool undecided() noexcept;

/// The definition of a function in the back end itself; null if it has none, or if nothing is open.
void* definition_in_back_end(const char* name);

/// The definition that follows this object's own in the process, for a call that returns to `caller`; null if
/// there is none.
void* next_definition(const char* name, const void* caller);

/// True if that definition depends on the caller: libraries of the program have MPI libraries of their own.
bool depends_on_caller() noexcept;

}  // namespace tutti::front
