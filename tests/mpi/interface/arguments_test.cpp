// Arguments that few programs have, all of them legal.
//
//   arguments_test exscan      a receive buffer that is not used: none, and one that cannot be written
//   arguments_test f90         the types of MPI_Type_create_f90_real and similar functions, and derived types
//   arguments_test large       datatypes made with counts of MPI_Count (MPI 4)
//   arguments_test absolute    MPI_BOTTOM in MPI_Sendrecv_replace, with operations outstanding, and data of
//                              which no memory holds a copy: an error of MPI
//   arguments_test peers       inter-communicators over an inter-communicator (MPICH), operations outstanding
//   arguments_test numbers     more persistent requests and communicators than tutti has numbers for
//   arguments_test truncated   in a program of several threads: a message that is too long, and receives that
//                              MPI refuses
//   arguments_test waiting     the first non-blocking collective begins while a thread waits in MPI_Recv
//   arguments_test rounding    each process rounds floating-point numbers in its own way
//   arguments_test missing     null pointers for results, with operations outstanding: an error of MPI
//   arguments_test session     MPI_Init after a session, by process 0 while the others wait for it (MPICH)

#include <dlfcn.h>
#include <mpi.h>
#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <array>
#include <cfenv>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, size = 1;

void exscan() {
  // (MPICH refuses null pointers itself, where it is asked.)
#if defined(OPEN_MPI)
  void* const unread = nullptr;
#else
  static const std::array<int, 4> constant{};
  void* const unread = const_cast<int*>(constant.data());
#endif
  const std::array<int, 4> mine{rank + 1, rank + 1, rank + 1, rank + 1};
  std::array<int, 4> result{};
  void* const out = rank == 0 ? unread : result.data();
  const int expected = rank * (rank + 1) / 2;
  MPI_Exscan(mine.data(), out, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  checks::expect(rank == 0 || result[3] == expected, "an exclusive scan is wrong");
  MPI_Request request = MPI_REQUEST_NULL;
  result = {};
  MPI_Iexscan(mine.data(), out, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  checks::expect(rank == 0 || result[3] == expected, "a non-blocking exclusive scan is wrong");
  MPI_Datatype every_other = MPI_DATATYPE_NULL;
  MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_Op add = MPI_OP_NULL;
  MPI_Op_create(
      [](void* in, void* inout, int* n, MPI_Datatype*) {
        for (int k = 0; k < *n; ++k)
          for (const int at : {3 * k, 3 * k + 2}) static_cast<int*>(inout)[at] += static_cast<int*>(in)[at];
      },
      1, &add);
  result = {};
  MPI_Exscan(mine.data(), out, 1, every_other, add, MPI_COMM_WORLD);
  checks::expect(rank == 0 || (result[2] == expected && result[1] == 0),
                 "an exclusive scan with holes is wrong");
  MPI_Op_free(&add);
  MPI_Type_free(&every_other);
}

void f90() {
  constexpr int digits = 15;
  MPI_Datatype real = MPI_DATATYPE_NULL, whole = MPI_DATATYPE_NULL, four = MPI_DATATYPE_NULL;
  MPI_Type_create_f90_real(digits, MPI_UNDEFINED, &real);
  MPI_Type_create_f90_integer(9, &whole);
  std::array<double, 4> x{1.0 + rank, 2, 3, 4};
  double sum = 0;
  MPI_Allreduce(x.data(), &sum, 1, real, MPI_SUM, MPI_COMM_WORLD);
  checks::expect(sum == size * (size + 1) / 2.0, "a sum of f90 reals is wrong");
  const int mine = rank;
  int most = -1;
  MPI_Allreduce(&mine, &most, 1, whole, MPI_MAX, MPI_COMM_WORLD);
  checks::expect(most == size - 1, "a maximum of f90 integers is wrong");
  MPI_Type_contiguous(4, real, &four);
  MPI_Type_commit(&four);
  for (int i = 0; i < 3; ++i) MPI_Bcast(x.data(), 1, four, 0, MPI_COMM_WORLD);
  checks::expect(x[0] == 1, "a broadcast of f90 reals is wrong");
  MPI_Type_free(&four);
}

#if MPI_VERSION >= 4
// Each of 8 elements of an int that is in the type, or is not.
void broadcast_of(MPI_Datatype type, int from, std::array<bool, 8> in, const std::string& what) {
  MPI_Type_commit(&type);
  std::array<int, 8> x{};
  x.fill(rank == 0 ? 1 : 0);
  MPI_Bcast(x.data() + from, 1, type, 0, MPI_COMM_WORLD);
  bool right = rank == 0;
  if (rank != 0) {
    right = true;
    for (std::size_t k = 0; k < x.size(); ++k) right = right && (x[k] == 1) == in[k];
  }
  checks::expect(right, "a broadcast of a large " + what + " is wrong");
  MPI_Datatype two = MPI_DATATYPE_NULL;  // inside of another one
  MPI_Type_create_resized(type, 0, sizeof x, &two);
  MPI_Type_commit(&two);
  std::vector<int> y(16, rank == 0 ? 1 : 0);
  MPI_Bcast(y.data(), 2, two, 0, MPI_COMM_WORLD);
  for (std::size_t k = 0; rank != 0 && k < y.size(); ++k)
    checks::expect((y[k] == 1) == in[k % 8], "a broadcast of two large " + what + "s is wrong");
  MPI_Type_free(&two);
  MPI_Type_free(&type);
}

void large() {
  const MPI_Count lengths[] = {1, 2}, places[] = {0, 3}, bytes[] = {0, 12}, sizes[] = {8}, parts[] = {4},
                  starts[] = {2};
  const MPI_Datatype kinds[] = {MPI_INT, MPI_INT};
  MPI_Datatype t = MPI_DATATYPE_NULL;
  MPI_Type_contiguous_c(3, MPI_INT, &t);
  broadcast_of(t, 0, {true, true, true}, "contiguous type");
  MPI_Type_vector_c(2, 2, 3, MPI_INT, &t);
  broadcast_of(t, 0, {true, true, false, true, true}, "vector");
  MPI_Type_create_hvector_c(2, 2, 12, MPI_INT, &t);
  broadcast_of(t, 0, {true, true, false, true, true}, "hvector");
  MPI_Type_indexed_c(2, lengths, places, MPI_INT, &t);
  broadcast_of(t, 0, {true, false, false, true, true}, "indexed type");
  MPI_Type_create_hindexed_c(2, lengths, bytes, MPI_INT, &t);
  broadcast_of(t, 0, {true, false, false, true, true}, "hindexed type");
  MPI_Type_create_indexed_block_c(2, 2, places, MPI_INT, &t);
  broadcast_of(t, 0, {true, true, false, true, true}, "indexed block");
  MPI_Type_create_hindexed_block_c(2, 2, bytes, MPI_INT, &t);
  broadcast_of(t, 0, {true, true, false, true, true}, "hindexed block");
  MPI_Type_create_struct_c(2, lengths, bytes, kinds, &t);
  broadcast_of(t, 0, {true, false, false, true, true}, "struct");
  MPI_Type_create_subarray_c(1, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &t);
  broadcast_of(t, 0, {false, false, true, true, true, true}, "subarray");
  const int how[] = {MPI_DISTRIBUTE_BLOCK}, by[] = {MPI_DISTRIBUTE_DFLT_DARG}, grid[] = {2};
  MPI_Type_create_darray_c(2, 1, 1, sizes, how, by, grid, MPI_ORDER_C, MPI_INT, &t);
  broadcast_of(t, 0, {false, false, false, false, true, true, true, true}, "darray");
}
#else
void large() {}
#endif

// Data of 2^50 bytes, the same int again and again: more than the result of MPI_Pack_size can tell. (Open MPI
// copies less. A sanitizer ends a program that asks for so much memory.)
void replace_too_much() {
#if defined(MPICH_VERSION) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  constexpr int message = 7;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Request request = MPI_REQUEST_NULL;
  if (rank != 0) MPI_Recv(nullptr, 0, MPI_INT, 0, message, comm, MPI_STATUS_IGNORE);
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (rank == 0) {  // the others begin the barrier afterwards
    std::array<MPI_Datatype, 4> types{MPI_INT};
    for (std::size_t k = 1; k < types.size(); ++k)
      MPI_Type_create_hvector(1 << 16, 1, 0, types[k - 1], &types[k]);
    MPI_Type_commit(&types.back());
    int mine = 10;
    checks::expect(MPI_Sendrecv_replace(&mine, 1, types.back(), 1, message, 1, message, comm,
                                        MPI_STATUS_IGNORE) != MPI_SUCCESS,
                   "data of which no memory holds a copy were sent");
    for (std::size_t k = 1; k < types.size(); ++k) MPI_Type_free(&types[k]);
    for (int r = 1; r < size; ++r) MPI_Send(nullptr, 0, MPI_INT, r, message, comm);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
#endif
}

void absolute() {
  replace_too_much();
  int mine = 10 + rank;
  MPI_Aint at = 0;
  const int one = 1;
  MPI_Datatype there = MPI_DATATYPE_NULL;
  MPI_Get_address(&mine, &at);
  MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &there);
  MPI_Type_commit(&there);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Sendrecv_replace(MPI_BOTTOM, 1, there, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                       MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  checks::expect(mine == 10 + (rank + size - 1) % size, "what MPI_Sendrecv_replace received is wrong");
  MPI_Type_free(&there);
}

// Two groups of at least one process. (Open MPI 4.1 refuses such peers.)
void peers() {
  const bool first = rank < size / 2;
  MPI_Comm mine = MPI_COMM_NULL, between = MPI_COMM_NULL, again = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, first ? 0 : 1, rank, &mine);
  MPI_Intercomm_create(mine, 0, MPI_COMM_WORLD, first ? size / 2 : 0, 5, &between);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Intercomm_create(mine, 0, between, 0, 6, &again);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  int others = 0;
  MPI_Comm_remote_size(again, &others);
  checks::expect(others == (first ? size - size / 2 : size / 2), "an inter-communicator has another group");
  for (MPI_Comm* c : {&again, &between, &mine}) MPI_Comm_free(c);
}

// Tags are short, so that tutti has 255 numbers. Persistent operations get at most half of them, and there
// are more communicators than the rest. Their first calls are non-blocking.
constinit bool has_short_tags = false;

void numbers() {
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
  constexpr auto init = MPIX_Bcast_init;
#else
  constexpr auto init = MPI_Bcast_init;
#endif
  constexpr std::size_t many = 600;
  std::vector<MPI_Request> all(many, MPI_REQUEST_NULL);
  std::vector<int> values(many, -1);
  for (std::size_t k = 0; k < many; ++k)
    init(&values[k], 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &all[k]);
  for (std::size_t k = 0; k < many; k += 37) {
    if (rank == 0) values[k] = static_cast<int>(k);
    MPI_Start(&all[k]);
    MPI_Wait(&all[k], MPI_STATUS_IGNORE);
    checks::expect(values[k] == static_cast<int>(k), "a persistent broadcast is wrong");
  }
  std::vector<MPI_Comm> comms(150, MPI_COMM_NULL);
  const int dimensions[] = {size}, ends[] = {0};
  for (MPI_Comm& comm : comms) {
    MPI_Cart_create(MPI_COMM_WORLD, 1, dimensions, ends, 0, &comm);
    MPI_Datatype both = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &both);
    MPI_Type_commit(&both);
    std::array<int, 2> pair{rank, rank}, beside{-1, -1};
    int sum = 0;
    std::array<MPI_Request, 3> requests{};
    MPI_Ibcast(pair.data(), 1, both, size - 1, comm, &requests[0]);
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, beside.data(), 1, MPI_INT, comm, &requests[1]);
    MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[2]);
    MPI_Type_free(&both);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    checks::expect(pair[0] == size - 1 && pair[1] == size - 1, "a broadcast by a first call is wrong");
    checks::expect(beside[0] == rank - 1 && beside[1] == (rank + 1 < size ? rank + 1 : -1),
                   "what neighbours have sent is wrong");
    checks::expect(sum == size * (size - 1) / 2, "a sum is wrong");
  }
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  for (MPI_Request& r : all) MPI_Request_free(&r);
}

