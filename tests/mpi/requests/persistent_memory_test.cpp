// A persistent operation allocates its memory once: later starts allocate nothing, however long the data, and
// each start uses the data at that time. If there is no memory, a start fails and the next one is right.
// Counts the allocations of the whole process, so it does not run under sanitizers. Does not use tutti's API.
//
//   persistent_memory_test          with TUTTI_GATHER=star
//   persistent_memory_test near     also messages within a node that lack memory, with TUTTI_ALLGATHER=pat

#include <dlfcn.h>
#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "oracle/expect.hpp"
#include "oracle/through.hpp"

namespace {
std::atomic<std::size_t> allocated{0};  // bytes, of long blocks
// UCX, below MPICH, allocates 24 KB whenever many messages arrive before their receives are posted.
constexpr std::size_t is_long = std::size_t{32} << 10;

// The number of tutti's allocations that succeed before one fails; negative: none fails.
std::atomic<int> until_failure{-1};
// Of tutti's allocations of long blocks, two fail, the next one succeeds, and so on. Negative: none fails.
std::atomic<int> long_ones{-1};

bool is_tutti(const void* code) {
  Dl_info where{};
  return dladdr(code, &where) != 0 && std::strstr(where.dli_fname, "libtutti");
}
bool fails(std::size_t bytes, const void* caller) {
  if (until_failure < 0 && long_ones < 0) return false;
  if (!is_tutti(caller)) return false;
  return (until_failure >= 0 && until_failure-- == 0) ||
         (long_ones >= 0 && bytes >= is_long && long_ones++ % 3 != 2);
}
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t bytes);
__attribute__((visibility("default"))) void* malloc(std::size_t bytes) noexcept {
  if (fails(bytes, __builtin_return_address(0))) return nullptr;
  if (bytes >= is_long) allocated += bytes;
  return __libc_malloc(bytes);
}
}

