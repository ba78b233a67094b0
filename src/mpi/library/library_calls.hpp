#pragma once

#include <cstddef>

#include "mpi/library/call_table.hpp"

namespace tutti::mpi {

/// The next MPI_Name: that of a profiling tool loaded after this object, otherwise that of the MPI library.
/// Calls that tutti does not serve go there, so that the tool sees them.
extern constinit library_calls next_mpi;
/// The next PMPI_Name: the MPI library's own. tutti itself defines some PMPI_Name, because tools loaded
/// before it, Open MPI's Fortran interfaces and MPICH's Fortran 2008 interface call them. Null for
/// collectives, which tutti does not define under these names.
extern constinit library_calls next_pmpi;

/// Looks up all definitions, once: when this object is loaded, or when MPI starts, if that is earlier.
/// (Constructors in the program's libraries run first, and may start MPI.)
void look_up_library_calls();

/// True if libtutti.so (front/front.hpp) or tutti's libmpi_abi.so.1 (src/forward) has opened this object.
/// False if this object itself was preloaded or linked.
bool opened_by_front() noexcept;
/// An address in the object whose functions the program calls: the one that has opened this object, otherwise
/// this object.
const void* entrance() noexcept;
/// The number of objects that were loaded with the program; loaded_objects() begins with them.
std::size_t objects_at_start() noexcept;
/// Notifies `tutti run`, through that object, that this process is served. `first`: this process is the first
/// one of its job.
void note_served(bool first) noexcept;
/// Notifies `tutti run` that this process is not served, and that a message has reported this.
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

// Each of these calls a function of the MPI library with a collective's arguments and those that its form
// adds.
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
