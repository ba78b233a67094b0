#include "mpi/next.hpp"

#include <dlfcn.h>

namespace tutti::mpi::next {

#define TUTTI_NEXT(name) constinit decltype(&PMPI_##name) name = PMPI_##name;
TUTTI_NEXT_CALLS(TUTTI_NEXT)
#undef TUTTI_NEXT

// In a simulator the program and tutti are one object, and nothing comes after.
#if !defined(SMPI_H)
namespace {

template <class Function>
void look_up(Function& known, const char* symbol) {
  if (void* const found = dlsym(RTLD_NEXT, symbol)) known = reinterpret_cast<Function>(found);
}

__attribute__((constructor)) void at_load() {
#define TUTTI_NEXT(name) look_up(name, "MPI_" #name);
  TUTTI_NEXT_CALLS(TUTTI_NEXT)
#undef TUTTI_NEXT
}

}  // namespace
#endif

}  // namespace tutti::mpi::next
