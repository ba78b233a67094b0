// MPICH's functions that wait or test, and those of the standard ABI. MPICH before 4.2 calls no progress
// callback in these functions. While operations are outstanding, the functions are therefore loops over their
// non-blocking counterparts, and each pass advances the operations. With nothing outstanding, or if the
// library of the standard ABI is Open MPI's, each function is a load or two and a jump to the library's own
// function.

#include <vector>

#include "mpi/check/pending.hpp"
#include "mpi/data/pack_arguments.hpp"
#include "mpi/library/abi.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/progress/quiet_world.hpp"
#include "mpi/requests/completion.hpp"
#include "mpi/requests/deferred.hpp"
#include "mpi/runtime/run_state.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// Waits for the request that carries out a blocking call of the program. Reports an error to the
// communicator's handler, once.
int ended(MPI_Comm comm, MPI_Request& request, MPI_Status* status) {
  const int code = progress::until_tested([&](int* flag) {
    const quiet_world quiet(comm);
    return next_pmpi.Test(&request, flag, status);
  });
  if (code != MPI_SUCCESS) PMPI_Comm_call_errhandler(comm, code);
  return code;
}

// Starts an operation by begin(request), and waits for it.
template <class Begin>
int begun(MPI_Comm comm, Begin begin, MPI_Status* status = MPI_STATUS_IGNORE) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = begin(&request);
  return code != MPI_SUCCESS ? code : ended(comm, request, status);
}

int do_Wait(const library_calls& by, MPI_Request* request, MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return by.Wait(request, status);
  return progress::until_tested([&](int* flag) { return by.Test(request, flag, status); });
}
int do_Waitall(const library_calls& by, int n, MPI_Request requests[], MPI_Status statuses[]) {
  if (!progress::waits_must_advance()) [[likely]]
    return by.Waitall(n, requests, statuses);
  return progress::until_tested([&](int* flag) { return by.Testall(n, requests, flag, statuses); });
}
int do_Waitany(const library_calls& by, int n, MPI_Request requests[], int* index, MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return by.Waitany(n, requests, index, status);
  return progress::until_tested([&](int* flag) { return by.Testany(n, requests, index, flag, status); });
}
int do_Waitsome(const library_calls& by, int n, MPI_Request requests[], int* count, int indices[],
                MPI_Status statuses[]) {
  if (!progress::waits_must_advance()) [[likely]]
    return by.Waitsome(n, requests, count, indices, statuses);
  return progress::until_tested([&](int* flag) {
    const int code = by.Testsome(n, requests, count, indices, statuses);
    *flag = code != MPI_SUCCESS || *count != 0;  // MPI_UNDEFINED: no active request
    return code;
  });
}

int do_Probe(const library_calls& by, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return by.Probe(source, tag, comm, status);
  return progress::until_tested([&](int* flag) { return by.Iprobe(source, tag, comm, flag, status); });
}
int do_Mprobe(const library_calls& by, int source, int tag, MPI_Comm comm, MPI_Message* message,
              MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return by.Mprobe(source, tag, comm, message, status);
  return progress::until_tested(
      [&](int* flag) { return by.Improbe(source, tag, comm, flag, message, status); });
}

// The functions that make up the blocking calls, by the type of their counts.
template <class Count>
struct made_of;
template <>
struct made_of<int> {
  static int send(auto... arguments) { return next_mpi.Isend(arguments...); }
  static int ssend(auto... arguments) { return next_mpi.Issend(arguments...); }
  static int rsend(auto... arguments) { return next_mpi.Irsend(arguments...); }
  static int recv(auto... arguments) { return next_mpi.Irecv(arguments...); }
  static int mrecv(auto... arguments) { return next_mpi.Imrecv(arguments...); }
  static int matched(auto... arguments) { return next_pmpi.Mrecv(arguments...); }
  static int from_nobody(auto... arguments) { return next_pmpi.Recv(arguments...); }
};
template <>
struct made_of<MPI_Count> {
  static int send(auto... arguments) { return next_mpi.Isend_c(arguments...); }
  static int ssend(auto... arguments) { return next_mpi.Issend_c(arguments...); }
  static int rsend(auto... arguments) { return next_mpi.Irsend_c(arguments...); }
  static int recv(auto... arguments) { return next_mpi.Irecv_c(arguments...); }
  static int mrecv(auto... arguments) { return next_mpi.Imrecv_c(arguments...); }
  static int matched(auto... arguments) { return next_pmpi.Mrecv_c(arguments...); }
  static int from_nobody(auto... arguments) { return next_pmpi.Recv_c(arguments...); }
};

