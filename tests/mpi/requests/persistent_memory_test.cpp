// A persistent operation allocates its memory once: later starts allocate nothing, however long the data, and
// each start uses the data at that time. Counts the allocations of the whole process, so it does not run
// under sanitizers. Does not use tutti's API.

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "oracle/expect.hpp"
#include "oracle/through.hpp"

namespace {
std::atomic<std::size_t> allocated{0};  // bytes, of long blocks
// UCX, below MPICH, allocates 24 KB whenever many messages arrive before their receives are posted.
constexpr std::size_t is_long = std::size_t{32} << 10;
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t bytes);
__attribute__((visibility("default"))) void* malloc(std::size_t bytes) noexcept {
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
  return checks::finish();
}
