// Calls of the program's that wait for one other process, and MPI_Abort: what is written down of them is where the process is, for
// tutti who. Each is some loads and stores and a jump to the next definition. Those that complete requests are seen by check mode, too, by
// both of their names, since Fortran's interfaces call the other one. With MPICH, waits.cpp has those that wait or test.

#include "mpi/beyond.hpp"
#include "mpi/deferred.hpp"
#include "mpi/following.hpp"
#include "mpi/message_signatures.hpp"
#include "tutti/tutti.h"

#if !defined(SMPI_H)

using namespace tutti::mpi;

namespace {

#if defined(OPEN_MPI)
#define TUTTI_NOTED(each)                                                                         \
  each(Send) each(Ssend) each(Rsend) each(Recv) each(Sendrecv) each(Sendrecv_replace) each(Mrecv) \
      each(Probe) each(Mprobe) each(Wait) each(Waitall) each(Waitany) each(Waitsome) each(Test)   \
          each(Testall) each(Testany) each(Testsome) TUTTI_STATUSES(each) each(Abort)
#else
#define TUTTI_NOTED(each) each(Abort)
#endif

#define TUTTI_POINTER(name) decltype(&PMPI_##name) name = PMPI_##name;
struct noted_calls {
  TUTTI_NOTED(TUTTI_POINTER)
};
#undef TUTTI_POINTER
constinit noted_calls following_noted;

}  // namespace

void tutti::mpi::look_up_noted() {
#define TUTTI_POINTER(name) look_up_following(following_noted.name, "MPI_" #name);
  TUTTI_NOTED(TUTTI_POINTER)
#undef TUTTI_POINTER
}

extern "C" {

#define TUTTI_NOTE(Name, waits, parameters, arguments) \
  TUTTI_API int MPI_##Name parameters {                \
    TUTTI_WAITS_IN waits;                              \
    return following_noted.Name arguments;             \
  }
#if defined(OPEN_MPI)
TUTTI_MESSAGE_SIGNATURES(TUTTI_NOTE, int)
#define TUTTI_NOTE_PROBE(Name, waits, completes, parameters, arguments) \
  TUTTI_NOTE(Name, waits, parameters, arguments)
TUTTI_PROBE_WAITS(TUTTI_NOTE_PROBE)
#define TUTTI_SEE(Name, natives, completes, parameters, arguments)   \
  TUTTI_API int PMPI_##Name parameters {                             \
    TUTTI_COMPLETES completes;                                       \
    return deferred::Name(TUTTI_LIST natives, TUTTI_LIST arguments); \
  }
#define TUTTI_NOTE_WAIT(Name, waits, completes, parameters, arguments)                 \
  TUTTI_API int MPI_##Name parameters {                                                \
    TUTTI_WAITS_IN waits;                                                              \
    TUTTI_COMPLETES completes;                                                         \
    return deferred::Name(following_noted.Name, following_noted.TUTTI_TEST_FOR_##Name, \
                          TUTTI_LIST arguments);                                       \
  }                                                                                    \
  TUTTI_SEE(Name, (beyond::Name, beyond::TUTTI_TEST_FOR_##Name), completes, parameters, arguments)
TUTTI_REQUEST_WAITS(TUTTI_NOTE_WAIT)
#define TUTTI_SEE_TEST(Name, completes, parameters, arguments)         \
  TUTTI_API int MPI_##Name parameters {                                \
    TUTTI_COMPLETES completes;                                         \
    return deferred::Name(following_noted.Name, TUTTI_LIST arguments); \
  }                                                                    \
  TUTTI_SEE(Name, (beyond::Name), completes, parameters, arguments)
TUTTI_TEST_SIGNATURES(TUTTI_SEE_TEST)
TUTTI_STATUS_SIGNATURES(TUTTI_SEE_TEST)
#endif
// That of MPICH 4.2 returns, and the launcher ends the process a moment later.
TUTTI_API int MPI_Abort(MPI_Comm comm, int code) {
  waiting_in here(tutti::record::message::abort, TUTTI_SITE, -1, -1, comm);
  here.stay();
  return following_noted.Abort(comm, code);
}

}  // extern "C"

#endif