// MPI refuses wrong receives at once: before a message arrives, and before an exchange sends one.
void refused(MPI_Comm comm) {
  constexpr int message = 9;
  const int other = 1 - rank, wrong = -1;
  int in = -1;
  const auto expect_class = [](int expected, int code, const char* what) {
    checks::expect(checks::class_of(code) == expected, std::string(what) + " is not refused");
  };
  const auto receive = [&](int count, MPI_Datatype type) {
    return MPI_Recv(&in, count, type, MPI_ANY_SOURCE, message, comm, MPI_STATUS_IGNORE);
  };
  const auto exchange = [&](const int& out, int count, MPI_Datatype type, int from) {
    return MPI_Sendrecv(&out, 1, MPI_INT, other, message, &in, count, type, from, message, comm,
                        MPI_STATUS_IGNORE);
  };
  expect_class(MPI_ERR_COUNT, receive(-1, MPI_INT), "a receive of -1 elements");
  expect_class(MPI_ERR_TYPE, receive(1, MPI_DATATYPE_NULL), "a receive of no datatype");
  expect_class(MPI_ERR_COUNT, exchange(wrong, -1, MPI_INT, other), "an exchange for -1 elements");
  expect_class(MPI_ERR_TYPE, exchange(wrong, 1, MPI_DATATYPE_NULL, other), "an exchange for no datatype");
  expect_class(MPI_ERR_RANK, exchange(wrong, 1, MPI_INT, size), "an exchange with no process");
  checks::expect(exchange(rank, 1, MPI_INT, other) == MPI_SUCCESS && in == other,
                 "an exchange that was refused has sent its message");
}

