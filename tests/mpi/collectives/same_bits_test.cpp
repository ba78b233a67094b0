// Sums and products of doubles of very different magnitudes, where every bracketing gives different bits. The
// result of an allreduce must be the same, bit by bit, on every process and in every repetition. Prints a
// digest, so that runs of the program can be compared, too.
//
//   same_bits_test         sums and products of doubles
//   same_bits_test elements   under TUTTI_REDUCTIONS=elements,placements: all elements of a vector are the
//                          sum of the same numbers, so all results must have the same bits; prints a digest
//   same_bits_test ranks   under TUTTI_REDUCTIONS=ranks: operands are combined in rank order although the
//                          operator is declared commutative

#include <mpi.h>

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <vector>

#include "oracle/oracle.hpp"

namespace {

double wild(std::uint64_t random) {
  const int exponent = static_cast<int>(random % 61) - 30;
  const double mantissa = 1 + static_cast<double>(random >> 12) * 0x1p-52;
  return std::ldexp((random >> 6 & 1) != 0 ? mantissa : -mantissa, exponent);
}

std::uint64_t summary(const std::vector<double>& v) {
  std::uint64_t d = v.size();
  for (double x : v) {
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    d = oracle::mix(d, bits);
  }
  return d;
}

// The map x -> a x + b modulo 2^32. Composition is associative, but does not commute.
struct map {
  std::uint32_t a, b;
  friend bool operator==(const map&, const map&) = default;
};
map then(map first, map second) { return {second.a * first.a, second.a * first.b + second.b}; }

void compose(void* in, void* inout, int* count, MPI_Datatype*) {
  const auto* const left = static_cast<const map*>(in);
  auto* const right = static_cast<map*>(inout);
  for (int i = 0; i < *count; ++i) right[i] = then(left[i], right[i]);
}

map element(int rank, std::size_t i) {
  return {static_cast<std::uint32_t>(2 * oracle::mix(rank, i) + 1),
          static_cast<std::uint32_t>(oracle::mix(rank, i, 1))};
}

// The result of processes first .. last for element i, in rank order.
map composed(int first, int last, std::size_t i) {
  map all = element(first, i);
  for (int r = first + 1; r <= last; ++r) all = then(all, element(r, i));
  return all;
}

void combine_in_rank_order(oracle::verdict& v, int rank, int size) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(compose, 1, &op);  // declared commutative, so that algorithms might reorder operands
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_UINT32_T, &type);
  MPI_Type_commit(&type);
  for (const std::size_t n : {1U, 5U, 300U, 20'000U, 200'000U}) {
    const int count = static_cast<int>(n), root = size - 1;
    std::vector<map> mine(n), result(n), expected(n);
    const auto check = [&](const char* what, int first, int last, std::size_t from, std::size_t length) {
      v.begin(what + std::string(" of ") + std::to_string(n));
      for (std::size_t i = 0; i < length; ++i) expected[i] = composed(first, last, from + i);
      v.check("rank order", std::equal(expected.begin(),
                                       expected.begin() + static_cast<std::ptrdiff_t>(length), result.begin())
                                ? ""
                                : "another order");
    };
    for (std::size_t i = 0; i < n; ++i) mine[i] = element(rank, i);
    MPI_Allreduce(mine.data(), result.data(), count, type, op, MPI_COMM_WORLD);
    check("allreduce", 0, size - 1, 0, n);
    MPI_Reduce(mine.data(), result.data(), count, type, op, root, MPI_COMM_WORLD);
    if (rank == root) check("reduce", 0, size - 1, 0, n);
    MPI_Scan(mine.data(), result.data(), count, type, op, MPI_COMM_WORLD);
    check("scan", 0, rank, 0, n);
    const std::size_t block = n / static_cast<std::size_t>(size);
    MPI_Reduce_scatter_block(mine.data(), result.data(), static_cast<int>(block), type, op, MPI_COMM_WORLD);
    check("reduce_scatter_block", 0, size - 1, block * static_cast<std::size_t>(rank), block);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(mine.data(), result.data(), count, type, op, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check("iallreduce", 0, size - 1, 0, n);
  }
  MPI_Type_free(&type);
  MPI_Op_free(&op);
}

