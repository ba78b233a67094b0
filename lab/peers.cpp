// The time of single collective calls in a simulated cluster: tutti's, or those of the MPI library that SMPI
// imitates. lab/simulated builds and runs it.
//
//   peers tutti|native COLLECTIVE:BYTES[:ALGORITHM]...
//
// BYTES are all data of a vector, or of all blocks of all processes; in alltoall and alltoallv, all data that
// one process sends. In alltoallv, that is as much for each of the processes 1, 4, 9, 16 ... above it
// (sparse: floor(sqrt(p - 1)) of them) and nothing for others. The blocks of allgatherv and reduce_scatter
// are as 1 to 2 to 3 to 1 and so on, along a ring through the nodes. Prints a line for each point: the
// collective, its bytes, microseconds from the start of all processes to the end of the last one, tutti's
// algorithm and number of pieces. Every result is checked. If one is wrong, the line has `wrong` instead of
// the time.

#include <smpi/smpi_helpers.h>
//
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/find_communicator.hpp"
#include "mpi/data/operators.hpp"
#include "mpi/data/types.hpp"
#include "slots.hpp"
#include "tutti/tutti.h"

namespace {

using tutti::collective;

struct point {
  collective of;
  std::size_t bytes;  // as tutti counts them
  std::string by;     // an algorithm of tutti, instead of its choice
};

// One process. A vector has n elements, a block k; element i of process r's vector is r + 1 + i % 7.
class contestant {
 public:
  contestant(MPI_Comm comm, bool native) : comm_(comm), native_(native) {
    PMPI_Comm_rank(comm, &rank_);
    PMPI_Comm_size(comm, &size_);
  }

  void prepare(const point& x) {
    // If a point names no algorithm, tutti chooses, even if an earlier point of the collective has named one.
    if (!x.by.empty()) forced_.insert(x.of);
    if (forced_.contains(x.of))
      tutti::mpi::use(comm_, x.of, x.by.empty() ? nullptr : tutti::find(x.of, x.by));
    n_ = static_cast<int>(x.bytes / sizeof(double));
    k_ = n_ / size_;
    const auto all = static_cast<std::size_t>(n_);
    in_.resize(all);
    out_.assign(all, 0);
    for (std::size_t i = 0; i < all; ++i) in_[i] = element(rank_, i);
    if (x.of == collective::alltoallv) prepare_sparse();
    if (x.of == collective::allgatherv || x.of == collective::reduce_scatter) prepare_unequal();
    if (x.of == collective::bcast && rank_ != root) std::fill(in_.begin(), in_.end(), 0);
  }

  // NOLINTBEGIN: one line a collective
  int run(collective of) {
    double *a = in_.data(), *b = out_.data();
    const auto d = MPI_DOUBLE;
    const auto op = MPI_SUM;
    const bool t = !native_;
    // In this program MPI_* is tutti's, too.
    switch (of) {
      case collective::barrier: return t ? TUTTI_Barrier(comm_) : PMPI_Barrier(comm_);
      case collective::bcast:
        return t ? TUTTI_Bcast(a, n_, d, root, comm_) : PMPI_Bcast(a, n_, d, root, comm_);
      case collective::gather:
        return t ? TUTTI_Gather(a, k_, d, b, k_, d, root, comm_)
                 : PMPI_Gather(a, k_, d, b, k_, d, root, comm_);
      case collective::scatter:
        return t ? TUTTI_Scatter(a, k_, d, b, k_, d, root, comm_)
                 : PMPI_Scatter(a, k_, d, b, k_, d, root, comm_);
      case collective::allgather:
        return t ? TUTTI_Allgather(a, k_, d, b, k_, d, comm_) : PMPI_Allgather(a, k_, d, b, k_, d, comm_);
      case collective::allgatherv: {
        const int mine = counts_in_[index(rank_)], *in = counts_in_.data(), *to = displs_in_.data();
        return t ? TUTTI_Allgatherv(a, mine, d, b, in, to, d, comm_)
                 : PMPI_Allgatherv(a, mine, d, b, in, to, d, comm_);
      }
      case collective::alltoall:
        return t ? TUTTI_Alltoall(a, k_, d, b, k_, d, comm_) : PMPI_Alltoall(a, k_, d, b, k_, d, comm_);
      case collective::alltoallv: {
        const int *out = counts_out_.data(), *in = counts_in_.data(), *from = displs_out_.data(),
                  *to = displs_in_.data();
        return t ? TUTTI_Alltoallv(a, out, from, d, b, in, to, d, comm_)
                 : PMPI_Alltoallv(a, out, from, d, b, in, to, d, comm_);
      }
      case collective::reduce:
        return t ? TUTTI_Reduce(a, b, n_, d, op, root, comm_) : PMPI_Reduce(a, b, n_, d, op, root, comm_);
      case collective::allreduce:
        return t ? TUTTI_Allreduce(a, b, n_, d, op, comm_) : PMPI_Allreduce(a, b, n_, d, op, comm_);
      case collective::reduce_scatter: {
        const int* in = counts_in_.data();
        return t ? TUTTI_Reduce_scatter(a, b, in, d, op, comm_) : PMPI_Reduce_scatter(a, b, in, d, op, comm_);
      }
      case collective::reduce_scatter_block:
        return t ? TUTTI_Reduce_scatter_block(a, b, k_, d, op, comm_)
                 : PMPI_Reduce_scatter_block(a, b, k_, d, op, comm_);
      case collective::scan:
        return t ? TUTTI_Scan(a, b, n_, d, op, comm_) : PMPI_Scan(a, b, n_, d, op, comm_);
      case collective::exscan:
        return t ? TUTTI_Exscan(a, b, n_, d, op, comm_) : PMPI_Exscan(a, b, n_, d, op, comm_);
      default: return MPI_ERR_UNSUPPORTED_OPERATION;
    }
  }
  // NOLINTEND

