// Errors of outstanding operations reach the program when the MPI function that it has called is about to
// return, whatever the program's error handler then does. The broadcasts that fail are shorter at the root,
// process 0.
//
//   notices_test thrown [threads]     the handler throws
//   notices_test completing           the handler completes the request that the program waits for
//   notices_test calling [threads]    the handler makes calls that wait
//   notices_test freed                the communicator is freed before its error, or its operation's
//   notices_test types                the delete callback of a datatype is called before MPI_Finalize ends

#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>

#include "oracle/expect.hpp"
#include "oracle/through.hpp"

namespace {

using checks::expect;

int rank = 0, size = 0;
constexpr int message = 21;

// The handler's action, besides counting its calls.
std::function<void()> act = [] {};
int handled = 0;
void handle(MPI_Comm* comm, int*, ...) {  // NOLINT: MPI wants an ellipsis
  ++handled;
  int is = 0;
  expect(MPI_Comm_rank(*comm, &is) == MPI_SUCCESS, "the handler gets no communicator");
  act();
}

bool throws(const std::function<void()>& call) {
  try {
    call();
  } catch (int) {
    return true;
  }
  return false;
}

// A communicator whose errors call handle().
MPI_Comm handled_comm() {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Errhandler_free(&handler);
  MPI_Barrier(comm);
  return comm;
}

std::array<int, 4> data{};
MPI_Request failing(MPI_Comm comm) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(data.data(), rank == 0 ? 2 : 3, MPI_INT, 0, comm, &request);
  return request;
}

void nap() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

// The broadcast fails while the others wait in MPI_Waitall for two messages that are sent later.
template <class Wait>
void fail_while_waiting(MPI_Comm comm, Wait wait) {
  MPI_Request broadcast = MPI_REQUEST_NULL;
  if (rank == 0) {
    nap();
    broadcast = failing(comm);
    nap();
    for (int r = 1; r < size; ++r)
      for (const int x : {7, 8}) MPI_Send(&x, 1, MPI_INT, r, message, MPI_COMM_WORLD);
  } else {
    broadcast = failing(comm);
    std::array<int, 2> in{};
    std::array<MPI_Request, 2> receives{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    for (std::size_t i = 0; i < 2; ++i)
      MPI_Irecv(&in[i], 1, MPI_INT, 0, message, MPI_COMM_WORLD, &receives[i]);
    wait(receives);
    expect(receives[0] == MPI_REQUEST_NULL && receives[1] == MPI_REQUEST_NULL,
           "MPI_Waitall has left before its requests were complete");
    expect(in[0] == 7 && in[1] == 8, "MPI_Waitall has left before its messages arrived");
  }
  throws([&] { MPI_Wait(&broadcast, MPI_STATUS_IGNORE); });
  expect(broadcast == MPI_REQUEST_NULL, "a request that has failed is not null");
}

void thrown() {
  const MPI_Comm comm = handled_comm();
  act = [] { throw 1; };
  for (int k = 0; k < 5; ++k) {
    handled = 0;
    fail_while_waiting(
        comm, [](auto& receives) { throws([&] { MPI_Waitall(2, receives.data(), MPI_STATUSES_IGNORE); }); });
    expect(handled == (rank > 0), "the handler was called " + std::to_string(handled) + " times");
  }
}

// The handler makes calls that would wait for each other inside MPI's own waits.
void calling() {
  const MPI_Comm comm = handled_comm();
  for (int k = 0; k < 5; ++k) {
    int sum = 0, in = 0;
    act = [&] {
      MPI_Request received = MPI_REQUEST_NULL, added = MPI_REQUEST_NULL;
      MPI_Irecv(&in, 1, MPI_INT, 0, message, MPI_COMM_SELF, &received);
      MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, &added);
      MPI_Send(&rank, 1, MPI_INT, 0, message, MPI_COMM_SELF);
      MPI_Wait(&received, MPI_STATUS_IGNORE);
      MPI_Wait(&added, MPI_STATUS_IGNORE);
    };
    handled = 0;
    fail_while_waiting(comm, [](auto& receives) { MPI_Waitall(2, receives.data(), MPI_STATUSES_IGNORE); });
    expect(handled == (rank > 0), "the handler was called " + std::to_string(handled) + " times");
    expect(rank == 0 || (sum == rank && in == rank), "what the handler did is wrong");
  }
}