// Every process contributes one number, at every place of the vector. Returns a digest of the results.
std::uint64_t sum_equal_elements(oracle::verdict& v, int rank, int size) {
  std::uint64_t all = 0;
  for (const std::size_t n : {1U, 7U, 300U, 4096U, 20'000U, 200'000U}) {
    const std::vector<double> mine(n, wild(oracle::mix(static_cast<unsigned>(rank), 5)));
    std::vector<double> result(n);
    const int count = static_cast<int>(n);
    const auto check = [&](const char* what, std::size_t length) {
      result.resize(length);
      v.begin(what + std::string(" of ") + std::to_string(n));
      const auto other = [&](double x) { return std::memcmp(&x, result.data(), sizeof x) != 0; };
      v.check("each element", std::none_of(result.begin(), result.end(), other) ? "" : "different bits");
      all = oracle::mix(all, summary(result));
      result.resize(n);
    };
    MPI_Allreduce(mine.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check("allreduce", n);
    MPI_Reduce(mine.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) check("reduce", n);
    MPI_Scan(mine.data(), result.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    check("scan", n);
    const std::size_t block = n / static_cast<std::size_t>(size);
    MPI_Reduce_scatter_block(mine.data(), result.data(), static_cast<int>(block), MPI_DOUBLE, MPI_SUM,
                             MPI_COMM_WORLD);
    // The blocks of all processes are parts of one vector.
    double first = result[0];
    MPI_Bcast(&first, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (block > 0) result.insert(result.begin(), first);
    check("reduce_scatter_block", block > 0 ? block + 1 : 0);
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  oracle::verdict v;
  if (argc > 1 && std::string_view(argv[1]) == "ranks") {
    combine_in_rank_order(v, rank, size);
    const int status = v.finish();
    MPI_Finalize();
    return status;
  }
  if (argc > 1 && std::string_view(argv[1]) == "elements") {
    const std::uint64_t digest = sum_equal_elements(v, rank, size);
    if (rank == 0) std::printf("summary %016" PRIx64 "\n", digest);
    const int status = v.finish();
    MPI_Finalize();
    return status;
  }
  std::uint64_t all = 0;
  for (const bool product : {false, true})
    for (const std::size_t n : {1U, 2U, 7U, 100U, 1000U, 4097U, 50'000U, 300'001U}) {
      std::vector<double> mine(n), first(n), again(n);
      for (std::size_t i = 0; i < n; ++i) mine[i] = wild(oracle::mix(n, static_cast<unsigned>(rank), i));
      const MPI_Op op = product ? MPI_PROD : MPI_SUM;
      const int count = static_cast<int>(n);
      v.begin((product ? "product" : "sum") + std::string(" of ") + std::to_string(n) + " doubles");
      MPI_Allreduce(mine.data(), first.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
      again = mine;
      MPI_Allreduce(MPI_IN_PLACE, again.data(), count, MPI_DOUBLE, op, MPI_COMM_WORLD);
      v.check("a second call",
              std::memcmp(first.data(), again.data(), n * sizeof(double)) == 0 ? "" : "other bits");
      if (rank == 0) again = first;
      // Process 0 sends its result to all others.
      for (int r = 1; r < size; ++r) {
        if (rank == 0) MPI_Send(first.data(), count, MPI_DOUBLE, r, 0, MPI_COMM_WORLD);
        if (rank == r) MPI_Recv(again.data(), count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
      v.check("process 0",
              std::memcmp(first.data(), again.data(), n * sizeof(double)) == 0 ? "" : "other bits there");
      all = oracle::mix(all, summary(first));
    }
  if (rank == 0) std::printf("summary %016" PRIx64 "\n", all);
  const int status = v.finish();
  MPI_Finalize();
  return status;
}
