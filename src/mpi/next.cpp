#include "mpi/next.hpp"

#include <type_traits>

#include "mpi/following.hpp"

namespace tutti::mpi::next {

#define TUTTI_NEXT(Name, name, parameters, arguments)                                            \
  constinit decltype(&PMPI_##Name) Name = PMPI_##Name;                                           \
  constinit decltype(&PMPI_I##name) I##name = PMPI_I##name;                                      \
  constinit std::add_pointer_t<int(TUTTI_LIST parameters, MPI_Info info, MPI_Request * request)> \
      Name##_init = nullptr;
TUTTI_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT
#define TUTTI_NEXT(Name, name, parameters, arguments)                   \
  constinit decltype(&PMPI_##Name##_c) Name##_c = PMPI_##Name##_c;      \
  constinit decltype(&PMPI_I##name##_c) I##name##_c = PMPI_I##name##_c; \
  constinit decltype(&PMPI_##Name##_init_c) Name##_init_c = PMPI_##Name##_init_c;
TUTTI_LARGE_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT

// In a simulator the program and tutti are one object, and nothing comes after.
#if !defined(SMPI_H)
void look_up() {
#define TUTTI_NEXT(Name, name, parameters, arguments)    \
  look_up_following(Name, "MPI_" #Name);                 \
  look_up_following(I##name, "MPI_I" #name);             \
  look_up_following(Name##_init, "MPIX_" #Name "_init"); \
  look_up_following(Name##_init, "MPI_" #Name "_init");
  TUTTI_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT
#define TUTTI_NEXT(Name, name, parameters, arguments) \
  look_up_following(Name##_c, "MPI_" #Name "_c");     \
  look_up_following(I##name##_c, "MPI_I" #name "_c"); \
  look_up_following(Name##_init_c, "MPI_" #Name "_init_c");
  TUTTI_LARGE_SIGNATURES(TUTTI_NEXT)
#undef TUTTI_NEXT
}
#endif

int no_persistent(MPI_Comm comm) {
  constexpr int code = MPI_ERR_UNSUPPORTED_OPERATION;
  if (comm != MPI_COMM_NULL) PMPI_Comm_call_errhandler(comm, code);
  return code;
}

}  // namespace tutti::mpi::next