namespace {

using checks::expect;

int rank = 0, size = 0;
const MPI_Comm world = MPI_COMM_WORLD;
constexpr int starts = 4;

// Starts an operation whose data `fill(start)` sets and `check(start)` looks at.
template <class Fill, class Check>
void run(MPI_Request& request, const std::string& what, Fill fill, Check check) {
  std::size_t before = 0;
  for (int k = 0; k < starts; ++k) {
    fill(k);
    MPI_Barrier(world);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(check(k), what + ", start " + std::to_string(k) + ": right");
    if (k == 0) before = allocated;
  }
  expect(allocated == before,
         what + ": " + std::to_string(allocated - before) + " bytes were allocated after the first start");
  MPI_Request_free(&request);
}

// Every other integer of a vector, so that data are packed.
void broadcast(int n, const std::string& what) {
  MPI_Datatype holes = MPI_DATATYPE_NULL;
  MPI_Type_vector(n, 1, 2, MPI_INT, &holes);
  MPI_Type_commit(&holes);
  std::vector<int> data(static_cast<std::size_t>(n) * 2);
  MPI_Request request = MPI_REQUEST_NULL;
  const int root = size - 1;
  PERSISTENT(Bcast)(data.data(), 1, holes, root, world, MPI_INFO_NULL, &request);
  run(
      request, what, [&](int k) { std::iota(data.begin(), data.end(), rank == root ? k : -k); },
      [&](int k) {
        bool right = true;
        for (std::size_t i = 0; i < data.size(); ++i)
          right = right && data[i] == static_cast<int>(i) + (rank == root || i % 2 == 0 ? k : -k);
        return right;
      });
  MPI_Type_free(&holes);
}

void sum(int n) {
  std::vector<int> in(static_cast<std::size_t>(n)), out(in);
  MPI_Request request = MPI_REQUEST_NULL;
  PERSISTENT(Allreduce)(in.data(), out.data(), n, MPI_INT, MPI_SUM, world, MPI_INFO_NULL, &request);
  run(
      request, "allreduce", [&](int k) { std::iota(in.begin(), in.end(), k + rank); },
      [&](int k) {
        bool right = true;
        for (int i = 0; i < n; ++i)
          right = right && out[static_cast<std::size_t>(i)] == size * (k + i) + size * (size - 1) / 2;
        return right;
      });
}

void exchange_in_place(int n) {
  std::vector<int> all(static_cast<std::size_t>(n) * static_cast<std::size_t>(size));
  MPI_Request request = MPI_REQUEST_NULL;
  PERSISTENT(Alltoall)(MPI_IN_PLACE, n, MPI_INT, all.data(), n, MPI_INT, world, MPI_INFO_NULL, &request);
  const auto each = [&](auto visit) {
    for (std::size_t i = 0; i < all.size(); ++i) visit(all[i], static_cast<int>(i) / n);
  };
  run(
      request, "alltoall in place",
      [&](int k) { each([&](int& x, int to) { x = 100 * k + 10 * rank + to; }); },
      [&](int k) {
        bool right = true;
        each([&](int x, int from) { right = right && x == 100 * k + 10 * from + rank; });
        return right;
      });
}

// The root of a gather starts with one allocation after the other failing. The other processes send before it
// starts, and wait for nothing.
void fail_starts() {
  int failed = 1, k = 0;
  for (; failed != 0; ++k) {
    std::vector<int> all(static_cast<std::size_t>(size));
    MPI_Request request = MPI_REQUEST_NULL;
    PERSISTENT(Gather)(&rank, 1, MPI_INT, all.data(), 1, MPI_INT, 0, world, MPI_INFO_NULL, &request);
    const auto start = [&](int succeeding) {
      const bool may_fail = succeeding >= 0;
      std::ranges::fill(all, -1);
      if (rank == 0) {
        MPI_Barrier(world);
        until_failure = succeeding;
      }
      const int started = MPI_Start(&request);
      if (rank == 0 && may_fail) failed = until_failure.exchange(-1) < 0;
      const int ended = MPI_Wait(&request, MPI_STATUS_IGNORE),
                code = started != MPI_SUCCESS ? started : ended;
      if (rank > 0) MPI_Barrier(world);
      const std::string what =
          "allocation " + std::to_string(k) + (may_fail ? ", that fails" : ", next start");
      expect(code == MPI_SUCCESS || (may_fail && rank == 0 && checks::class_of(code) == MPI_ERR_NO_MEM),
             what);
      for (int r = 0; rank == 0 && r < size && code == MPI_SUCCESS; ++r)
        expect(all[static_cast<std::size_t>(r)] == r, what + ": wrong data");
    };
    start(k);
    MPI_Bcast(&failed, 1, MPI_INT, 0, world);
    start(-1);
    MPI_Request_free(&request);
  }
  expect(k > 1, "no allocation of tutti's has failed");
}

// Messages within the node that have several parts, so that they are packed. The receiver tries again until
// it has memory, or tells the sender that it cannot copy the message. If the kernel does not copy messages,
// calls may fail.
void lack_memory(int n) {
  std::vector<int> all(static_cast<std::size_t>(n) * static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i) / n == rank ? rank : -1;
  MPI_Request request = MPI_REQUEST_NULL;
  PERSISTENT(Allgather)(MPI_IN_PLACE, n, MPI_INT, all.data(), n, MPI_INT, world, MPI_INFO_NULL, &request);
  long_ones = 0;
  MPI_Start(&request);
  const int code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  long_ones = -1;
  expect(code == MPI_SUCCESS || checks::class_of(code) == MPI_ERR_NO_MEM, "allgather that lacks memory");
  int any = code != MPI_SUCCESS;
  PMPI_Allreduce(MPI_IN_PLACE, &any, 1, MPI_INT, MPI_MAX, world);
  bool right = true;
  for (std::size_t i = 0; i < all.size(); ++i) right = right && all[i] == static_cast<int>(i) / n;
  expect(right || any != 0, "allgather that lacks memory: wrong data");
  MPI_Request_free(&request);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &size);
  constexpr int mega = 1 << 18;  // integers, of a MiB
  broadcast(mega / 2, "broadcast of packed data");
  broadcast(5 * mega, "broadcast of data that are packed message by message");
  sum(3 * mega);
  exchange_in_place(mega);
  MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
  if (argc > 1)
    for (int n = 1 << 14; n <= mega; n *= 2) lack_memory(n);
  else
    fail_starts();  // in messages by MPI: those within a node may need no memory
  return checks::finish();
}
