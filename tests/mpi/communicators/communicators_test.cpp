// Communicators are opened by their first collective call: by many threads at once, two thousand of them
// alive, tens of thousands one after the other. Programs that can do so natively can do so under tutti.
//
//   communicators_test threads [ITERATIONS]    each thread makes communicators and calls collectives on them
//   communicators_test halves [ITERATIONS]     the same, alternating between half of the processes and all
//   communicators_test many [N]                N communicators at once, a barrier on each
//   communicators_test leapfrog [N]            N, each made before the last but one is freed
//   communicators_test graph                   communicators of a graph of processes, and copies
//   communicators_test types [ITERATIONS]      all threads use a datatype for the first time at once

#include <mpi.h>

#include <array>
#include <barrier>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, size = 1;
constexpr int threads = 4;

// The sum over a communicator tells whether messages met the right ones.
void meet(MPI_Comm comm, int salt) {
  int p = 0, r = 0, sum = 0;
  MPI_Comm_size(comm, &p);
  MPI_Comm_rank(comm, &r);
  MPI_Barrier(comm);
  const int mine = salt + r;
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
  checks::expect(sum == p * salt + p * (p - 1) / 2, "a sum over a communicator is wrong");
}

void in_threads(void (*body)(int thread, int iterations), int iterations) {
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) running.emplace_back(body, t, iterations);
  for (std::thread& t : running) t.join();
}

std::vector<MPI_Comm> comms(threads);
std::mutex creation;  // of duplicates: collective calls on MPI_COMM_SELF

void on_own(int thread, int iterations) {
  for (int i = 0; i < iterations; ++i) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL, self = MPI_COMM_NULL;
    MPI_Comm_group(comms[static_cast<std::size_t>(thread)], &all);
    MPI_Comm_create_group(comms[static_cast<std::size_t>(thread)], all, thread, &comm);
    meet(comm, thread * 1000 + i);
    MPI_Comm_free(&comm);
    MPI_Group_free(&all);
    {
      const std::lock_guard lock(creation);
      MPI_Comm_dup(MPI_COMM_SELF, &self);
    }
    meet(self, i);
    MPI_Comm_free(&self);
  }
}

void on_halves(int thread, int iterations) {
  int range[1][3] = {{0, size / 2, 1}};
  for (int i = 0; i < iterations; ++i) {
    MPI_Group all = MPI_GROUP_NULL, half = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_range_incl(all, 1, range, &half);
    if (rank <= size / 2) {
      MPI_Comm_create_group(MPI_COMM_WORLD, half, thread, &comm);
      meet(comm, thread * 1000 + i);
      MPI_Comm_free(&comm);
    }
    MPI_Comm_create_group(MPI_COMM_WORLD, all, thread, &comm);
    meet(comm, thread * 1000 + i);
    MPI_Comm_free(&comm);
    MPI_Group_free(&half);
    MPI_Group_free(&all);
  }
}

void many(int n) {
  std::vector<MPI_Comm> alive(static_cast<std::size_t>(n));
  for (MPI_Comm& c : alive) MPI_Comm_dup(MPI_COMM_WORLD, &c);
  for (MPI_Comm c : alive) MPI_Barrier(c);
  for (std::size_t i = 0; i < alive.size(); i += 100) meet(alive[i], static_cast<int>(i));
  for (MPI_Comm& c : alive) MPI_Comm_free(&c);
}

// The newest communicator is always made before the oldest goes, so that the highest number is always in use.
void leapfrog(int n) {
  MPI_Comm older = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &older);
  for (int i = 0; i < n; ++i) {
    MPI_Comm newer = MPI_COMM_NULL;
    MPI_Comm_dup(older, &newer);
    meet(newer, i);
    MPI_Comm_free(&older);
    older = newer;
  }
  MPI_Comm_free(&older);
}

// Communicators of a graph of processes, and copies of them.
void meet_on_graph(MPI_Comm made) {
  MPI_Barrier(made);
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(made, &copy);
  int sum = 0;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
  checks::expect(sum == size * (size - 1) / 2, "a sum over a graph's processes is wrong");
  MPI_Comm_free(&copy);
  MPI_Comm_free(&made);
}