  [[nodiscard]] bool right(collective of) const {
    const auto n = static_cast<std::size_t>(n_), k = static_cast<std::size_t>(k_),
               r = static_cast<std::size_t>(rank_);
    switch (of) {
      case collective::bcast: return in_right(n, [](std::size_t i) { return element(root, i); });
      case collective::gather:
        return rank_ != root || out_right(k * n_blocks(), [k](std::size_t i) {
                 return element(static_cast<int>(i / k), i % k);
               });
      case collective::allgather:
        return out_right(k * n_blocks(),
                         [k](std::size_t i) { return element(static_cast<int>(i / k), i % k); });
      case collective::allgatherv:
        for (int q = 0; q < size_; ++q)
          for (std::size_t i = 0; i < index(counts_in_[index(q)]); ++i)
            if (out_[index(displs_in_[index(q)]) + i] != element(q, i)) return false;
        return true;
      case collective::scatter: return out_right(k, [&](std::size_t i) { return element(root, r * k + i); });
      case collective::alltoall:
        return out_right(k * n_blocks(),
                         [&](std::size_t i) { return element(static_cast<int>(i / k), r * k + i % k); });
      case collective::alltoallv:  // block j is from the process (j + 1)^2 below: its j-th block
        for (std::size_t j = 0; j < partners(); ++j)
          for (std::size_t i = 0; i < k; ++i)
            if (out_[j * k + i] != element(partner(-1, j), j * k + i)) return false;
        return true;
      case collective::reduce:
        return rank_ != root || out_right(n, [this](std::size_t i) { return sum(size_, i); });
      case collective::allreduce: return out_right(n, [this](std::size_t i) { return sum(size_, i); });
      case collective::reduce_scatter:
        return out_right(index(counts_in_[r]),
                         [&](std::size_t i) { return sum(size_, index(displs_in_[r]) + i); });
      case collective::reduce_scatter_block:
        return out_right(k, [&](std::size_t i) { return sum(size_, r * k + i); });
      case collective::scan: return out_right(n, [this](std::size_t i) { return sum(rank_ + 1, i); });
      case collective::exscan:
        return rank_ == 0 || out_right(n, [this](std::size_t i) { return sum(rank_, i); });
      default: return true;
    }
  }

  // The algorithm and the number of pieces that tutti uses for it.
  [[nodiscard]] std::string choice(const point& x) const {
    if (native_) return "- 1";
    const bool combines = x.of >= collective::reduce;
    tutti::mpi::communicator* s = tutti::mpi::find_communicator(comm_);
    const tutti::decision d = s->choosers.blocking->choose(
        x.of, combines ? tutti::operator_class::commutative : tutti::operator_class::exact, x.bytes);
    if (!d.use) return "native 1";
    return std::string(d.use->name) + ' ' + std::to_string(s->choosers.blocking->pieces(d, x.bytes, x.bytes));
  }

  [[nodiscard]] int rank() const { return rank_; }

