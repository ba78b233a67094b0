// Calls of the program's that wait for one other process, and MPI_Abort: what is written down of them is where the process is, for
// tutti who. Each is some loads and stores and a jump to the next definition. With MPICH, waits.cpp has those that wait.

#include "mpi/following.hpp"
#include "mpi/recorder.hpp"
#include "mpi/signatures.hpp"
#include "tutti/tutti.h"

#if !defined(SMPI_H)

using namespace tutti::mpi;

namespace {

#if defined(OPEN_MPI)
#define TUTTI_NOTED(each)                                                                         \
  each(Send) each(Ssend) each(Rsend) each(Recv) each(Sendrecv) each(Sendrecv_replace) each(Mrecv) \
      each(Probe) each(Mprobe) each(Wait) each(Waitall) each(Waitany) each(Waitsome) each(Abort)
#else
#define TUTTI_NOTED(each) each(Abort)
#endif

#define TUTTI_POINTER(name) decltype(&PMPI_##name) name = PMPI_##name;
struct noted_calls {
  TUTTI_NOTED(TUTTI_POINTER)
};
#undef TUTTI_POINTER
constinit noted_calls following;

__attribute__((constructor)) void at_load() {
#define TUTTI_POINTER(name) look_up_following(following.name, "MPI_" #name);
  TUTTI_NOTED(TUTTI_POINTER)
#undef TUTTI_POINTER
}

}  // namespace

extern "C" {

#define TUTTI_NOTE(Name, waits, parameters, arguments)               \
  TUTTI_API int MPI_##Name parameters {                              \
    const waiting_in here(tutti::record::message::TUTTI_LIST waits); \
    return following.Name arguments;                                 \
  }
#define TUTTI_SITE __builtin_return_address(0)
#if defined(OPEN_MPI)
TUTTI_NOTE(Send, (send, TUTTI_SITE, to, tag, comm),
           (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
           (data, count, type, to, tag, comm))
TUTTI_NOTE(Ssend, (ssend, TUTTI_SITE, to, tag, comm),
           (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
           (data, count, type, to, tag, comm))
TUTTI_NOTE(Rsend, (rsend, TUTTI_SITE, to, tag, comm),
           (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
           (data, count, type, to, tag, comm))
TUTTI_NOTE(Recv, (recv, TUTTI_SITE, from, tag, comm),
           (void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status),
           (data, count, type, from, tag, comm, status))
TUTTI_NOTE(Sendrecv, (sendrecv, TUTTI_SITE, from, in_tag, comm),
           (const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
            int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status* status),
           (out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, status))
TUTTI_NOTE(Sendrecv_replace, (sendrecv_replace, TUTTI_SITE, from, in_tag, comm),
           (void* data, int count, MPI_Datatype type, int to, int out_tag, int from, int in_tag,
            MPI_Comm comm, MPI_Status* status),
           (data, count, type, to, out_tag, from, in_tag, comm, status))
TUTTI_NOTE(Mrecv, (mrecv, TUTTI_SITE),
           (void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status),
           (data, count, type, message, status))
TUTTI_NOTE(Probe, (probe, TUTTI_SITE, source, tag, comm),
           (int source, int tag, MPI_Comm comm, MPI_Status* status), (source, tag, comm, status))
TUTTI_NOTE(Mprobe, (mprobe, TUTTI_SITE, source, tag, comm),
           (int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status),
           (source, tag, comm, message, status))
TUTTI_NOTE(Wait, (wait, TUTTI_SITE), (MPI_Request * request, MPI_Status* status), (request, status))
TUTTI_NOTE(Waitall, (waitall, TUTTI_SITE), (int n, MPI_Request requests[], MPI_Status statuses[]),
           (n, requests, statuses))
TUTTI_NOTE(Waitany, (waitany, TUTTI_SITE), (int n, MPI_Request requests[], int* index, MPI_Status* status),
           (n, requests, index, status))
TUTTI_NOTE(Waitsome, (waitsome, TUTTI_SITE),
           (int n, MPI_Request requests[], int* count, int indices[], MPI_Status statuses[]),
           (n, requests, count, indices, statuses))
#endif
TUTTI_NOTE(Abort, (abort, TUTTI_SITE, -1, -1, comm), (MPI_Comm comm, int code), (comm, code))

}  // extern "C"

#endif