void truncated() {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  refused(comm);
  std::array<int, 4> data{1, 2, 3, 4};
  if (rank == 0) {
    MPI_Send(data.data(), 4, MPI_INT, 1, 7, comm);
    MPI_Send(data.data(), 4, MPI_INT, 1, 8, comm);
  } else if (rank == 1) {
    std::array<int, 4> room{};
    MPI_Status status;
    const int code = MPI_Recv(room.data(), 1, MPI_INT, 0, 7, comm, MPI_STATUS_IGNORE);
    checks::expect(checks::class_of(code) == MPI_ERR_TRUNCATE, "a message that is too long is not refused");
    checks::expect(
        MPI_Recv(room.data(), 4, MPI_INT, MPI_ANY_SOURCE, 8, comm, &status) == MPI_SUCCESS && room == data,
        "the message after it is wrong");
    int n = 0;
    MPI_Get_count(&status, MPI_INT, &n);
    checks::expect(n == 4 && status.MPI_SOURCE == 0 && status.MPI_TAG == 8, "its status is wrong");
  }
  MPI_Comm_free(&comm);
}

// Process 1 sends only after its collective, in which process 0 must make progress meanwhile.
void waiting() {
  constexpr std::size_t n = 100000;
  std::vector<int> mine(n, 1), sum(n);
  MPI_Request request = MPI_REQUEST_NULL;
  std::thread receiver;
  int token = 0;
  if (rank == 0) {
    receiver =
        std::thread([&token] { MPI_Recv(&token, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // most likely it waits by now
  }
  MPI_Iallreduce(mine.data(), sum.data(), static_cast<int>(n), MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  if (rank == 0) receiver.join();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  token = 5;
  if (rank == 1) MPI_Send(&token, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
  checks::expect(sum[n - 1] == size && token == 5, "a sum or a message is wrong");
}

// (As interval arithmetic does.) What is served, and in how many blocks, may not depend on that.
void rounding() {
  constexpr std::array ways{FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
  const int own = ways[static_cast<std::size_t>(rank) % ways.size()];
  std::fesetround(own);
  const auto all = static_cast<std::size_t>(size);
  for (int n = 1; n < 400'000; n = n < 8 ? n + 1 : n * 5 / 4) {
    const auto count = static_cast<std::size_t>(n);
    std::vector<int> mine(count * all, rank + 1), result(count * all, -1);
    const auto expect_all = [&](const std::vector<int>& is, std::size_t from, int value, const char* what) {
      const bool right = std::all_of(is.begin() + static_cast<std::ptrdiff_t>(from),
                                     is.begin() + static_cast<std::ptrdiff_t>(from + count),
                                     [value](int x) { return x == value; });
      checks::expect(right, std::string(what) + " of " + std::to_string(n) + " elements is wrong");
    };
    const int root = n % size, sum = size * (size + 1) / 2;
    for (const bool waits : {false, true}) {
      MPI_Request request = MPI_REQUEST_NULL;
      std::vector<int> data = mine;
      waits ? MPI_Ibcast(data.data(), n, MPI_INT, root, MPI_COMM_WORLD, &request)
            : MPI_Bcast(data.data(), n, MPI_INT, root, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      expect_all(data, 0, root + 1, "a broadcast");
    }
    MPI_Reduce(mine.data(), result.data(), n, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    if (rank == root) expect_all(result, 0, sum, "a reduction");
    MPI_Allreduce(mine.data(), result.data(), n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect_all(result, 0, sum, "an allreduce");
    MPI_Scan(mine.data(), result.data(), n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    expect_all(result, 0, (rank + 1) * (rank + 2) / 2, "a scan");
    MPI_Allgather(mine.data(), n, MPI_INT, result.data(), n, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r)
      expect_all(result, static_cast<std::size_t>(r) * count, r + 1, "an allgather");
    std::vector<int> counts(all, n), at(all);
    for (int r = 0; r < size; ++r) at[static_cast<std::size_t>(r)] = r * n;
    std::fill(result.begin(), result.end(), -1);
    MPI_Alltoallv(mine.data(), counts.data(), at.data(), MPI_INT, result.data(), counts.data(), at.data(),
                  MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < size; ++r)
      expect_all(result, static_cast<std::size_t>(r) * count, r + 1, "an alltoallv");
    checks::expect(std::fegetround() == own, "the program's rounding has changed");
  }
  std::fesetround(FE_TONEAREST);
}

// (Open MPI's own collectives do not look whether there is a request.)
void missing() {
  for (MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const auto expect_refused = [](int code, const char* what) {
    checks::expect(checks::class_of(code) == MPI_ERR_ARG, std::string(what) + " is not refused");
  };
  MPI_Request request = MPI_REQUEST_NULL;
  int flag = 0, index = 0, count = 0;
  std::array<int, 1> indices{};
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  expect_refused(MPI_Test(&request, nullptr, MPI_STATUS_IGNORE), "MPI_Test without a flag");
  expect_refused(MPI_Testany(1, &request, nullptr, &flag, MPI_STATUS_IGNORE), "MPI_Testany without an index");
  expect_refused(MPI_Testany(1, &request, &index, nullptr, MPI_STATUS_IGNORE), "MPI_Testany without a flag");
  expect_refused(MPI_Testall(1, &request, nullptr, MPI_STATUSES_IGNORE), "MPI_Testall without a flag");
  expect_refused(MPI_Waitany(1, &request, nullptr, MPI_STATUS_IGNORE), "MPI_Waitany without an index");
  expect_refused(MPI_Waitsome(1, &request, nullptr, indices.data(), MPI_STATUSES_IGNORE),
                 "MPI_Waitsome without a count");
  expect_refused(MPI_Waitsome(1, &request, &count, nullptr, MPI_STATUSES_IGNORE),
                 "MPI_Waitsome without indices");
  expect_refused(MPI_Testsome(1, &request, &count, nullptr, MPI_STATUSES_IGNORE),
                 "MPI_Testsome without indices");
  expect_refused(MPI_Request_get_status(request, nullptr, MPI_STATUS_IGNORE),
                 "MPI_Request_get_status without a flag");
#if !defined(OPEN_MPI)
  expect_refused(MPI_Ibarrier(MPI_COMM_WORLD, nullptr), "MPI_Ibarrier without a request");
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  checks::expect(request == MPI_REQUEST_NULL, "the request is not null");
  int mine = 1, sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  checks::expect(sum == size, "an allreduce after that is wrong");
}

#if MPI_VERSION >= 4
// From before MPI_Init until after MPI_Finalize.
class session {
 public:
  session() {
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &is_);
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group_from_session_pset(is_, "mpi://WORLD", &all);
    MPI_Comm_create_from_group(all, "tutti", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm_);
    MPI_Group_free(&all);
    MPI_Comm_rank(comm_, &rank);
    MPI_Comm_size(comm_, &size);
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;
  ~session() {
    MPI_Comm_free(&comm_);
    MPI_Session_finalize(&is_);
  }
  void meet() const {
    int all = 0;
    const int one = 1;
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm_);
    checks::expect(all == size, "an allreduce on the session's communicator is wrong");
  }
  void meet_later() const {
    int all[2] = {0, 0};
    const int one = 1;
    MPI_Request requests[2];
    MPI_Iallreduce(&one, &all[0], 1, MPI_INT, MPI_SUM, comm_, &requests[0]);
    MPI_Iallreduce(&one, &all[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    checks::expect(all[0] == size && all[1] == size, "a non-blocking allreduce after MPI_Init is wrong");
  }

 private:
  MPI_Session is_ = MPI_SESSION_NULL;
  MPI_Comm comm_ = MPI_COMM_NULL;
};
#else
struct session {
  void meet() const {}
  void meet_later() const {}
};
#endif

void after_session() {
  int sum = 0;
  const int one = 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  checks::expect(sum == size, "an allreduce is wrong");
}

}  // namespace

// tutti asks here for the bound of tags.
extern "C" __attribute__((visibility("default"))) int PMPI_Comm_get_attr(MPI_Comm comm, int keyval,
                                                                         void* value, int* flag) {
  static const auto real =
      reinterpret_cast<decltype(&PMPI_Comm_get_attr)>(dlsym(RTLD_NEXT, "PMPI_Comm_get_attr"));
  const int code = real(comm, keyval, value, flag);
  static int bound = 32767;
  if (has_short_tags && keyval == MPI_TAG_UB && *flag) *static_cast<int**>(value) = &bound;
  return code;
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  std::optional<session> before;
  has_short_tags = what == "numbers";
  if (what == "session") before.emplace();
  if (before && rank != 0) before->meet();
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv,
                  what == "truncated" || what == "waiting" ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &level);
  if (before && rank == 0) before->meet();
  if (before) before->meet_later();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::pair<const char*, void (*)()> parts[] = {
      {"exscan", exscan},     {"f90", f90},         {"large", large},          {"absolute", absolute},
      {"peers", peers},       {"numbers", numbers}, {"truncated", truncated},  {"waiting", waiting},
      {"rounding", rounding}, {"missing", missing}, {"session", after_session}};
  for (const auto& [name, does] : parts)
    if (what == name) does();
  return checks::finish();
}
