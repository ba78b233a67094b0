#include "mpi/next.hpp"

#include <dlfcn.h>

namespace tutti::mpi::next {

#define TUTTI_NEXT(Name, name, parameters, arguments)  \
  constinit decltype(&PMPI_##Name) Name = PMPI_##Name; \
  constinit decltype(&PMPI_I##name) I##name = PMPI_I##name;
TUTTI_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT

// In a simulator the program and tutti are one object, and nothing comes after.
#if !defined(SMPI_H)
namespace {

template <class Function>
void look_up(Function& known, const char* symbol) {
  if (void* const found = dlsym(RTLD_NEXT, symbol)) known = reinterpret_cast<Function>(found);
}

__attribute__((constructor)) void at_load() {
#define TUTTI_NEXT(Name, name, parameters, arguments) \
  look_up(Name, "MPI_" #Name);                        \
  look_up(I##name, "MPI_I" #name);
  TUTTI_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT
}

}  // namespace
#endif

}  // namespace tutti::mpi::next