// Sends by `native`, or, while operations are outstanding, by `posted`, its non-blocking counterpart.
template <class Native, class Posted, class Count>
[[gnu::always_inline]] inline int sent(Native native, Posted posted, const void* data, Count count,
                                       MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (!progress::waits_must_advance()) [[likely]]
    return native(data, count, type, to, tag, comm);
  return begun(comm, [&](MPI_Request* r) { return posted(data, count, type, to, tag, comm, r); });
}
template <class Native, class Count, class... Others>
int do_Send(Native native, const void* data, Count count, Others... others) {
  return sent(
      native, [](auto... all) { return made_of<Count>::send(all...); }, data, count, others...);
}
template <class Native, class Count, class... Others>
int do_Ssend(Native native, const void* data, Count count, Others... others) {
  return sent(
      native, [](auto... all) { return made_of<Count>::ssend(all...); }, data, count, others...);
}
template <class Native, class Count, class... Others>
int do_Rsend(Native native, const void* data, Count count, Others... others) {
  return sent(
      native, [](auto... all) { return made_of<Count>::rsend(all...); }, data, count, others...);
}

// Receives from MPI_PROC_NULL. The library then looks only at the arguments, and reports errors as a receive.
template <class Count>
int receive_nothing(void* data, Count count, MPI_Datatype type, int tag, MPI_Comm comm,
                    MPI_Status* status = MPI_STATUS_IGNORE) {
  return made_of<Count>::from_nobody(data, count, type, MPI_PROC_NULL, tag, comm, status);
}

