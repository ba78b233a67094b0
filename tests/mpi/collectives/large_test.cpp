// One call with more than 2^31 bytes. The data is a function of its position and is checked in place, so that
// a process needs little more memory than the data.
//
//   large_test bcast|bcast_derived|allgather|allreduce [WORDS]     of 8 bytes; default: slightly over 2 GiB

#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace {

std::int64_t words = (std::int64_t{1} << 28) + 4099;

std::int64_t word(std::int64_t i, int from) { return (i + 1) * 0x9E3779B97F4A7C15LL % 1000003 + from; }

int rank = 0, size = 1;

void fill(std::int64_t* data, std::int64_t first, std::int64_t n, int from) {
  for (std::int64_t i = 0; i < n; ++i) data[first + i] = word(first + i, from);
}

bool holds(const std::int64_t* data, std::int64_t first, std::int64_t n, std::int64_t times, int from) {
  for (std::int64_t i = first; i < first + n; ++i)
    if (data[i] != times * word(i, 0) + from) {
      std::fprintf(stderr, "FAILED rank %d: word %lld: expected %lld, found %lld\n", rank,
                   static_cast<long long>(i), static_cast<long long>(times * word(i, 0) + from),
                   static_cast<long long>(data[i]));
      return false;
    }
  return true;
}

std::unique_ptr<std::int64_t[]> memory() { return std::unique_ptr<std::int64_t[]>(new std::int64_t[words]); }

bool bcast(bool derived) {
  const auto data = memory();
  const int root = size - 1;
  if (rank == root) fill(data.get(), 0, words, 7);
  int count = static_cast<int>(words);
  MPI_Datatype type = MPI_INT64_T;
  if (derived) {  // a few large elements, of another type on odd ranks
    const int width = rank % 2 == 0 ? static_cast<int>(words) : 1;
    MPI_Type_contiguous(width, MPI_INT64_T, &type);
    MPI_Type_commit(&type);
    count = static_cast<int>(words / width);
  }
  MPI_Bcast(data.get(), count, type, root, MPI_COMM_WORLD);
  if (derived) MPI_Type_free(&type);
  return holds(data.get(), 0, words, 1, 7);
}

bool allgather() {  // each block is below the limit, but not all blocks together
  const auto data = memory();
  const std::int64_t block = words / size;
  fill(data.get(), rank * block, block, rank);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data.get(), static_cast<int>(block), MPI_INT64_T,
                MPI_COMM_WORLD);
  bool right = true;
  for (int r = 0; r < size; ++r) right = right && holds(data.get(), r * block, block, 1, r);
  return right;
}

bool allreduce() {
  const auto data = memory();
  fill(data.get(), 0, words, rank);
  MPI_Allreduce(MPI_IN_PLACE, data.get(), static_cast<int>(words), MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return holds(data.get(), 0, words, size, size * (size - 1) / 2);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const std::string_view which = argc > 1 ? argv[1] : "";
  if (argc > 2) words = std::atoll(argv[2]);
  bool right = false;
  if (which == "bcast" || which == "bcast_derived")
    right = bcast(which != "bcast");
  else if (which == "allgather")
    right = allgather();
  else if (which == "allreduce")
    right = allreduce();
  else
    std::fprintf(stderr, "usage: large_test bcast|bcast_derived|allgather|allreduce [WORDS]\n");
  if (!right) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) std::printf("%lld bytes: right everywhere\n", static_cast<long long>(words * 8));
  MPI_Finalize();
  return 0;
}
