// Exceptions of user-defined operators and error handlers pass through a collective call to the program.
//
//   exceptions_test

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "oracle/expect.hpp"

namespace {

struct thrown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

int calls = 0;
void refuse(void*, void*, int*, MPI_Datatype*) {
  ++calls;
  throw thrown("operator");
}
int thrown_by_handler = 0;
void handle(MPI_Comm*, int*, ...) {
  ++thrown_by_handler;
  throw thrown("handler");
}

template <class Call>
bool throws(Call call) {
  try {
    call();
  } catch (const thrown&) {
    return true;
  }
  return false;
}

// A message that is too long. The exception of the handler reaches the program when the data that process 0
// sends meanwhile have been sent: the program may change them then. (Open MPI does not wait for that.)
#if defined(MPICH_VERSION)
void exchanged(int rank, MPI_Comm comm) {
  constexpr int message = 8;
  std::vector<int> data(1'000'000, 1);
  const int n = static_cast<int>(data.size());
  MPI_Request barrier = MPI_REQUEST_NULL;
  if (rank == 0) {
    int in = 0;
    MPI_Ibarrier(comm, &barrier);
    const bool caught = throws([&] {
      MPI_Sendrecv(data.data(), n, MPI_INT, 1, message, &in, 1, MPI_INT, 1, message, comm, MPI_STATUS_IGNORE);
    });
    checks::expect(caught, "the exception of a handler for a message that is too long did not arrive");
    std::ranges::fill(data, 2);
  } else if (rank == 1) {
    MPI_Send(data.data(), 2, MPI_INT, 0, message, comm);
    std::ranges::fill(data, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    MPI_Recv(data.data(), n, MPI_INT, 0, message, comm, MPI_STATUS_IGNORE);
    checks::expect(std::ranges::count(data, 1) == n, "data that were sent have changed");
  }
  if (rank != 0) MPI_Ibarrier(comm, &barrier);
  MPI_Wait(&barrier, MPI_STATUS_IGNORE);
}
#endif

// Both broadcasts of the last process fail at once, while it is in a blocking call with process 0, which
// succeeds. The exceptions of the handler reach the program, one for each broadcast, though no operation is
// under way any more.
void posted(int rank, int size, MPI_Comm comm) {
  const bool fails = rank == size - 1;
  int x[2] = {0, 0}, before = thrown_by_handler;
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  const auto broadcast = [&](int i) { MPI_Ibcast(&x[i], 1, fails ? MPI_INT : MPI_SHORT, 0, comm, &r[i]); };
  std::vector<int> sum(20000, 1);
  const auto nap = [] { std::this_thread::sleep_for(std::chrono::milliseconds(30)); };
  if (rank == 0) nap();
  for (const int i : {0, 1}) broadcast(i);
  if (rank == 0) nap();
  throws([&] {
    MPI_Allreduce(MPI_IN_PLACE, sum.data(), static_cast<int>(sum.size()), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  });
  checks::expect(std::ranges::count(sum, size) == 20000, "a sum that another operation's error met is wrong");
  for (MPI_Request& one : r) throws([&] { MPI_Wait(&one, MPI_STATUS_IGNORE); });
  int mine = rank, all = 0;
  for (int i = 0; i < 3; ++i) {  // calls that wait
    MPI_Request ring[2];
    MPI_Irecv(&all, 1, MPI_INT, (rank + size - 1) % size, 7, MPI_COMM_WORLD, &ring[0]);
    if (rank == 0) nap();
    MPI_Isend(&mine, 1, MPI_INT, (rank + 1) % size, 7, MPI_COMM_WORLD, &ring[1]);
    while (throws([&] { MPI_Waitall(2, ring, MPI_STATUSES_IGNORE); })) continue;
    checks::expect(all == (rank + size - 1) % size, "a message after an exception is wrong");
  }
  checks::expect(thrown_by_handler - before == (fails ? 2 : 0), "not every error was told once");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(refuse, 1, &op);
  for (const int n : {1, 1000, 100000}) {
    std::vector<double> in(static_cast<std::size_t>(n), 1), out(in);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    // Only the root combines, so that no process waits for one that has left.
    calls = 0;
    const bool caught = throws([&] { MPI_Reduce(in.data(), out.data(), n, MPI_DOUBLE, op, 0, comm); });
    checks::expect(caught == (calls > 0), "an operator's exception did not arrive");
    checks::expect(size == 1 || size > 2 || rank != 0 || calls > 0, "the root of two did not combine");
    PMPI_Barrier(MPI_COMM_WORLD);
    // The communicator has had a failure, and is not used again; others are right.
    double sum = 0;
    const double one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    checks::expect(sum == size, "a sum after an exception is wrong");
    MPI_Comm_free(&comm);
  }
  MPI_Op_free(&op);

  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  int x = 0;
  checks::expect(throws([&] { MPI_Bcast(&x, 1, MPI_INT, -5, MPI_COMM_WORLD); }),
                 "a handler's exception did not arrive");
  if (size > 1) {  // an error that is found on the way
    const bool caught = throws([&] { MPI_Bcast(&x, 1, rank == 0 ? MPI_SHORT : MPI_INT, 0, MPI_COMM_WORLD); });
    checks::expect(caught == (rank != 0), "the exception of a handler for a failed message did not arrive");
  }
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  for (int i = 0; size > 1 && i < 5; ++i) {
    MPI_Comm failing = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &failing);
    MPI_Comm_set_errhandler(failing, handler);
#if defined(MPICH_VERSION)
    if (i == 0) exchanged(rank, failing);
#endif
    posted(rank, size, failing);
    MPI_Comm_free(&failing);
  }
  MPI_Errhandler_free(&handler);
  return checks::finish();
}