// Graphs with all edges, half of them, one, none, and random ones. The edges are named by both ends, by the
// senders, by the receivers, or by process 0 alone. (Open MPI's treematch hangs there, if tutti lets it.)
void graph() {
  std::mt19937 random(1);
  for (int repetition = 0; repetition < 10; ++repetition) {
    struct edge {
      int from, to, weight;
    };
    std::vector<edge> edges;
    for (int r = 0; r < size; ++r)
      for (int q = 0; q < size; ++q) {
        const bool drawn = random() % 3 != 0;
        const std::array there{true, q % 2 == 1, r + q == 0, false};
        if (repetition < 4 ? there[static_cast<std::size_t>(repetition)] : drawn)
          edges.push_back({r, q, (r + 2) * (q + 1)});
      }
    int many = static_cast<int>(edges.size());
    MPI_Bcast(&many, 1, MPI_INT, 0, MPI_COMM_WORLD);

    std::vector<int> sources, targets, in, out;
    for (const edge& e : edges) {
      if (e.to == rank) sources.push_back(e.from), in.push_back(e.weight);
      if (e.from == rank) targets.push_back(e.to), out.push_back(e.weight);
    }
    for (auto* const table : {&sources, &targets, &in, &out}) table->push_back(-1);  // never null
    const int ins = static_cast<int>(sources.size()) - 1, outs = static_cast<int>(targets.size()) - 1;
    MPI_Comm made = MPI_COMM_NULL;
    for (const int reorder : {0, 1}) {
      MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, sources.data(), in.data(), outs, targets.data(),
                                     out.data(), MPI_INFO_NULL, reorder, &made);
      meet_on_graph(made);
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, sources.data(), MPI_UNWEIGHTED, outs, targets.data(),
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &made);
    meet_on_graph(made);
    for (const int reorder : {0, 1}) {
      MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &outs, targets.data(), out.data(), MPI_INFO_NULL,
                            reorder, &made);
      meet_on_graph(made);
    }
    const std::vector<int> here(static_cast<std::size_t>(ins) + 1, rank);
    const std::vector<int> ones(edges.size() + 1, 1);
    for (const int reorder : {0, 1}) {
      MPI_Dist_graph_create(MPI_COMM_WORLD, ins, sources.data(), ones.data(), here.data(), in.data(),
                            MPI_INFO_NULL, reorder, &made);
      meet_on_graph(made);
    }
    std::vector<int> from, to, weights;
    for (const edge& e : edges) from.push_back(e.from), to.push_back(e.to), weights.push_back(e.weight);
    for (auto* const table : {&from, &to, &weights}) table->push_back(-1);
    for (const int reorder : {0, 1}) {
      MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0 ? many : 0, from.data(), ones.data(), to.data(),
                            weights.data(), MPI_INFO_NULL, reorder, &made);
      meet_on_graph(made);
    }
  }
}

// The threads of a process meet before each iteration, in which they have a datatype in common.
std::barrier<> together(threads);
MPI_Datatype shared = MPI_DATATYPE_NULL;

void with_types(int thread, int iterations) {
  for (int i = 0; i < iterations; ++i) {
    if (thread == 0) {
      MPI_Type_vector(3, 1, 2, MPI_INT, &shared);
      MPI_Type_commit(&shared);
    }
    together.arrive_and_wait();
    int data[6] = {rank, -1, rank, -1, rank, -1};
    MPI_Bcast(data, 1, shared, 0, comms[static_cast<std::size_t>(thread)]);
    checks::expect(data[0] == 0 && data[2] == 0 && data[4] == 0 && data[1] == -1 && data[3] == -1,
                   "a broadcast of a new datatype is wrong");
    together.arrive_and_wait();
    if (thread == 0) MPI_Type_free(&shared);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0;
  const char* what = argc > 1 ? argv[1] : "";
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const auto n = [&](int otherwise) { return argc > 2 ? std::atoi(argv[2]) : otherwise; };
  if (std::strcmp(what, "threads") == 0) {
    for (MPI_Comm& c : comms) MPI_Comm_dup(MPI_COMM_WORLD, &c);
    in_threads(on_own, n(100));
    for (MPI_Comm& c : comms) MPI_Comm_free(&c);
  } else if (std::strcmp(what, "types") == 0) {
    for (MPI_Comm& c : comms) MPI_Comm_dup(MPI_COMM_WORLD, &c);
    in_threads(with_types, n(1000));
    for (MPI_Comm& c : comms) MPI_Comm_free(&c);
  } else if (std::strcmp(what, "halves") == 0) {
    in_threads(on_halves, n(100));
  } else if (std::strcmp(what, "many") == 0) {
    many(n(2000));
  } else if (std::strcmp(what, "leapfrog") == 0) {
    leapfrog(n(1000));
  } else if (std::strcmp(what, "graph") == 0) {
    graph();
  } else {
    checks::expect(false, "what is to be done? threads, halves, many, leapfrog, graph or types");
  }
  return checks::finish();
}