 private:
  static constexpr int root = 0;
  static double element(int r, std::size_t i) { return r + 1 + static_cast<double>(i % 7); }
  // The sum of element i over the first p processes.
  static double sum(int p, std::size_t i) { return p * (p + 1) / 2.0 + p * static_cast<double>(i % 7); }
  // The number of partners in a sparse alltoallv.
  [[nodiscard]] std::size_t partners() const {
    std::size_t n = 0;
    while ((n + 1) * (n + 1) < n_blocks()) ++n;
    return n;
  }
  // The j-th partner above (+1) or below (-1).
  [[nodiscard]] int partner(int direction, std::size_t j) const {
    return (rank_ + size_ + direction * static_cast<int>((j + 1) * (j + 1))) % size_;
  }
  void prepare_sparse() {
    k_ = n_ / std::max(1, static_cast<int>(partners()));
    for (auto* const table : {&counts_out_, &counts_in_, &displs_out_, &displs_in_})
      table->assign(n_blocks(), 0);
    for (std::size_t j = 0; j < partners(); ++j) {
      const auto to = static_cast<std::size_t>(partner(1, j)),
                 from = static_cast<std::size_t>(partner(-1, j));
      counts_out_[to] = counts_in_[from] = k_;
      displs_out_[to] = displs_in_[from] = static_cast<int>(j) * k_;
    }
  }
  // Blocks of one, two and three units in turn, along a ring that goes through one node after the other.
  void prepare_unequal() {
    std::array<char, MPI_MAX_PROCESSOR_NAME> host{};
    int length = 0;
    PMPI_Get_processor_name(host.data(), &length);
    const int node = std::atoi(host.data() + 2);  // lab/platform.py's n-0, n-1, ...
    std::vector<int> nodes(n_blocks());
    PMPI_Allgather(&node, 1, MPI_INT, nodes.data(), 1, MPI_INT, comm_);
    std::vector<int> ring(n_blocks());
    std::iota(ring.begin(), ring.end(), 0);
    std::ranges::stable_sort(ring, {}, [&nodes](int r) { return nodes[index(r)]; });
    int units = 0;
    for (int k = 0; k < size_; ++k) units += 1 + k % 3;
    counts_in_.assign(n_blocks(), 0), displs_in_.assign(n_blocks(), 0);
    for (int k = 0; k < size_; ++k) counts_in_[index(ring[index(k)])] = (1 + k % 3) * (n_ / units);
    for (int r = 1; r < size_; ++r)
      displs_in_[index(r)] = displs_in_[index(r - 1)] + counts_in_[index(r - 1)];
  }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] std::size_t n_blocks() const { return static_cast<std::size_t>(size_); }

  template <class Expected>
  [[nodiscard]] bool in_right(std::size_t n, Expected expected) const {
    return agrees(in_, n, expected);
  }
  template <class Expected>
  [[nodiscard]] bool out_right(std::size_t n, Expected expected) const {
    return agrees(out_, n, expected);
  }
  template <class Expected>
  static bool agrees(const std::vector<double>& data, std::size_t n, Expected expected) {
    for (std::size_t i = 0; i < n; ++i)
      if (data[i] != expected(i)) return false;
    return true;
  }

  MPI_Comm comm_;
  bool native_;
  std::set<collective> forced_;  // on comm_
  int rank_ = 0, size_ = 1, n_ = 0, k_ = 0;
  std::vector<double> in_, out_;
  std::vector<int> counts_out_, counts_in_, displs_out_, displs_in_;
};

}  // namespace

__attribute__((visibility("default"))) int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const bool native = argc > 1 && std::strcmp(argv[1], "native") == 0;
  if (!native) lab::begin_tutti();
  std::vector<point> points;
  for (int i = 2; i < argc; ++i) {
    const std::string_view text(argv[i]);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto of = tutti::collective_named(text.substr(0, colon));
    if (!of || colon == text.size()) {
      std::fprintf(stderr, "peers: %s is no COLLECTIVE:BYTES\n", argv[i]);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const std::string_view rest = text.substr(colon + 1);
    const std::size_t second = std::min(rest.find(':'), rest.size());
    points.push_back({*of, static_cast<std::size_t>(std::atoll(rest.data())),
                      std::string(rest.substr(std::min(second + 1, rest.size())))});
  }
  // A duplicate: SMPI keeps one set of attributes for all processes' MPI_COMM_WORLD.
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  contestant c(comm, native);
  double begin = 0;
  const collective* last = nullptr;
  for (const point& x : points) {
    if (!last || *last != x.of) {  // the first call of its kind sets things up
      c.prepare({x.of, 8, x.by});
      lab::wait_until(begin += lab::slot);
      c.run(x.of);
    }
    last = &x.of;
    c.prepare(x);
    lab::wait_until(begin += lab::slot);
    const int code = c.run(x.of);
    double mine[2] = {MPI_Wtime() - begin, code != MPI_SUCCESS || !c.right(x.of) ? 1.0 : 0.0},
           all[2] = {0, 0};
    PMPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (c.rank() != 0) continue;
    const std::string name(tutti::name_of(x.of)), choice = c.choice(x);
    if (all[1] != 0)
      std::printf("%s %zu wrong %s\n", name.c_str(), x.bytes, choice.c_str());
    else
      std::printf("%s %zu %.3f %s\n", name.c_str(), x.bytes, all[0] * 1e6, choice.c_str());
    std::fflush(stdout);
  }
  if (c.rank() == 0) std::printf("end\n");
  MPI_Finalize();
}
