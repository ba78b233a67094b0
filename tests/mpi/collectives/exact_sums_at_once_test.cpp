// Under TUTTI_REPRODUCIBLE, many sums at once, to the bit: outstanding on communicators that are freed before
// they end, with blocking sums between them, and in several threads. Numbers of similar and of very different
// magnitudes alternate, so that calls change their way.
//
//   exact_sums_at_once_test outstanding|threads ROUNDS

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "exact/accumulator.hpp"
#include "oracle/oracle.hpp"

namespace {

using generator = std::mt19937_64;
int below(generator& g, int n) { return static_cast<int>(g() % static_cast<unsigned>(n)); }

// One sum: the numbers of all processes, which each process knows, and the result.
struct sum {
  enum kind : int { allreduce, scan, reduce_scatter_block, kinds };
  int what, count, rank, size;
  std::vector<std::vector<double>> all;
  std::vector<double> result;
  MPI_Request request = MPI_REQUEST_NULL;

  sum(generator& g, MPI_Comm comm, int which) : what(which), count(below(g, 20)) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const int range = below(g, 3) == 0 ? 2000 : 40;
    const int n = what == reduce_scatter_block ? count * size : count;
    all.resize(static_cast<std::size_t>(size));
    for (auto& one : all)
      for (int k = 0; k < n; ++k)
        one.push_back(std::ldexp(static_cast<double>(static_cast<std::int64_t>(g())),
                                 below(g, range) - range / 2 - 64));
    result.resize(static_cast<std::size_t>(count));
  }
  [[nodiscard]] const double* mine() const { return all[static_cast<std::size_t>(rank)].data(); }
  void begin(MPI_Comm comm) {
    double* const into = result.data();
    switch (what) {
      case allreduce: MPI_Iallreduce(mine(), into, count, MPI_DOUBLE, MPI_SUM, comm, &request); break;
      case scan: MPI_Iscan(mine(), into, count, MPI_DOUBLE, MPI_SUM, comm, &request); break;
      default: MPI_Ireduce_scatter_block(mine(), into, count, MPI_DOUBLE, MPI_SUM, comm, &request);
    }
  }
  void run(MPI_Comm comm) {
    double* const into = result.data();
    switch (what) {
      case allreduce: MPI_Allreduce(mine(), into, count, MPI_DOUBLE, MPI_SUM, comm); break;
      case scan: MPI_Scan(mine(), into, count, MPI_DOUBLE, MPI_SUM, comm); break;
      default: MPI_Reduce_scatter_block(mine(), into, count, MPI_DOUBLE, MPI_SUM, comm);
    }
  }
  [[nodiscard]] bool right() const {
    const int last = what == scan ? rank + 1 : size, first = what == reduce_scatter_block ? rank * count : 0;
    for (int k = 0; k < count; ++k) {
      tutti::exact::accumulator<double> a;
      for (int i = 0; i < last; ++i)
        a.add(all[static_cast<std::size_t>(i)][static_cast<std::size_t>(first + k)]);
      const double expected = a.rounded();
      if (std::memcmp(&expected, &result[static_cast<std::size_t>(k)], sizeof expected) != 0) return false;
    }
    return true;
  }
};

void outstanding(oracle::verdict& v, int rounds) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  generator g(7);
  for (int r = 0; r < rounds; ++r) {
    v.begin("outstanding sums, round " + std::to_string(r));
    std::vector<MPI_Comm> comms(3);
    for (MPI_Comm& c : comms) MPI_Comm_split(MPI_COMM_WORLD, 0, below(g, 2) ? rank : -rank, &c);
    std::vector<std::unique_ptr<sum>> all;
    bool right = true;
    for (int k = 0; k < 40; ++k) {
      MPI_Comm comm = comms[static_cast<std::size_t>(below(g, 3))];
      all.push_back(std::make_unique<sum>(g, comm, below(g, sum::kinds)));
      all.back()->begin(comm);
      if (k % 4 != 3) continue;
      sum between(g, comm, below(g, sum::kinds));
      between.run(comm);
      right = between.right() && right;
    }
    for (MPI_Comm& c : comms) MPI_Comm_free(&c);
    generator own(static_cast<std::uint64_t>(1000 * r + rank));
    std::shuffle(all.begin(), all.end(), own);
    for (auto& s : all) {
      MPI_Wait(&s->request, MPI_STATUS_IGNORE);
      right = s->right() && right;
    }
    v.check("the bits of the exact sums", right ? "" : "other bits");
  }
}

void threads(oracle::verdict& v, int rounds) {
  constexpr int n = 3;
  std::vector<MPI_Comm> comms(n);
  for (MPI_Comm& c : comms) MPI_Comm_dup(MPI_COMM_WORLD, &c);
  std::vector<int> wrong(n);
  std::vector<std::thread> all;
  for (int t = 0; t < n; ++t)
    all.emplace_back([&, t] {
      generator g(static_cast<std::uint64_t>(t));
      MPI_Comm comm = comms[static_cast<std::size_t>(t)];
      for (int r = 0; r < rounds; ++r) {
        sum one(g, comm, below(g, sum::kinds)), another(g, comm, below(g, sum::kinds));
        one.begin(comm);
        another.run(comm);
        MPI_Wait(&one.request, MPI_STATUS_IGNORE);
        wrong[static_cast<std::size_t>(t)] += !one.right() + !another.right();
      }
    });
  for (std::thread& t : all) t.join();
  for (int t = 0; t < n; ++t) {
    v.begin("sums of thread " + std::to_string(t));
    v.check("the bits of the exact sums", wrong[static_cast<std::size_t>(t)] == 0 ? "" : "other bits");
  }
  for (MPI_Comm& c : comms) MPI_Comm_free(&c);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string part = argc > 1 ? argv[1] : "";
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 0;
  int provided = 0;
  MPI_Init_thread(&argc, &argv, part == "threads" ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  oracle::verdict v;
  if (part == "outstanding")
    outstanding(v, rounds);
  else if (part == "threads" && provided == MPI_THREAD_MULTIPLE)
    threads(v, rounds);
  const int status = v.finish();
  MPI_Finalize();
  return status;
}
