#include "mpi/beyond.hpp"

#include "mpi/following.hpp"

namespace tutti::mpi::beyond {

// In a simulator the program and tutti are one object, and define nothing in front of it.
#if !defined(SMPI_H)

#define TUTTI_BEYOND(name) constinit decltype(&PMPI_##name) name = nullptr;
TUTTI_BEYOND_CALLS(TUTTI_BEYOND)
#undef TUTTI_BEYOND

void look_up() {
#define TUTTI_BEYOND(name) look_up_following(name, "PMPI_" #name);
  TUTTI_BEYOND_CALLS(TUTTI_BEYOND)
#undef TUTTI_BEYOND
}

#else

#define TUTTI_BEYOND(name) constinit decltype(&PMPI_##name) name = PMPI_##name;
TUTTI_BEYOND_CALLS(TUTTI_BEYOND)
#undef TUTTI_BEYOND

#endif

}  // namespace tutti::mpi::beyond
