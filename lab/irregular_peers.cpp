// The time of single irregular gathers and scatters in a simulated cluster: tutti's, those of the MPI library
// that SMPI imitates, and those that the guidelines of Traeff's paper compare them with. lab/irregular builds
// and runs it.
//
//   irregular_peers gatherv|scatterv ROOT TYPE:B...
//
// ROOT is a rank, or middle: p / 2. TYPE is a problem type, B its average block in ints. Prints a line for
// each point: its name, b, and microseconds from the start of all processes to the end of the last one, of
//
//   padded      the library's MPI_Gather (MPI_Scatter) of blocks as long as the longest
//   gl2         its MPI_Allreduce of that length and then the same: the right-hand side of guideline GL2
//   native      its MPI_Gatherv (MPI_Scatterv), called as PMPI_*: MPI_* is tutti's in this program
//   tutti       tutti's; then tutti's own padded and gl2
//
// Every result is checked. If one is wrong, the line has `wrong` instead of the time.

#include <smpi/smpi_helpers.h>
//
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/communicators/communicator.hpp"
#include "slots.hpp"
#include "tutti/model/problems.hpp"
#include "tutti/tutti.h"

namespace {

struct point {
  tutti::problem type;
  int b;
};

enum class way { padded, gl2, whole };

// One process. Int k of process r's block is 31 r + k.
class contestant {
 public:
  contestant(MPI_Comm comm, bool gathers, std::string_view root) : comm_(comm), gathers_(gathers) {
    PMPI_Comm_rank(comm, &rank_);
    PMPI_Comm_size(comm, &size_);
    root_ = root == "middle" ? tutti::middle_root(size_) : std::atoi(root.data());
  }

  void prepare(const point& x) {
    counts_ = tutti::block_sizes(x.type, size_, x.b);
    places_.assign(counts_.size(), 0);
    for (std::size_t r = 1; r < counts_.size(); ++r) places_[r] = places_[r - 1] + counts_[r - 1];
    most_ = *std::max_element(counts_.begin(), counts_.end());
  }

  // Makes one call, tutti's if `tuttis`.
  int run(way w, bool tuttis) {
    lay_out(w);
    const int own = w == way::whole ? counts_[index(rank_)] : most_;
    const auto d = MPI_INT;
    if (w == way::gl2) {
      int all = 0;
      const int mine = counts_[index(rank_)];
      tuttis ? TUTTI_Allreduce(&mine, &all, 1, d, MPI_MAX, comm_)
             : PMPI_Allreduce(&mine, &all, 1, d, MPI_MAX, comm_);
    }
    const int *c = counts_.data(), *p = places_.data();
    int *a = own_.data(), *z = all_.data();
    if (w == way::whole && gathers_)
      return tuttis ? TUTTI_Gatherv(a, own, d, z, c, p, d, root_, comm_)
                    : PMPI_Gatherv(a, own, d, z, c, p, d, root_, comm_);
    if (w == way::whole)
      return tuttis ? TUTTI_Scatterv(z, c, p, d, a, own, d, root_, comm_)
                    : PMPI_Scatterv(z, c, p, d, a, own, d, root_, comm_);
    if (gathers_)
      return tuttis ? TUTTI_Gather(a, own, d, z, own, d, root_, comm_)
                    : PMPI_Gather(a, own, d, z, own, d, root_, comm_);
    return tuttis ? TUTTI_Scatter(z, own, d, a, own, d, root_, comm_)
                  : PMPI_Scatter(z, own, d, a, own, d, root_, comm_);
  }

  // True if the blocks have arrived. In padded blocks, only the data counts.
  [[nodiscard]] bool right(way w) const {
    if (!gathers_) return is_block_of(rank_, own_.data());
    if (rank_ != root_) return true;
    for (int r = 0; r < size_; ++r)
      if (!is_block_of(r, all_.data() + place(w, r))) return false;
    return true;
  }

  [[nodiscard]] int rank() const { return rank_; }

 private:
  static std::size_t index(int r) { return static_cast<std::size_t>(r); }
  static int element(int r, int k) { return 31 * r + k; }
  [[nodiscard]] std::size_t place(way w, int r) const {
    return w == way::whole ? index(places_[index(r)]) : index(r) * index(most_);
  }
  [[nodiscard]] bool is_block_of(int r, const int* at) const {
    for (int k = 0; k < counts_[index(r)]; ++k)
      if (at[k] != element(r, k)) return false;
    return true;
  }
  void write_block_of(int r, int* at) const {
    for (int k = 0; k < counts_[index(r)]; ++k) at[k] = element(r, k);
  }

  void lay_out(way w) {
    own_.assign(index(w == way::whole ? counts_[index(rank_)] : most_), -1);
    all_.assign(rank_ == root_ ? place(w, size_ - 1) + index(w == way::whole ? counts_.back() : most_) : 0,
                -1);
    if (gathers_) write_block_of(rank_, own_.data());
    if (!gathers_ && rank_ == root_)
      for (int r = 0; r < size_; ++r) write_block_of(r, all_.data() + place(w, r));
  }

  MPI_Comm comm_;
  bool gathers_;
  int rank_ = 0, size_ = 1, root_ = 0, most_ = 0;
  std::vector<int> counts_, places_, own_, all_;
};

struct kind {
  way how;
  bool tuttis;
};
constexpr std::array kinds{kind{way::padded, false}, kind{way::gl2, false},   kind{way::whole, false},
                           kind{way::whole, true},   kind{way::padded, true}, kind{way::gl2, true}};

std::vector<point> points_from(int argc, char** argv) {
  std::vector<point> points;
  for (int i = 3; i < argc; ++i) {
    const std::string_view text(argv[i]);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto type = tutti::problem_named(text.substr(0, colon));
    if (!type || colon == text.size()) {
      std::fprintf(stderr, "irregular_peers: %s is no TYPE:B\n", argv[i]);
      MPI_Abort(MPI_COMM_WORLD, 2);
    }
    points.push_back({*type, std::atoi(argv[i] + colon + 1)});
  }
  return points;
}

}  // namespace

__attribute__((visibility("default"))) int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  lab::begin_tutti();
  const bool gathers = argc > 1 && std::strcmp(argv[1], "gatherv") == 0;
  const std::vector<point> points = points_from(argc, argv);
  // A duplicate: SMPI keeps one set of attributes for all processes' MPI_COMM_WORLD.
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  contestant c(comm, gathers, argc > 2 ? argv[2] : "middle");
  double begin = 0;
  c.prepare({tutti::problem::same, 1});
  for (const kind& k : kinds) {  // the first call of its kind sets things up
    lab::wait_until(begin += lab::slot);
    c.run(k.how, k.tuttis);
  }
  for (const point& x : points) {
    std::string line = std::string(tutti::name_of(x.type)) + ' ' + std::to_string(x.b);
    c.prepare(x);
    for (const kind& k : kinds) {
      lab::wait_until(begin += lab::slot);
      const int code = c.run(k.how, k.tuttis);
      double mine[2] = {MPI_Wtime() - begin, code != MPI_SUCCESS || !c.right(k.how) ? 1.0 : 0.0},
             all[2] = {0, 0};
      PMPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
      char text[32];
      std::snprintf(text, sizeof text, " %.3f", all[0] * 1e6);
      line += all[1] != 0 ? " wrong" : text;
    }
    if (c.rank() != 0) continue;
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
  }
  if (c.rank() == 0) std::printf("end\n");
  MPI_Finalize();
}
