// Broadcasts data described by MPI_BOTTOM and a type of absolute addresses: integers, doubles and bytes in
// three arrays of each process; from every root, short and long. Run with an algorithm that sends the data as
// they are, and with one that cuts them.
//
//   bottom_test

#include <mpi.h>

#include <cstdio>
#include <vector>

namespace {

struct data {
  std::vector<int> ints;
  std::vector<double> doubles;
  std::vector<char> bytes;
  explicit data(std::size_t n) : ints(n), doubles(n), bytes(n) {}
  void fill(int seed) {
    for (std::size_t i = 0; i < ints.size(); ++i) {
      const int v = seed + static_cast<int>(i);
      ints[i] = v, doubles[i] = 0.5 * v, bytes[i] = static_cast<char>(v % 101);
    }
  }
  friend bool operator==(const data&, const data&) = default;
};

MPI_Datatype where(data& d) {
  const int n = static_cast<int>(d.ints.size()), lengths[3] = {n, n, n};
  const MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
  MPI_Aint addresses[3];
  MPI_Get_address(d.ints.data(), &addresses[0]);
  MPI_Get_address(d.doubles.data(), &addresses[1]);
  MPI_Get_address(d.bytes.data(), &addresses[2]);
  MPI_Datatype t = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(3, lengths, addresses, types, &t);
  MPI_Type_commit(&t);
  return t;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1, wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (const std::size_t n : {1, 100, 5000, 500000})
    for (int root = 0; root < size; ++root) {
      data mine(n), right(n);
      right.fill(root + 1);
      if (rank == root) mine.fill(root + 1);
      MPI_Datatype t = where(mine);
      MPI_Bcast(MPI_BOTTOM, 1, t, root, MPI_COMM_WORLD);
      MPI_Type_free(&t);
      if (mine == right) continue;
      std::printf("process %d: wrong data from root %d, %zu of each\n", rank, root, n);
      wrong = 1;
    }
  int any = 0;
  MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return any;
}
