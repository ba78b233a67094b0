#pragma once

#include <dlfcn.h>

#include <string>

#include "tutti/mpi/run.hpp"

namespace tutti::bench {

/// The functions of a collective. `persistent` is null if the MPI library lacks it.
template <class Blocking>
struct call_forms;
template <class... Arguments>
struct call_forms<int(Arguments...)> {
  int (*blocking)(Arguments...);
  int (*nonblocking)(Arguments..., MPI_Request*);
  int (*persistent)(Arguments..., MPI_Info, MPI_Request*);
};

/// The MPI library's function PMPI_Name, or PMPIX_Name, its name before MPI had it. Becomes null if there is
/// neither.
struct library_function {
  const char* name;
  template <class Function>
  operator Function*() const {  // NOLINT(google-explicit-constructor): an initial value of call_forms
    void* const found = dlsym(RTLD_DEFAULT, (std::string("PMPI_") + name).c_str());
    return reinterpret_cast<Function*>(found ? found
                                             : dlsym(RTLD_DEFAULT, (std::string("PMPIX_") + name).c_str()));
  }
};

}  // namespace tutti::bench
