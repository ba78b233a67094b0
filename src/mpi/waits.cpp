// What waits or tests in MPICH, which calls nobody back while it does (before 4.2): while something is outstanding, these are
// loops over what does not wait, which advance it. With nothing outstanding each is one load and a jump to MPICH's own.

#include "mpi/abi.hpp"

#if defined(MPICH_VERSION)

#include <dlfcn.h>

#include <array>

#include "mpi/boundary.hpp"
#include "mpi/lasting.hpp"
#include "mpi/posted_call.hpp"
#include "mpi/progress.hpp"
#include "tutti/tutti.h"

using namespace tutti::mpi;

namespace {

#define TUTTI_WAITS(each)                                                                                    \
  each(Wait) each(Waitall) each(Waitany) each(Waitsome) each(Test) each(Testall) each(Testany)               \
      each(Testsome) each(Request_get_status) each(Send) each(Ssend) each(Rsend) each(Recv) each(Sendrecv)   \
          each(Sendrecv_replace) each(Probe) each(Iprobe) each(Mprobe) each(Improbe) each(Mrecv) each(Isend) \
              each(Issend) each(Irsend) each(Irecv) each(Imrecv)

// The definitions that come after this object's own: a tool's, or MPICH's.
namespace following {
#define TUTTI_FOLLOWING(name) constinit decltype(&PMPI_##name) name = PMPI_##name;
TUTTI_WAITS(TUTTI_FOLLOWING)
#undef TUTTI_FOLLOWING
}  // namespace following

template <class Function>
void look_up(Function& known, const char* symbol) {
  if (void* const found = dlsym(RTLD_NEXT, symbol)) known = reinterpret_cast<Function>(found);
}
__attribute__((constructor)) void at_load() {
#define TUTTI_FOLLOWING(name) look_up(following::name, "MPI_" #name);
  TUTTI_WAITS(TUTTI_FOLLOWING)
#undef TUTTI_FOLLOWING
}

// Advances until `test(flag)`, which returns an MPI error code, sets the flag or fails.
template <class Test>
int until(Test test) {
  int flag = 0, code = MPI_SUCCESS;
  progress::until([&] {
    code = test(&flag);
    return flag != 0 || code != MPI_SUCCESS;
  });
  return code;
}

// A call that begins something: `begin(request)`, and ends when that has ended.
template <class Begin>
int begun(Begin begin, MPI_Status* status = MPI_STATUS_IGNORE) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = begin(&request);
  if (code != MPI_SUCCESS) return code;
  return until([&](int* flag) { return following::Test(&request, flag, status); });
}

}  // namespace

extern "C" {

TUTTI_API int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  if (!progress::needed()) [[likely]]
    return following::Wait(request, status);
  return until([&](int* flag) { return following::Test(request, flag, status); });
}
TUTTI_API int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[]) {
  if (!progress::needed()) [[likely]]
    return following::Waitall(n, requests, statuses);
  return until([&](int* flag) { return following::Testall(n, requests, flag, statuses); });
}
TUTTI_API int MPI_Waitany(int n, MPI_Request requests[], int* index, MPI_Status* status) {
  if (!progress::needed()) [[likely]]
    return following::Waitany(n, requests, index, status);
  return until([&](int* flag) { return following::Testany(n, requests, index, flag, status); });
}
TUTTI_API int MPI_Waitsome(int n, MPI_Request requests[], int* count, int indices[], MPI_Status statuses[]) {
  if (!progress::needed()) [[likely]]
    return following::Waitsome(n, requests, count, indices, statuses);
  return until([&](int* flag) {
    const int code = following::Testsome(n, requests, count, indices, statuses);
    *flag = *count != 0;  // MPI_UNDEFINED is none that could end
    return code;
  });
}

