#include "mpi/library/library_calls.hpp"

#include "mpi/library/quirks.hpp"

namespace tutti::mpi {

constinit library_calls next_mpi, next_pmpi;

namespace {

// If the program was linked with the MPI library before this object, no definition follows this object's own,
// and the library's definition comes first.
template <class Function>
void take_definition(Function& known, const char* next, const char* in_front) {
  look_up_next(known, next);
  if (known) return;
  if (void* const found = dlsym(RTLD_DEFAULT, in_front)) known = reinterpret_cast<Function>(found);
}

__attribute__((constructor)) void look_up_at_load() { look_up_library_calls(); }

}  // namespace

void look_up_library_calls() {
  static constinit bool done = false;
  if (done || quirks::simulated) return;
  done = true;
#define TUTTI_LOOK_UP_MPI(Name) take_definition(next_mpi.Name, "MPI_" #Name, "PMPI_" #Name);
#define TUTTI_LOOK_UP(Name) \
  TUTTI_LOOK_UP_MPI(Name)   \
  take_definition(next_pmpi.Name, "PMPI_" #Name, "PMPI_" #Name);
#define TUTTI_LOOK_UP_FORMS(Name, name, parameters, arguments) \
  TUTTI_LOOK_UP_MPI(Name)                                      \
  TUTTI_LOOK_UP_MPI(I##name)                                   \
  look_up_next(next_mpi.Name##_init, "MPIX_" #Name "_init");   \
  look_up_next(next_mpi.Name##_init, "MPI_" #Name "_init");
  TUTTI_SIGNATURES(TUTTI_LOOK_UP_FORMS)
#undef TUTTI_LOOK_UP_FORMS
#define TUTTI_LOOK_UP_FORMS(Name, name, parameters, arguments) \
  TUTTI_LOOK_UP_MPI(Name##_c) TUTTI_LOOK_UP_MPI(I##name##_c) TUTTI_LOOK_UP_MPI(Name##_init_c)
  TUTTI_LARGE_SIGNATURES(TUTTI_LOOK_UP_FORMS)
#undef TUTTI_LOOK_UP_FORMS
#define TUTTI_LOOK_UP_FILE(Name, parameters, arguments) TUTTI_LOOK_UP(Name)
  TUTTI_FILE_CALLS(TUTTI_LOOK_UP_FILE)
  TUTTI_OTHER_CALLS(TUTTI_LOOK_UP)
}

int no_persistent(MPI_Comm comm) {
  constexpr int code = MPI_ERR_UNSUPPORTED_OPERATION;
  if (comm != MPI_COMM_NULL) PMPI_Comm_call_errhandler(comm, code);
  return code;
}

}  // namespace tutti::mpi
