// Compares the MPI library's own irregular gather and scatter with tutti's, in alternation in one run, on the
// problem types of Traeff's paper. Run it with the tutti library loaded, as lab/irregular does: then MPI_X is
// tutti's, PMPI_X the library's own.
//
//   irregular_compare REPEATS MBIT TYPE:B...
//
// Medians of the time of single calls, from the first process's start to the last one's end; root p / 2, B
// the average block in ints. `link` is the time that the root's link needs at MBIT for the blocks of other
// nodes.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "alternate.hpp"
#include "tutti/model/problems.hpp"

namespace {

class arena {
 public:
  arena() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    root_ = tutti::middle_root(size_);
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    int on_this_node = 0;
    MPI_Comm_size(node, &on_this_node);
    per_node_ = on_this_node;
    MPI_Comm_free(&node);
  }

  void prepare(tutti::problem type, int b) {
    counts_ = tutti::block_sizes(type, size_, b);
    places_.assign(counts_.size(), 0);
    for (std::size_t r = 1; r < counts_.size(); ++r) places_[r] = places_[r - 1] + counts_[r - 1];
    own_ = counts_[static_cast<std::size_t>(rank_)];
    mine_.assign(static_cast<std::size_t>(own_), rank_);
    all_.assign(static_cast<std::size_t>(places_.back() + counts_.back()), -1);
  }

  void compare(const std::string& name, int times, double mbit) {
    const MPI_Comm c = MPI_COMM_WORLD;
    int *m = mine_.data(), *z = all_.data();
    const int *n = counts_.data(), *p = places_.data();
    const auto d = MPI_INT;
    print("gatherv", name, mbit,
          lab::alternate([=, this](int) { PMPI_Gatherv(m, own_, d, z, n, p, d, root_, c); },
                         [=, this](int) { MPI_Gatherv(m, own_, d, z, n, p, d, root_, c); }, times, 1));
    print("scatterv", name, mbit,
          lab::alternate([=, this](int) { PMPI_Scatterv(z, n, p, d, m, own_, d, root_, c); },
                         [=, this](int) { MPI_Scatterv(z, n, p, d, m, own_, d, root_, c); }, times, 1));
  }

  [[nodiscard]] bool is_root() const { return rank_ == root_; }

 private:
  void print(const char* collective, const std::string& name, double mbit, const lab::result& r) const {
    if (!is_root()) return;
    double ints = 0;
    for (int i = 0; i < size_; ++i)
      if (i / per_node_ != root_ / per_node_) ints += counts_[static_cast<std::size_t>(i)];
    const double link = ints * 4 * 8e-6 / mbit;
    std::printf("%-10s%-20s%12.2f%12.2f%10.3f%14.2f%12.2f\n", collective, name.c_str(), r.native * 1e3,
                r.ours * 1e3, r.ours / r.native, r.native / link, r.ours / link);
    std::fflush(stdout);
  }

  int rank_ = 0, size_ = 1, root_ = 0, per_node_ = 1, own_ = 0;
  std::vector<int> counts_, places_, mine_, all_;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  arena data;
  const int times = argc > 3 ? std::atoi(argv[1]) : 0;
  const double mbit = argc > 3 ? std::atof(argv[2]) : 0;
  if (times < 1 || mbit <= 0) {
    if (data.is_root()) std::fprintf(stderr, "usage: irregular_compare REPEATS MBIT TYPE:B...\n");
    MPI_Finalize();
    return 2;
  }
  if (data.is_root())
    std::printf("%-10s%-20s%12s%12s%10s%14s%12s\n", "", "problem:b", "native ms", "tutti ms", "ratio",
                "native/link", "tutti/link");
  for (int i = 3; i < argc; ++i) {
    const std::string_view text(argv[i]);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto type = tutti::problem_named(text.substr(0, colon));
    if (!type || colon == text.size()) {
      if (data.is_root()) std::fprintf(stderr, "irregular_compare: %s is no TYPE:B\n", argv[i]);
      continue;
    }
    data.prepare(*type, std::atoi(argv[i] + colon + 1));
    data.compare(std::string(text), times, mbit);
  }
  MPI_Finalize();
}
