// Short and long calls of a few collectives on MPI_COMM_WORLD. Checks the results. tests/mpi/start/selection
// checks which algorithms served the calls.

#include <mpi.h>

#include <string>
#include <vector>

#include "oracle/expect.hpp"

namespace {

using checks::expect;

int rank = 0, size = 1;

void broadcasts(int n) {
  std::vector<int> data(static_cast<std::size_t>(n), rank == 0 ? 7 : -1);
  MPI_Bcast(data.data(), n, MPI_INT, 0, MPI_COMM_WORLD);
  for (const int x : data) expect(x == 7, "bcast");
}

template <class Number>
void sums(int n, MPI_Datatype type) {
  std::vector<Number> in(static_cast<std::size_t>(n), static_cast<Number>(rank)), out(in.size());
  MPI_Allreduce(in.data(), out.data(), n, type, MPI_SUM, MPI_COMM_WORLD);
  for (const Number x : out) expect(x == static_cast<Number>(size * (size - 1) / 2), "allreduce");
}

// Process r has base + r * growth elements with the value r.
void gathers(int base, int growth) {
  std::vector<int> counts, displacements;
  int total = 0;
  for (int r = 0; r < size; ++r) {
    counts.push_back(base + r * growth);
    displacements.push_back(total);
    total += counts.back();
  }
  const int own = base + rank * growth;
  const std::vector<int> in(static_cast<std::size_t>(own), rank);
  std::vector<int> all(static_cast<std::size_t>(total), -1);
  const auto check = [&](const std::string& what) {
    std::size_t k = 0;
    for (int r = 0; r < size; ++r)
      for (int i = 0; i < base + r * growth; ++i) expect(all[k++] == r, what);
  };
  MPI_Allgatherv(in.data(), own, MPI_INT, all.data(), counts.data(), displacements.data(), MPI_INT,
                 MPI_COMM_WORLD);
  check("allgatherv");
  all.assign(all.size(), -1);
  MPI_Gatherv(in.data(), own, MPI_INT, all.data(), counts.data(), displacements.data(), MPI_INT, 0,
              MPI_COMM_WORLD);
  if (rank == 0) check("gatherv");
}

void exchanges(int n) {
  std::vector<int> in, out(static_cast<std::size_t>(n * size), -1);
  for (int r = 0; r < size; ++r) in.insert(in.end(), static_cast<std::size_t>(n), rank * size + r);
  MPI_Alltoall(in.data(), n, MPI_INT, out.data(), n, MPI_INT, MPI_COMM_WORLD);
  for (int k = 0; k < n * size; ++k)
    expect(out[static_cast<std::size_t>(k)] == k / n * size + rank, "alltoall");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int repetition = 0; repetition < 2; ++repetition) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (const int n : {1, 100'000}) {
      broadcasts(n);
      sums<int>(n, MPI_INT);
      sums<double>(n, MPI_DOUBLE);
    }
    gathers(5, 0);
    gathers(5, 3);
    exchanges(3);
  }
  return checks::finish();
}
