// Calls for which tutti cannot make a request, because a function of the MPI library fails on the last
// process (failing_requests.c), and calls for which this process lacks memory (failing_memory.c). Nothing
// stays behind: such a call can be made again, and later calls are right.
//
//   unmade_test deferred      requests that tutti completes
//   unmade_test active        requests that the MPI library completes: the call runs to its end without one
//   unmade_test persistent    persistent operations
//   unmade_test first         the first call on a communicator
//   unmade_test memory        calls without memory: for their arguments, for the call itself, for its data

#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "oracle/expect.hpp"
#include "oracle/through.hpp"

namespace {

using checks::expect;

int rank = 0, size = 0;
bool last = false;
constexpr int message = 31;

// The result of a call while a function of MPI fails.
template <class Call>
int failing(const char* function, Call call) {
  setenv("FAILS", function, 1);
  const int code = call();
  unsetenv("FAILS");
  return code;
}

void all_is_right(MPI_Comm comm, const std::string& after) {
  int sum = 0, value = rank == 0 ? 5 : 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect(sum == size * (size - 1) / 2 && value == 5, "calls after " + after + " are wrong");
}

void deferred() {
  constexpr int n = 5;
  std::deque<int> values;
  std::deque<MPI_Request> requests;
  for (int k = 0; k < n; ++k) {
    values.push_back(rank == 0 ? k : -1);
    requests.push_back(MPI_REQUEST_NULL);
    const auto call = [&] {
      return MPI_Ibcast(&values.back(), 1, MPI_INT, 0, MPI_COMM_WORLD, &requests.back());
    };
    if (last) {
      expect(failing("Recv_init", call) != MPI_SUCCESS, "a call without a request has no error");
      expect(requests.back() == MPI_REQUEST_NULL, "a call that fails has a request");
    }
    expect(call() == MPI_SUCCESS, "a call made again fails");
  }
  for (int k = 0; k < n; ++k) {
    MPI_Wait(&requests[static_cast<std::size_t>(k)], MPI_STATUS_IGNORE);
    expect(values[static_cast<std::size_t>(k)] == k, "a call made again has wrong data");
  }
}

// The root sends only when the last process has failed to make its request.
void active() {
  for (int k = 1; k < 6; ++k) {
    volatile int value = 0;
    int had = rank == 0 ? k : 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (rank == 0 && size > 1)
      MPI_Recv(nullptr, 0, MPI_INT, size - 1, message, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const auto call = [&] {
      return MPI_Ibcast(last ? const_cast<int*>(&value) : &had, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    };
    if (!last) {
      call();
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      expect(had == k, "a broadcast is wrong");
    } else {
      expect(failing("Irecv", call) != MPI_SUCCESS, "a call without a request has no error");
      expect(request == MPI_REQUEST_NULL, "a call that fails has a request");
      MPI_Send(nullptr, 0, MPI_INT, 0, message, MPI_COMM_WORLD);
      int flag = 0;
      while (value != k) MPI_Iprobe(0, message, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }
    all_is_right(MPI_COMM_WORLD, "one without a request");
  }
}

void persistent() {
  for (int k = 0; k < 5; ++k) {
    int value = rank == 0 ? k : -1;
    MPI_Request unmade = MPI_REQUEST_NULL, made = MPI_REQUEST_NULL;
    const auto call = [&] {
      return PERSISTENT(Bcast)(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &unmade);
    };
    if (last)
      expect(failing("Recv_init", call) != MPI_SUCCESS && unmade == MPI_REQUEST_NULL,
             "an operation without a request has no error");
    else
      expect(call() == MPI_SUCCESS, "an operation is not made");
    PERSISTENT(Bcast)(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &made);
    MPI_Start(&made);
    MPI_Wait(&made, MPI_STATUS_IGNORE);
    expect(value == k, "an operation after one that was not made is wrong");
    MPI_Request_free(&made);
    if (unmade != MPI_REQUEST_NULL) MPI_Request_free(&unmade);
    all_is_right(MPI_COMM_WORLD, "an operation that was not made");
  }
}

void first() {
  for (int k = 0; k < 6; ++k) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    int value = rank == 0 ? k : -1;
    MPI_Request request = MPI_REQUEST_NULL;
    const auto call = [&] {
      return k % 2 == 0 ? MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &request)
                        : MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    };
    if (last) expect(failing("Comm_set_attr", call) != MPI_SUCCESS, "a first call has no error");
    expect(call() == MPI_SUCCESS, "a first call made again fails");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(value == k, "a first call made again is wrong");
    all_is_right(comm, "a first call that failed");
    MPI_Comm_free(&comm);
  }
}

// Makes a call for which the last process at first lacks memory: allocations of at least `from` bytes fail.
// A new thread has no memory cached.
template <class Call>
void without_memory(const std::string& what, std::size_t from, Call call) {
  using failing_from = void (*)(std::size_t);
  static const auto fail_allocations =
      reinterpret_cast<failing_from>(dlsym(RTLD_DEFAULT, "fail_allocations"));
  std::thread([&] {
    if (last) {
      int error = MPI_SUCCESS;
      fail_allocations(from);
      const int code = call();
      fail_allocations(SIZE_MAX);
      MPI_Error_class(code, &error);
      expect(error == MPI_ERR_NO_MEM, what + " without memory does not return MPI_ERR_NO_MEM");
    }
    expect(call() == MPI_SUCCESS, what + ", made again, fails");
  }).join();
  all_is_right(MPI_COMM_WORLD, what + " without memory");
}

void memory() {
  constexpr std::size_t any = 1, large = std::size_t{1} << 20;
  const MPI_Comm world = MPI_COMM_WORLD;
  const auto completed = [](int code, MPI_Request& request) {
    if (code == MPI_SUCCESS) MPI_Wait(&request, MPI_STATUS_IGNORE);
    return code;
  };
  all_is_right(world, "the start");
  // Short accumulators do not fit these numbers: the next sum does not try them, and the one after it does.
  const double apart[] = {1e300, 1e-300};
  const auto add = [&] {
    double sum = 0;
    const int code = MPI_Allreduce(&apart[rank == 0 ? 0 : 1], &sum, 1, MPI_DOUBLE, MPI_SUM, world);
    expect(code != MPI_SUCCESS || sum == 1e300, "an exact sum is wrong");
    return code;
  };
  add();
  without_memory("an exact sum", any, add);
  add();
  MPI_Datatype type = MPI_DATATYPE_NULL;  // it is described at its first call
  MPI_Type_contiguous(1, MPI_INT, &type);
  MPI_Type_commit(&type);
  int value = rank == 0 ? 1 : 0;
  without_memory("a broadcast of a new datatype", any, [&] { return MPI_Bcast(&value, 1, type, 0, world); });
  expect(value == 1, "a broadcast made again is wrong");
  MPI_Type_free(&type);
  value = rank == 0 ? 2 : 0;
  without_memory("a non-blocking broadcast", any, [&] {
    MPI_Request request = MPI_REQUEST_NULL;
    return completed(MPI_Ibcast(&value, 1, MPI_INT, 0, world, &request), request);
  });
  expect(value == 2, "a non-blocking broadcast made again is wrong");
  without_memory("an allreduce", any,
                 [&] { return MPI_Allreduce(&rank, &value, 1, MPI_INT, MPI_SUM, world); });
  expect(value == size * (size - 1) / 2, "an allreduce made again is wrong");
  const auto p = static_cast<std::size_t>(size);
  const std::vector<int> ones(p, 1);
  without_memory("reduce_scatter", any, [&] {
    return MPI_Reduce_scatter(ones.data(), &value, ones.data(), MPI_INT, MPI_SUM, world);
  });
  expect(value == size, "a reduce_scatter made again is wrong");
  // In place, the result is first computed in other memory.
  constexpr int n = 3 << 18;
  for (const bool blocks : {true, false}) {
    std::vector<int> data(n * p, 1);
    without_memory("reduce_scatter_block in place", large, [&] {
      MPI_Request request = MPI_REQUEST_NULL;
      if (blocks) return MPI_Reduce_scatter_block(MPI_IN_PLACE, data.data(), n, MPI_INT, MPI_SUM, world);
      return completed(
          MPI_Ireduce_scatter_block(MPI_IN_PLACE, data.data(), n, MPI_INT, MPI_SUM, world, &request),
          request);
    });
    expect(std::all_of(data.begin(), data.begin() + n, [](int sum) { return sum == size; }),
           "a reduce_scatter_block made again is wrong");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  int provided = 0;
  const bool threads = what == "active" || what == "memory";
  MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  last = rank == size - 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (what == "deferred")
    deferred();
  else if (what == "active")
    active();
  else if (what == "persistent")
    persistent();
  else if (what == "first")
    first();
  else if (what == "memory")
    memory();
  else
    MPI_Abort(MPI_COMM_WORLD, 2);
  return checks::finish();
}
