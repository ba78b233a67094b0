#pragma once

namespace tutti::front {

/// The MPI library that the process has loaded.
struct mpi_library {
  enum { none, one, several } found = none;
  const char* file = "";
  const char* second_file = "";  ///< of several
  /// An object with functions of MPI for programs of one process, beside the MPI library or alone.
  const char* sequential_file = "";
  /// NAME in the file name of its back end, libtutti-NAME.so; null if tutti has none for this MPI library.
  const char* back_end = nullptr;
  /// The name that the library gives itself: the first line of MPI_Get_library_version.
  char description[96] = "";
};

/// Finds the MPI library of this process by its function MPI_Get_library_version, whatever its file is
/// called.
/// Only one thread at a time may call it.
mpi_library find_mpi_library();

/// The definition of a function that follows this object's own, for a call that returns to `caller`; null if
/// there is none. `of_caller`: true if libraries that the program loads later have MPI libraries of their
/// own.
void* definition_behind(const char* name, const void* caller, bool of_caller);

/// Why a function may have no definition that follows: the end of a sentence.
extern const char* const no_definition;

/// True if a loaded object has the name of an MPI library. Can be called while the process ends: opening an
/// object then would call its constructors again.
bool seems_to_have_mpi() noexcept;

}  // namespace tutti::front
