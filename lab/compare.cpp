// Compares the MPI library's own collectives with tutti's, in alternation in one run, in units of the time
// that a network's links need. Run it with the tutti library loaded (lab/network does): then MPI_X is
// tutti's, PMPI_X the library's own.
//
//   compare [BYTES=1600000] [REPEATS=5] [MBIT=50] [NAME...]
//
// NAMEs are collectives (ibcast: begun and waited for); all if there are none. Times are medians, from the
// first process's start to the last one's end. BYTES are all data of a vector, or of all blocks of all
// processes; in alltoall, all data that one process sends. With WARM=N in the environment, each collective is
// called N times before it is measured, so that tutti has learned which way is the fastest; reductions are
// then of integers, because others are not tried. `link` is the time that the busiest link needs at MBIT for
// the data that cross it in one direction.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "alternate.hpp"

namespace {

struct place {
  int rank = 0, size = 1, nodes = 1, per_node = 1;
};

place find_place() {
  place w;
  MPI_Comm_rank(MPI_COMM_WORLD, &w.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &w.size);
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &w.per_node);
  MPI_Comm_free(&node);
  w.nodes = w.size / w.per_node;
  return w;
}

int warm() {
  const char* const calls = std::getenv("WARM");
  return calls ? std::atoi(calls) : 0;
}

struct contestant {
  std::string name;
  double link;  // bytes that have to cross the busiest link in one direction
  std::function<void(int root)> native, ours;
};

template <class Begin>
void posted(Begin begin, int (*wait)(MPI_Request*, MPI_Status*)) {
  MPI_Request request = MPI_REQUEST_NULL;
  begin(&request);
  wait(&request, MPI_STATUS_IGNORE);
}

class arena {
 public:
  arena(const place& w, std::size_t bytes)
      : w_(w),
        n_(static_cast<int>(bytes / 8)),
        block_(std::max(1, n_ / w.size)),
        a_(static_cast<std::size_t>(std::max(n_, block_ * w.size)), 1.0),
        b_(a_.size()),
        counts_(static_cast<std::size_t>(w.size), block_),
        displs_(counts_.size()) {
    for (std::size_t i = 0; i < displs_.size(); ++i) displs_[i] = static_cast<int>(i) * block_;
  }

  std::vector<contestant> contestants() {
    const double m = 8.0 * n_, others = m * (w_.nodes - 1) / w_.nodes;
    MPI_Comm c = MPI_COMM_WORLD;
    double *a = a_.data(), *b = b_.data();
    const int n = n_, k = block_;
    const int *counts = counts_.data(), *displs = displs_.data();
    const auto d = warm() > 0 ? MPI_INT64_T : MPI_DOUBLE;
    const auto op = warm() > 0 ? MPI_MAX : MPI_SUM;
    std::vector<contestant> all;
#define CONTEST(Name, name, link, ...)                                                                    \
  all.push_back({#name, link, [=](int r) { (void)r, PMPI_##Name(__VA_ARGS__); },                          \
                 [=](int r) { (void)r, MPI_##Name(__VA_ARGS__); }});                                      \
  all.push_back(                                                                                          \
      {"i" #name, link,                                                                                   \
       [=](int r) { posted([&](MPI_Request* q) { (void)r, PMPI_I##name(__VA_ARGS__, q); }, PMPI_Wait); }, \
       [=](int r) { posted([&](MPI_Request* q) { (void)r, MPI_I##name(__VA_ARGS__, q); }, MPI_Wait); }})
    CONTEST(Barrier, barrier, 0, c);
    CONTEST(Bcast, bcast, m, a, n, d, r, c);
    CONTEST(Gather, gather, others, a, k, d, b, k, d, r, c);
    CONTEST(Gatherv, gatherv, others, a, k, d, b, counts, displs, d, r, c);
    CONTEST(Scatter, scatter, others, a, k, d, b, k, d, r, c);
    CONTEST(Scatterv, scatterv, others, a, counts, displs, d, b, k, d, r, c);
    CONTEST(Allgather, allgather, others, a, k, d, b, k, d, c);
    CONTEST(Allgatherv, allgatherv, others, a, k, d, b, counts, displs, d, c);
    CONTEST(Alltoall, alltoall, others * w_.per_node, a, k, d, b, k, d, c);
    CONTEST(Alltoallv, alltoallv, others * w_.per_node, a, counts, displs, d, b, counts, displs, d, c);
    CONTEST(Reduce, reduce, m, a, b, n, d, op, r, c);
    CONTEST(Allreduce, allreduce, 2 * others, a, b, n, d, op, c);
    CONTEST(Reduce_scatter, reduce_scatter, others, a, b, counts, d, op, c);
    CONTEST(Reduce_scatter_block, reduce_scatter_block, others, a, b, k, d, op, c);
    CONTEST(Scan, scan, m, a, b, n, d, op, c);
    CONTEST(Exscan, exscan, m, a, b, n, d, op, c);
#undef CONTEST
    return all;
  }

 private:
  const place& w_;
  int n_, block_;
  std::vector<double> a_, b_;
  std::vector<int> counts_, displs_;
};

int number(int argc, char** argv, int at, int otherwise) {
  return argc > at ? std::atoi(argv[at]) : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const place w = find_place();
  const int bytes = number(argc, argv, 1, 1600000), times = number(argc, argv, 2, 5),
            mbit = number(argc, argv, 3, 50);
  arena data(w, static_cast<std::size_t>(bytes));
  if (w.rank == 0)
    std::printf("# %d processes, %d nodes, %d bytes, %d times in alternation\n%-22s%14s%14s%10s%14s%12s\n",
                w.size, w.nodes, bytes, times, "collective", "native ms", "tutti ms", "ratio", "native/link",
                "tutti/link");
  for (const contestant& x : data.contestants()) {
    if (argc > 4 && std::find(argv + 4, argv + argc, x.name) == argv + argc) continue;
    for (int i = 0; i < warm(); ++i) lab::batch(x.ours, 1);
    const lab::result r = lab::alternate(x.native, x.ours, times, 1);
    if (w.rank != 0) continue;
    std::printf("%-22s%14.1f%14.1f%10.3f", x.name.c_str(), r.native * 1e3, r.ours * 1e3, r.ours / r.native);
    if (const double link = x.link * 8e-6 / mbit; link > 0)
      std::printf("%14.2f%12.2f", r.native / link, r.ours / link);
    std::printf("\n");
    std::fflush(stdout);
  }
  MPI_Finalize();
}
