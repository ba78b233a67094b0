#pragma once

// MPI's point-to-point functions that wait for another process: each(Name, (function, call site, partner, tag
// and communicator for the record), (parameters), (arguments)). Count is int for MPI_Send, and MPI_Count for
// MPI_Send_c.

#include "mpi/check/pending.hpp"
#include "mpi/library/signatures.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/requests/completion.hpp"

#define TUTTI_SITE __builtin_return_address(0)

// clang-format off
#define TUTTI_MESSAGE_SIGNATURES(each, Count) \
  each(Send, (send, TUTTI_SITE, to, tag, comm), \
       (const void* data, Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm), \
       (data, count, type, to, tag, comm)) \
  each(Ssend, (ssend, TUTTI_SITE, to, tag, comm), \
       (const void* data, Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm), \
       (data, count, type, to, tag, comm)) \
  each(Rsend, (rsend, TUTTI_SITE, to, tag, comm), \
       (const void* data, Count count, MPI_Datatype type, int to, int tag, MPI_Comm comm), \
       (data, count, type, to, tag, comm)) \
  each(Recv, (recv, TUTTI_SITE, from, tag, comm), \
       (void* data, Count count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status), \
       (data, count, type, from, tag, comm, status)) \
  each(Mrecv, (mrecv, TUTTI_SITE), \
       (void* data, Count count, MPI_Datatype type, MPI_Message* message, MPI_Status* status), \
       (data, count, type, message, status)) \
  each(Sendrecv, (sendrecv, TUTTI_SITE, from, in_tag, comm), \
       (const void* out, Count out_count, MPI_Datatype out_type, int to, int out_tag, void* in, \
        Count in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status* status), \
       (out, out_count, out_type, to, out_tag, in, in_count, in_type, from, in_tag, comm, status)) \
  each(Sendrecv_replace, (sendrecv_replace, TUTTI_SITE, from, in_tag, comm), \
       (void* data, Count count, MPI_Datatype type, int to, int out_tag, int from, int in_tag, \
        MPI_Comm comm, MPI_Status* status), \
       (data, count, type, to, out_tag, from, in_tag, comm, status))

// Functions that wait for a message or for requests. The third item is the class that sees which requests
// complete, with its arguments.
#define TUTTI_PROBE_WAITS(each) \
  each(Probe, (probe, TUTTI_SITE, source, tag, comm), (completion), \
       (int source, int tag, MPI_Comm comm, MPI_Status* status), \
       (source, tag, comm, status)) \
  each(Mprobe, (mprobe, TUTTI_SITE, source, tag, comm), (completion), \
       (int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status), \
       (source, tag, comm, message, status))
#define TUTTI_REQUEST_WAITS(each) \
  each(Wait, (wait, TUTTI_SITE), (completion, 1, request), \
       (MPI_Request * request, MPI_Status * status), \
       (request, status)) \
  each(Waitall, (waitall, TUTTI_SITE), (completion, n, requests), \
       (int n, MPI_Request requests[], MPI_Status statuses[]), \
       (n, requests, statuses)) \
  each(Waitany, (waitany, TUTTI_SITE), (completion, n, requests), \
       (int n, MPI_Request requests[], int* index, MPI_Status* status), \
       (n, requests, index, status)) \
  each(Waitsome, (waitsome, TUTTI_SITE), (completion, n, requests), \
       (int n, MPI_Request requests[], int* count, int indices[], MPI_Status statuses[]), \
       (n, requests, count, indices, statuses))
// The test function for each wait function.
#define TUTTI_TEST_FOR_Wait Test
#define TUTTI_TEST_FOR_Waitall Testall
#define TUTTI_TEST_FOR_Waitany Testany
#define TUTTI_TEST_FOR_Waitsome Testsome
// Functions that test requests: each(Name, (class that sees which requests complete, its arguments),
// (parameters), (arguments)).
#define TUTTI_TEST_SIGNATURES(each) \
  each(Test, (completion, 1, request), (MPI_Request * request, int* flag, MPI_Status* status), (request, flag, status)) \
  each(Testall, (completion, n, requests), \
       (int n, MPI_Request requests[], int* flag, MPI_Status statuses[]), \
       (n, requests, flag, statuses)) \
  each(Testany, (completion, n, requests), \
       (int n, MPI_Request requests[], int* index, int* flag, MPI_Status* status), \
       (n, requests, index, flag, status)) \
  each(Testsome, (completion, n, requests), \
       (int n, MPI_Request requests[], int* count, int indices[], MPI_Status statuses[]), \
       (n, requests, count, indices, statuses))
// Functions that query requests and complete none. Three of them are new in MPI 4.1.
#define TUTTI_STATUS_SIGNATURES(each) \
  each(Request_get_status, (status_reply, 1, &request, flag), \
       (MPI_Request request, int* flag, MPI_Status* status), \
       (request, flag, status)) \
  TUTTI_SINCE_4_1( \
    each(Request_get_status_all, (status_reply, n, requests, flag), \
         (int n, MPI_Request requests[], int* flag, MPI_Status statuses[]), \
         (n, requests, flag, statuses)) \
    each(Request_get_status_any, (status_reply, n, requests, flag, index), \
         (int n, MPI_Request requests[], int* index, int* flag, MPI_Status* status), \
         (n, requests, index, flag, status)) \
    each(Request_get_status_some, (status_reply, n, requests, nullptr, indices, count), \
         (int n, MPI_Request requests[], int* count, int indices[], MPI_Status statuses[]), \
         (n, requests, count, indices, statuses)))
// clang-format on

/// Records the function in which the process waits, and its partners: TUTTI_WAITS_IN waits.
#define TUTTI_WAITS_IN(...) const tutti::mpi::waiting_in here(tutti::record::message::__VA_ARGS__)
/// Sees which pending calls the function completes or reports as complete: TUTTI_COMPLETES completes.
#define TUTTI_COMPLETES(Seen, ...) \
  const tutti::mpi::Seen seen { __VA_ARGS__ }
