// A collective of your own, in few lines, outside the library: proved, priced, and run on MPI, all from one
// text.
//
// The algorithm: a broadcast along two chains, the lower ranks counted down from the root and the higher ones
// counted up, so that half as many processes wait for each other. Without MPI it proves and prices only:
//
//   c++ -std=c++20 my_collective.cpp $(pkg-config --cflags --libs tutti) && ./a.out
//   mpicxx -std=c++20 -DWITH_MPI my_collective.cpp $(pkg-config --cflags --libs tutti-openmpi tutti)
//   mpirun -n 4 ./a.out

#include <cstdio>
#include <cstdlib>

#include "tutti/engine/proof.hpp"
#include "tutti/engine/simulate.hpp"

using namespace tutti;

// Everything between here and the next line is the algorithm.
task bcast_two_chains(process& self, buffer data, int root) {
  const int me = self.rank(), step = me < root ? -1 : 1, last = me < root ? 0 : self.size() - 1;
  if (me != root) co_await self.recv(data, me - step);
  if (me != last) co_await self.send(data, me + step);
  if (me == root && root > 0) co_await self.send(data, root - 1);
}
// ----------------------------------------------------

const algorithm two_chains{
    .of = collective::bcast,
    .name = "two_chains",
    .summary = "two chains, away from the root",
    .source = "this file",
    .run = [](process& self, const call& c) { return bcast_two_chains(self, c.out, c.root); },
    .price = [](const shape& s) { return cost{.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1)}; },
    .traits = {.bound = true},  // exact for a root at an end; about half as much for one in the middle
};

int main_of_proof() {
  for (int p = 1; p <= 64; ++p)
    for (int root = 0; root < p; ++root) {
      const instance i{.of = &two_chains, .p = p, .root = root, .count = 5};
      for (const std::string& wrong : prove(i).wrong) {
        std::printf("%s: %s\n", describe(i).c_str(), wrong.c_str());
        return 1;
      }
    }
  std::printf("proved for p = 1..64 and every root\n");

  const int p = 1000;
  for (int root : {0, p / 2}) {
    world w(p, machine{.alpha = 2e-6, .beta = 0.4e-9, .gamma = 0});
    std::vector<std::byte> data(8);
    w.run([&](process& self) { return bcast_two_chains(self, {data.data(), data.size(), byte_type}, root); });
    std::printf("8 bytes, %d processes, root %d: %.1f us\n", p, root, w.time() * 1e6);
  }
  return 0;
}

#ifdef WITH_MPI
#include "tutti/mpi/run.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, value = 0, status = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) status = main_of_proof(), value = 42;
  const buffer data = elements(&value, 1, MPI_INT);
  run(MPI_COMM_WORLD, [&](process& self) { return bcast_two_chains(self, data, 0); });
  std::printf("process %d: %d\n", rank, value);
  MPI_Finalize();
  return status != 0 || value != 42 ? EXIT_FAILURE : EXIT_SUCCESS;
}
#else
int main() { return main_of_proof(); }
#endif