// The handler completes what the program waits for. Each request is completed once: the next operations,
// which use the same requests again, are right.
void completing() {
  const MPI_Comm comm = handled_comm();
  for (int k = 0; k < 12; ++k) {
    std::array<MPI_Request, 2> both{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int sum = -1, index = 0, flag = 0, count = 0;
    act = [&] {
      MPI_Wait(&both[0], MPI_STATUS_IGNORE);
      MPI_Wait(&both[1], MPI_STATUS_IGNORE);
    };
    if (rank == 0) nap();
    both[0] = failing(comm);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &both[1]);
    std::array<int, 2> indices{};
    switch (k % 6) {
      case 0: MPI_Wait(&both[0], MPI_STATUS_IGNORE); break;
      case 1: MPI_Wait(&both[1], MPI_STATUS_IGNORE); break;
      case 2: MPI_Waitany(2, both.data(), &index, MPI_STATUS_IGNORE); break;
      case 3: MPI_Waitsome(2, both.data(), &count, indices.data(), MPI_STATUSES_IGNORE); break;
      case 4:
        while (!flag && both[0] != MPI_REQUEST_NULL) MPI_Test(&both[0], &flag, MPI_STATUS_IGNORE);
        break;
      default: MPI_Waitall(2, both.data(), MPI_STATUSES_IGNORE);
    }
    MPI_Waitall(2, both.data(), MPI_STATUSES_IGNORE);
    act = [] {};
    expect(sum == size * (size - 1) / 2, "a sum that the handler has completed is wrong");
    std::array<MPI_Request, 3> next{MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    std::array<int, 3> values{k, k + 1, k + 2}, had{};
    for (std::size_t i = 0; i < next.size(); ++i) {
      had[i] = rank == 0 ? values[i] : -1;
      MPI_Ibcast(&had[i], 1, MPI_INT, 0, MPI_COMM_WORLD, &next[i]);
    }
    expect(next[0] != next[1] && next[1] != next[2] && next[0] != next[2],
           "two operations have the same request");
    for (MPI_Request& one : next) MPI_Wait(&one, MPI_STATUS_IGNORE);
    expect(had == values, "the next operations are wrong");
  }
}

// The error of an operation on a communicator that is freed before the operation has been completed.
void freed() {
  MPI_Errhandler of_world = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(handle, &of_world);
  for (const bool ends_before : {false, true}) {
    MPI_Comm comm = handled_comm();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world);
    MPI_Request broadcast = failing(comm), persistent = MPI_REQUEST_NULL;
    PERSISTENT(Bcast)(data.data(), rank == 0 ? 2 : 3, MPI_INT, 0, comm, MPI_INFO_NULL, &persistent);
    // Open MPI's own barrier advances the broadcast.
    if (ends_before) PMPI_Barrier(MPI_COMM_WORLD);
    handled = 0;
    MPI_Comm_free(&comm);
    MPI_Wait(&broadcast, MPI_STATUS_IGNORE);
    const int by_broadcast = handled;
    expect(by_broadcast <= (rank > 0), "an error was told more than once");
    MPI_Start(&persistent);
    const int code = MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    expect((code == MPI_SUCCESS) == (rank == 0), "a persistent operation does not fail");
    expect(handled == by_broadcast, "an error of a freed communicator is told");
    if (persistent != MPI_REQUEST_NULL) MPI_Request_free(&persistent);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  }
  MPI_Errhandler_free(&of_world);
}

int deleted = 0;
int count_deleted(MPI_Datatype, int, void*, void*) { return ++deleted, MPI_SUCCESS; }

// The operation is the last to use a datatype that the program has freed.
int types() {
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, count_deleted, &keyval, nullptr);
  constexpr int n = 3;
  for (int k = 0; k < n; ++k) {
    MPI_Datatype two = MPI_DATATYPE_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_commit(&two);
    MPI_Type_set_attr(two, keyval, nullptr);
    MPI_Ibcast(data.data(), 2, two, 0, MPI_COMM_WORLD, &request);
    MPI_Type_free(&two);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Type_free_keyval(&keyval);
  const int status = checks::finish();
  if (deleted != n) std::printf("process %d: %d datatypes were deleted\n", rank, deleted);
  return deleted == n ? status : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, argc > 2 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (what == "thrown")
    thrown();
  else if (what == "calling")
    calling();
  else if (what == "completing")
    completing();
  else if (what == "freed")
    freed();
  else if (what == "types")
    return types();
  else
    MPI_Abort(MPI_COMM_WORLD, 2);
  return checks::finish();
}