TUTTI_API int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  if (progress::needed()) [[unlikely]]
    progress::advance();
  return following::Test(request, flag, status);
}
TUTTI_API int MPI_Testall(int n, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  if (progress::needed()) [[unlikely]]
    progress::advance();
  return following::Testall(n, requests, flag, statuses);
}
TUTTI_API int MPI_Testany(int n, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  if (progress::needed()) [[unlikely]]
    progress::advance();
  return following::Testany(n, requests, index, flag, status);
}
TUTTI_API int MPI_Testsome(int n, MPI_Request requests[], int* count, int indices[], MPI_Status statuses[]) {
  if (progress::needed()) [[unlikely]]
    progress::advance();
  return following::Testsome(n, requests, count, indices, statuses);
}
TUTTI_API int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  if (progress::needed()) [[unlikely]]
    progress::advance();
  return following::Request_get_status(request, flag, status);
}
TUTTI_API int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  if (progress::needed()) [[unlikely]]
    progress::advance();
  return following::Iprobe(source, tag, comm, flag, status);
}
TUTTI_API int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                          MPI_Status* status) {
  if (progress::needed()) [[unlikely]]
    progress::advance();
  return following::Improbe(source, tag, comm, flag, message, status);
}

#define TUTTI_SENDS(Send, Isend)                                                                             \
  TUTTI_API int MPI_##Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) { \
    if (!progress::needed()) [[likely]]                                                                      \
      return following::Send(data, count, type, to, tag, comm);                                              \
    return begun([&](MPI_Request* r) { return following::Isend(data, count, type, to, tag, comm, r); });     \
  }
TUTTI_SENDS(Send, Isend)
TUTTI_SENDS(Ssend, Issend)
TUTTI_SENDS(Rsend, Irsend)

TUTTI_API int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                       MPI_Status* status) {
  if (!progress::needed()) [[likely]]
    return following::Recv(data, count, type, from, tag, comm, status);
  return begun([&](MPI_Request* r) { return following::Irecv(data, count, type, from, tag, comm, r); },
               status);
}
TUTTI_API int MPI_Mrecv(void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  if (!progress::needed()) [[likely]]
    return following::Mrecv(data, count, type, message, status);
  return begun([&](MPI_Request* r) { return following::Imrecv(data, count, type, message, r); }, status);
}
TUTTI_API int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  if (!progress::needed()) [[likely]]
    return following::Probe(source, tag, comm, status);
  return until([&](int* flag) { return following::Iprobe(source, tag, comm, flag, status); });
}
TUTTI_API int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  if (!progress::needed()) [[likely]]
    return following::Mprobe(source, tag, comm, message, status);
  return until([&](int* flag) { return following::Improbe(source, tag, comm, flag, message, status); });
}
TUTTI_API int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag,
                           void* in, int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                           MPI_Status* status) {
  if (!progress::needed()) [[likely]]
    return following::Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag,
                               comm, status);
  MPI_Request sent = MPI_REQUEST_NULL;
  const int code = begun(
      [&](MPI_Request* r) {
        const int begins = following::Irecv(in, in_count, in_type, from, in_tag, comm, r);
        return begins == MPI_SUCCESS ? following::Isend(out, out_count, out_type, to, out_tag, comm, &sent)
                                     : begins;
      },
      status);
  const int last = until([&](int* flag) { return following::Test(&sent, flag, MPI_STATUS_IGNORE); });
  return code != MPI_SUCCESS ? code : last;
}
TUTTI_API int MPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int to, int out_tag, int from,
                                   int in_tag, MPI_Comm comm, MPI_Status* status) {
#if MPI_VERSION >= 4
  if (progress::needed()) [[unlikely]]
    return begun(
        [&](MPI_Request* r) {
          return PMPI_Isendrecv_replace(data, count, type, to, out_tag, from, in_tag, comm, r);
        },
        status);
#endif
  return following::Sendrecv_replace(data, count, type, to, out_tag, from, in_tag, comm, status);
}

}  // extern "C"

#endif