// MPICH reports a message that is longer than its buffer to MPI_COMM_WORLD's handler, which other threads may
// need (quiet_world.hpp). With several threads, the message is therefore matched first. If it is too long, it
// is received into temporary memory, and the error is reported here.
template <class Count>
int take(MPI_Message message, MPI_Status& is, void* data, Count count, MPI_Datatype type, MPI_Comm comm) {
  MPI_Count bytes = 0, room = 0;
  PMPI_Get_elements_c(&is, MPI_BYTE, &bytes);
  large_type_size(type, &room);
  if (bytes == MPI_UNDEFINED || bytes <= room * static_cast<MPI_Count>(count))
    return made_of<Count>::matched(data, count, type, &message, &is);
  return bounded_on(comm, [&]() -> int {
    std::vector<char> all(static_cast<std::size_t>(bytes));
    check(next_pmpi.Mrecv_c(all.data(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE));
    throw failure(MPI_ERR_TRUNCATE);
  });
}
// With several threads, the library must have accepted the arguments that MPI_Improbe does not have.
template <class Count>
int received(void* data, Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status* status) {
  if (from == MPI_PROC_NULL)  // MPICH's MPI_Irecv reports rank 0 as its source
    return receive_nothing(data, count, type, tag, comm, status);
  if (!this_run.threads)
    return begun(
        comm, [&](MPI_Request* r) { return made_of<Count>::recv(data, count, type, from, tag, comm, r); },
        status);
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status is;
  int code = progress::until_tested(
      [&](int* flag) { return next_pmpi.Improbe(from, tag, comm, flag, &message, &is); });
  if (code == MPI_SUCCESS) code = take(message, is, data, count, type, comm);
  if (status != MPI_STATUS_IGNORE) {
    is.MPI_ERROR = status->MPI_ERROR;  // functions with a single status leave this field as it is
    *status = is;
  }
  return code;
}

template <class Native, class Count>
int do_Recv(Native native, void* data, Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
            MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return native(data, count, type, from, tag, comm, status);
  if (this_run.threads)
    if (const int code = receive_nothing(data, count, type, tag, comm); code != MPI_SUCCESS) return code;
  return received(data, count, type, from, tag, comm, status);
}
template <class Native, class Count>
int do_Mrecv(Native native, void* data, Count count, MPI_Datatype type, MPI_Message* message,
             MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return native(data, count, type, message, status);
  if (this_run.threads) return native(data, count, type, message, status);
  return begun(
      MPI_COMM_WORLD, [&](MPI_Request* r) { return made_of<Count>::mrecv(data, count, type, message, r); },
      status);
}

// Sends first: if the send fails, no receive is left over. If the library refuses the receive, nothing is
// sent. MPI_Iprobe shows whether it refuses the source.
template <class OutCount, class InCount>
int exchange(const void* out, OutCount out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
             InCount in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
             MPI_Status* status) {
  const int accepted = receive_nothing(in, in_count, in_type, in_tag, comm);
  if (accepted != MPI_SUCCESS) return accepted;
  if (int flag = 0; from != MPI_PROC_NULL)
    if (const int code = next_pmpi.Iprobe(from, in_tag, comm, &flag, MPI_STATUS_IGNORE); code != MPI_SUCCESS)
      return code;
  MPI_Request sent = MPI_REQUEST_NULL;
  const int begins = made_of<OutCount>::send(out, out_count, out_type, to, out_tag, comm, &sent);
  if (begins != MPI_SUCCESS) return begins;
  int code = MPI_SUCCESS;
  try {
    code = received(in, in_count, in_type, from, in_tag, comm, status);
  } catch (...) {  // of an error handler, after which the caller or the program may free `out`
    ended(comm, sent, MPI_STATUS_IGNORE);
    throw;
  }
  const int last = ended(comm, sent, MPI_STATUS_IGNORE);
  return code != MPI_SUCCESS ? code : last;
}
template <class Native, class Count>
int do_Sendrecv(Native native, const void* out, Count out_count, MPI_Datatype out_type, int to, int out_tag,
                void* in, Count in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm,
                MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return native(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, status);
  return exchange(out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, status);
}
// (MPICH 4.0's MPI_Isendrecv_replace does not fill in the status of the received message.)
template <class Native, class Count>
int do_Sendrecv_replace(Native native, void* data, Count count, MPI_Datatype type, int to, int out_tag,
                        int from, int in_tag, MPI_Comm comm, MPI_Status* status) {
  if (!progress::waits_must_advance()) [[likely]]
    return native(data, count, type, to, out_tag, from, in_tag, comm, status);
  MPI_Count bytes = 0, packed = 0;
  if (const int code = PMPI_Pack_size_c(count, type, comm, &bytes); code != MPI_SUCCESS) return code;
  std::vector<char> out;
  const int code = bounded_on(comm, [&]() -> int {
    if (bytes == 0 || to == MPI_PROC_NULL) return MPI_SUCCESS;
    out.resize(static_cast<std::size_t>(bytes));
    const pack_arguments some(data, type, out.data());
    return PMPI_Pack_c(some.data(), count, some.type(), out.data(), bytes, &packed, comm);
  });
  if (code != MPI_SUCCESS) return code;
  return exchange(out.data(), packed, MPI_PACKED, to, out_tag, data, count, type, from, in_tag, comm, status);
}

// If operations are outstanding, waits until the messages in a buffer have left it. Then calls the function
// that would otherwise wait for them.
template <class Begin, class Native>
int emptied(Begin begin, Native native) {
  if (progress::waits_must_advance()) [[unlikely]] {
    MPI_Request flushed = MPI_REQUEST_NULL;
    if (const int code = begin(&flushed); code != MPI_SUCCESS) return code;
    if (const int code = ended(MPI_COMM_WORLD, flushed, MPI_STATUS_IGNORE); code != MPI_SUCCESS) return code;
  }
  return native();
}

}  // namespace

// Both names are defined, because MPICH's Fortran 2008 interface and tools loaded in front call PMPI_*.
#include "mpi/waits/waits_mpich.inc"
