// Functions that wait for another process, and MPI_Abort. Each one records where the process waits, for
// `tutti who`. This costs some loads and stores and a jump to the next definition. Functions that complete
// requests are intercepted under their PMPI_ names, too: check mode has to see them, and Fortran's interfaces
// call these names. With MPICH, waits_mpich.cpp defines the functions that wait or test.

#include "mpi/library/library_calls.hpp"
#include "mpi/requests/deferred.hpp"
#include "mpi/requests/message_signatures.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi;

extern "C" {

#define TUTTI_NOTE(Name, waits, parameters, arguments) \
  TUTTI_API int MPI_##Name parameters {                \
    TUTTI_WAITS_IN waits;                              \
    return next_mpi.Name arguments;                    \
  }
TUTTI_MESSAGE_SIGNATURES(TUTTI_NOTE, int)
#define TUTTI_NOTE_PROBE(Name, waits, completes, parameters, arguments) \
  TUTTI_NOTE(Name, waits, parameters, arguments)
TUTTI_PROBE_WAITS(TUTTI_NOTE_PROBE)
#define TUTTI_SEE(Name, natives, completes, parameters, arguments)   \
  TUTTI_API int PMPI_##Name parameters {                             \
    TUTTI_COMPLETES completes;                                       \
    return deferred::Name(TUTTI_LIST natives, TUTTI_LIST arguments); \
  }
#define TUTTI_NOTE_WAIT(Name, waits, completes, parameters, arguments)                          \
  TUTTI_API int MPI_##Name parameters {                                                         \
    TUTTI_WAITS_IN waits;                                                                       \
    TUTTI_COMPLETES completes;                                                                  \
    return deferred::Name(next_mpi.Name, next_mpi.TUTTI_TEST_FOR_##Name, TUTTI_LIST arguments); \
  }                                                                                             \
  TUTTI_SEE(Name, (next_pmpi.Name, next_pmpi.TUTTI_TEST_FOR_##Name), completes, parameters, arguments)
TUTTI_REQUEST_WAITS(TUTTI_NOTE_WAIT)
#define TUTTI_SEE_TEST(Name, completes, parameters, arguments)  \
  TUTTI_API int MPI_##Name parameters {                         \
    TUTTI_COMPLETES completes;                                  \
    return deferred::Name(next_mpi.Name, TUTTI_LIST arguments); \
  }                                                             \
  TUTTI_SEE(Name, (next_pmpi.Name), completes, parameters, arguments)
TUTTI_TEST_SIGNATURES(TUTTI_SEE_TEST)
TUTTI_STATUS_SIGNATURES(TUTTI_SEE_TEST)

}  // extern "C"
