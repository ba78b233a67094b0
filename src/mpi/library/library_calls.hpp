#pragma once

#include "mpi/library/call_table.hpp"

namespace tutti::mpi {

/// The next MPI_Name: of a profiling tool that was loaded after this object, otherwise of the MPI library.
/// Calls that tutti does not serve go there, so that the tool sees them.
extern constinit library_calls next_mpi;
/// The next PMPI_Name: the MPI library's own. tutti itself defines some PMPI_Name, because tools loaded
/// before it, Open MPI's Fortran interfaces and MPICH's for Fortran 2008 call them. Null for collectives,
/// which tutti does not define under these names.
extern constinit library_calls next_pmpi;

/// Looks up all definitions, once: when this object is loaded, or when MPI starts, if that is earlier.
/// (Constructors in the program's libraries run first, and may start MPI.)
void look_up_library_calls();

/// True if libtutti.so has opened this object (front/front.hpp), or tutti's libmpi_abi.so.1 (src/forward).
/// False if it has been preloaded or linked itself.
bool opened_by_front() noexcept;
/// An address in the object whose functions the program calls: the one that has opened this object, otherwise
/// this object.
const void* entrance() noexcept;
/// Tells that object, and so `tutti run`, that this process is served. `first`: it is the first one of its
/// job.
void note_served(bool first) noexcept;
/// Tells them that it is not, and that it has been reported.
void note_unserved() noexcept;
/// The definition of a function that follows this object's own, or that of the object that has opened this
/// one; null if there is none.
void* next_definition(const char* name) noexcept;
/// Sets `known` to the next definition of a function, if there is one.
template <class Function>
void look_up_next(Function& known, const char* symbol) {
  if (void* const found = next_definition(symbol)) known = reinterpret_cast<Function>(found);
}

/// Replaces a persistent collective that the MPI library lacks. Calls the communicator's error handler and
/// returns the error code.
int no_persistent(MPI_Comm comm);

// Each calls a function of the MPI library with the arguments that follow from the form of a collective.
template <auto Function>
struct by_library {
  int operator()(auto... arguments) const { return (next_mpi.*Function)(arguments...); }
};
template <auto Function>
struct posted_by_library {
  MPI_Request* request;
  int operator()(auto... arguments) const { return (next_mpi.*Function)(arguments..., request); }
};
template <auto Function>
struct kept_by_library {
  MPI_Comm comm;
  MPI_Info info;
  MPI_Request* request;
  int operator()(auto... arguments) const {
    const auto known = next_mpi.*Function;
    return known ? known(arguments..., info, request) : no_persistent(comm);
  }
};

}  // namespace tutti::mpi
