// Neighbourhood collectives on Cartesian, distributed-graph and old graph communicators, checked against the
// standard. Every process knows the whole graph and all data, so no library is the reference. An ordinary MPI
// program: it does not use tutti's API.
//
//   neighbours_test [--calls blocking|nonblocking|persistent] [--native yes] [--kind cart|graph|dist]
//
// --native: names the communicators on which results differ from the standard's, and passes.

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "oracle/oracle.hpp"
#include "oracle/through.hpp"

namespace oracle {
namespace {

using lists = std::vector<std::vector<int>>;

// A communicator and the neighbours of each process, in order; MPI_PROC_NULL where there is none.
struct topology {
  std::string name;
  MPI_Comm comm = MPI_COMM_NULL;
  lists to, from;
  bool cartesian = false;

  // The process that sends block l to process r, and the number of that block on the sender.
  [[nodiscard]] std::pair<int, int> origin(int r, int l) const {
    const std::vector<int>& mine = from[static_cast<std::size_t>(r)];
    const int s = mine[static_cast<std::size_t>(l)];
    if (cartesian) return {s, l ^ 1};
    auto nth = std::count(mine.begin(), mine.begin() + l, s);
    const std::vector<int>& theirs = to[static_cast<std::size_t>(s)];
    for (std::size_t k = 0; k < theirs.size(); ++k)
      if (theirs[k] == r && nth-- == 0) return {s, static_cast<int>(k)};
    std::fprintf(stderr, "%s: the lists do not fit\n", name.c_str());
    MPI_Abort(MPI_COMM_WORLD, 2);
    return {};
  }
};

int value(std::uint64_t seed, int sender, int block, int k) {
  return static_cast<int>(mix(seed, static_cast<std::uint64_t>(sender), static_cast<std::uint64_t>(block),
                              static_cast<std::uint64_t>(k)) &
                          0x3fffffff);
}
// The length of a block. If a library has its own order of neighbours, all blocks have the same length.
bool equal_lengths = false;
int length(std::uint64_t seed, int sender, int block, int most) {
  if (equal_lengths) return most;
  return static_cast<int>(
      mix(seed, 77, static_cast<std::uint64_t>(sender), static_cast<std::uint64_t>(block)) %
      static_cast<unsigned>(most + 1));
}

constexpr int untouched = -7;

class checker {
 public:
  checker(verdict& v, bool native) : v_(v), native_(native) {
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &wide_);
    MPI_Type_commit(&wide_);
  }
  ~checker() { MPI_Type_free(&wide_); }
  checker(const checker&) = delete;
  checker& operator=(const checker&) = delete;

  void all_on(const topology& t) {
    t_ = &t;
    MPI_Comm_rank(t.comm, &rank_);
    for (const int n : {1, 3, 0, 64, 700, 1}) {
      allgather(n), alltoall(n, false), alltoall(n, true);
      allgatherv(n), alltoallv(n), alltoallw(n);
    }
  }
  [[nodiscard]] const std::set<std::string>& odd() const { return odd_; }

 private:
  [[nodiscard]] const std::vector<int>& to() const { return t_->to[static_cast<std::size_t>(rank_)]; }
  [[nodiscard]] const std::vector<int>& from() const { return t_->from[static_cast<std::size_t>(rank_)]; }

  void begin(const char* what, int n) {
    ++seed_;
    what_ = what;
    v_.begin(std::string(what) + " of " + std::to_string(n) + " on " + t_->name);
  }
  void expect(const std::vector<int>& found, const std::vector<int>& wanted) {
    std::string difference;
    for (std::size_t k = 0; k < found.size() && difference.empty(); ++k)
      if (found[k] != wanted[k])
        difference = "element " + std::to_string(k) + ": expected " + std::to_string(wanted[k]) + ", found " +
                     std::to_string(found[k]);
    if (!native_) return v_.check("result", difference);
    if (!difference.empty()) odd_.insert(std::string(what_) + " on " + t_->name);
  }

  // The positions of the blocks in ints, with gaps, the last block first.
  struct places {
    std::vector<int> counts, displacements;
    std::vector<MPI_Aint> bytes;
    std::vector<MPI_Datatype> types;
    std::vector<int> steps;  // the distance between elements, in ints
    int room = 1;
  };
  template <class Length>
  places lay_out(std::size_t blocks, Length length_of, bool typed) const {
    places p;
    for (auto* all : {&p.counts, &p.displacements})
      all->reserve(blocks + 1);  // not null, even without blocks
    p.bytes.reserve(blocks + 1), p.types.reserve(blocks + 1);
    p.counts.resize(blocks), p.displacements.resize(blocks), p.bytes.resize(blocks);
    p.types.resize(blocks, MPI_INT), p.steps.resize(blocks, 1);
    for (std::size_t k = blocks; k-- > 0;) {
      p.counts[k] = length_of(static_cast<int>(k));
      if (typed && k % 2 == 1) p.types[k] = wide_, p.steps[k] = 2;
      p.displacements[k] = p.room;
      p.bytes[k] = static_cast<MPI_Aint>(sizeof(int)) * p.room;
      p.room += p.counts[k] * p.steps[k] + 1;
    }
    return p;
  }
  void put(std::vector<int>& into, const places& p, std::size_t k, int sender, int block) const {
    for (int i = 0; i < p.counts[k]; ++i)
      into[static_cast<std::size_t>(p.displacements[k] + i * p.steps[k])] = value(seed_, sender, block, i);
  }
  std::vector<int> room(const places& p) const {
    return std::vector<int>(static_cast<std::size_t>(p.room), untouched);
  }

  void allgather(int n) {
    begin("allgather", n);
    std::vector<int> out(static_cast<std::size_t>(n) + 1),
        in((from().size() + 1) * static_cast<std::size_t>(n) + 1, untouched);
    for (int k = 0; k < n; ++k) out[static_cast<std::size_t>(k)] = value(seed_, rank_, 0, k);
    std::vector<int> wanted = in;
    for (std::size_t l = 0; l < from().size(); ++l)
      for (int k = 0; k < n && from()[l] != MPI_PROC_NULL; ++k)
        wanted[l * static_cast<std::size_t>(n) + static_cast<std::size_t>(k)] = value(seed_, from()[l], 0, k);
    CALL(Neighbor_allgather, neighbor_allgather, out.data(), n, MPI_INT, in.data(), n, MPI_INT, t_->comm);
    expect(in, wanted);
  }

  // Received without or with holes.
  void alltoall(int n, bool holes) {
    begin("alltoall", n);
    const auto each = static_cast<std::size_t>(n), step = std::size_t{holes ? 2U : 1U};
    std::vector<int> out(to().size() * each + 1), in((from().size() * each + 1) * step, untouched);
    for (std::size_t l = 0; l < to().size(); ++l)
      for (int k = 0; k < n; ++k)
        out[l * each + static_cast<std::size_t>(k)] = value(seed_, rank_, static_cast<int>(l), k);
    std::vector<int> wanted = in;
    for (std::size_t l = 0; l < from().size(); ++l) {
      if (from()[l] == MPI_PROC_NULL) continue;
      const auto [sender, block] = t_->origin(rank_, static_cast<int>(l));
      for (int k = 0; k < n; ++k)
        wanted[(l * each + static_cast<std::size_t>(k)) * step] = value(seed_, sender, block, k);
    }
    CALL(Neighbor_alltoall, neighbor_alltoall, out.data(), n, MPI_INT, in.data(), n, holes ? wide_ : MPI_INT,
         t_->comm);
    expect(in, wanted);
  }

  void allgatherv(int n) {
    begin("allgatherv", n);
    const int own = length(seed_, rank_, 0, n);
    std::vector<int> out(static_cast<std::size_t>(own) + 1);
    for (int k = 0; k < own; ++k) out[static_cast<std::size_t>(k)] = value(seed_, rank_, 0, k);
    const auto length_of = [&](int l) {
      const int s = from()[static_cast<std::size_t>(l)];
      return s == MPI_PROC_NULL ? 2 : length(seed_, s, 0, n);
    };
    const places p = lay_out(from().size(), length_of, false);
    std::vector<int> in = room(p), wanted = in;
    for (std::size_t l = 0; l < from().size(); ++l)
      if (from()[l] != MPI_PROC_NULL) put(wanted, p, l, from()[l], 0);
    CALL(Neighbor_allgatherv, neighbor_allgatherv, out.data(), own, MPI_INT, in.data(), p.counts.data(),
         p.displacements.data(), MPI_INT, t_->comm);
    expect(in, wanted);
  }

  struct sides {
    places to, from;
    std::vector<int> out, in, wanted;
  };
  sides both(int n, bool typed) const {
    sides s;
    s.to = lay_out(
        to().size(), [&](int k) { return length(seed_, rank_, k, n); }, typed);
    const auto length_of = [&](int l) {
      if (from()[static_cast<std::size_t>(l)] == MPI_PROC_NULL) return 2;
      const auto [sender, block] = t_->origin(rank_, l);
      return length(seed_, sender, block, n);
    };
    s.from = lay_out(from().size(), length_of, typed);
    s.out = room(s.to), s.in = room(s.from), s.wanted = s.in;
    for (std::size_t k = 0; k < to().size(); ++k) put(s.out, s.to, k, rank_, static_cast<int>(k));
    for (std::size_t l = 0; l < from().size(); ++l) {
      if (from()[l] == MPI_PROC_NULL) continue;
      const auto [sender, block] = t_->origin(rank_, static_cast<int>(l));
      put(s.wanted, s.from, l, sender, block);
    }
    return s;
  }
  void alltoallv(int n) {
    begin("alltoallv", n);
    sides s = both(n, false);
    CALL(Neighbor_alltoallv, neighbor_alltoallv, s.out.data(), s.to.counts.data(), s.to.displacements.data(),
         MPI_INT, s.in.data(), s.from.counts.data(), s.from.displacements.data(), MPI_INT, t_->comm);
    expect(s.in, s.wanted);
  }
  void alltoallw(int n) {
    begin("alltoallw", n);
    sides s = both(n, true);
    CALL(Neighbor_alltoallw, neighbor_alltoallw, s.out.data(), s.to.counts.data(), s.to.bytes.data(),
         s.to.types.data(), s.in.data(), s.from.counts.data(), s.from.bytes.data(), s.from.types.data(),
         t_->comm);
    expect(s.in, s.wanted);
  }

  verdict& v_;
  bool native_;
  const topology* t_ = nullptr;
  const char* what_ = "";
  std::set<std::string> odd_;
  int rank_ = 0;
  std::uint64_t seed_ = 0;
  MPI_Datatype wide_ = MPI_DATATYPE_NULL;
};

class program {
 public:
  bool native = false;
  std::string kind;

  int run() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &p_);
    {
      checker c(v_, native);
      check_ = &c;
      if (kind.empty() || kind == "cart") carts();
      if (kind.empty() || kind == "graph") graphs();
      if (kind.empty() || kind == "dist") dist_graphs();
      for (const std::string& one : c.odd())
        std::printf("process %d: not the standard's order: %s\n", rank_, one.c_str());
    }
    return v_.finish();
  }

 private:
  // Every grid of all processes with up to three dimensions, each of them periodic or not.
  void carts() {
    for (int a = 1; a <= p_; ++a)
      for (int b = 1; p_ % a == 0 && b <= p_ / a; ++b) {
        if (p_ / a % b != 0) continue;
        for (int periods = 0; periods < 8; ++periods)
          cart({a, b, p_ / a / b}, {periods & 1, periods >> 1 & 1, periods >> 2});
      }
    for (int periodic : {0, 1}) cart({p_}, {periodic});
  }
  void cart(const std::vector<int>& dims, const std::vector<int>& periods) {
    topology t{.name = "cart", .comm = MPI_COMM_NULL, .to = {}, .from = {}, .cartesian = true};
    const int d = static_cast<int>(dims.size());
    MPI_Cart_create(MPI_COMM_WORLD, d, dims.data(), periods.data(), 0, &t.comm);
    for (int k = 0; k < d; ++k)
      t.name += (k > 0 ? "x" : " ") + std::to_string(dims[static_cast<std::size_t>(k)]) +
                (periods[static_cast<std::size_t>(k)] ? "p" : "");
    for (int r = 0; r < p_; ++r) {
      std::vector<int> all;
      int weight = p_;
      for (int k = 0; k < d; ++k) {
        const int n = dims[static_cast<std::size_t>(k)];
        weight /= n;
        const int at = r / weight % n;
        for (const int step : {-1, 1}) {
          const int next = at + step;
          const bool inside = next >= 0 && next < n;
          all.push_back(inside || periods[static_cast<std::size_t>(k)] ? r + ((next + n) % n - at) * weight
                                                                       : MPI_PROC_NULL);
        }
      }
      t.to.push_back(all), t.from.push_back(all);
    }
    use(t);
  }

  void graphs() {
    for (const bool ring : {true, false}) {
      topology t{
          .name = ring ? "graph: a ring" : "graph: a star", .comm = MPI_COMM_NULL, .to = {}, .from = {}};
      std::vector<int> index, edges;
      for (int r = 0; r < p_; ++r) {
        std::vector<int> all;
        if (ring && p_ > 1) all = {(r + 1) % p_, (r + p_ - 1) % p_};
        for (int k = 1; k < p_ && !ring && r == 0; ++k) all.push_back(k);
        if (!ring && r > 0) all = {0};
        edges.insert(edges.end(), all.begin(), all.end());
        index.push_back(static_cast<int>(edges.size()));
        t.to.push_back(all), t.from.push_back(all);
      }
      edges.push_back(0);  // an address
      MPI_Graph_create(MPI_COMM_WORLD, p_, index.data(), edges.data(), 0, &t.comm);
      use(t);
    }
  }

  void dist_graphs() {
    const auto distance = [&](int r, int d) { return ((r + d) % p_ + p_) % p_; };
    dist("a ring", [&](int r) { return std::vector{distance(r, 1), distance(r, -1)}; });
    dist("all", [&](int) {
      std::vector<int> all(static_cast<std::size_t>(p_));
      std::iota(all.begin(), all.end(), 0);
      return all;
    });
    dist("nobody", [](int) { return std::vector<int>{}; });
    dist("to the first only", [](int r) { return r == 0 ? std::vector<int>{} : std::vector{0}; });
    dist("every third alone", [&](int r) {
      const int next = distance(r, 1) % 3 == 0 ? distance(r, 2) : distance(r, 1);
      return r % 3 == 0 || next % 3 == 0 ? std::vector<int>{} : std::vector{next};
    });
    dist("each twice and itself", [&](int r) {
      return std::vector{distance(r, 1), r, distance(r, 1), distance(r, 2), r};
    });
    for (int seed = 0; seed < 6; ++seed)
      dist("random " + std::to_string(seed), [&](int r) {
        std::mt19937 random(static_cast<unsigned>(100 * seed + r));
        std::vector<int> all(random() % 6);
        for (int& n : all) n = static_cast<int>(random() % static_cast<unsigned>(p_));
        return all;
      });
    // Stencils with all corners, if there are two-dimensional grids.
    for (int a = 2; a * a <= p_; ++a)
      for (const bool around : {true, false})
        if (p_ % a == 0) moore(a, p_ / a, around);
  }
  void moore(int rows, int columns, bool around) {
    const auto neighbours = [&](int r, int sign) {
      std::vector<int> all;
      for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) {
          const int x = r / columns + sign * i, y = r % columns + sign * j;
          if ((i == 0 && j == 0) || (!around && (x < 0 || x >= rows || y < 0 || y >= columns))) continue;
          all.push_back((x + rows) % rows * columns + (y + columns) % columns);
        }
      return all;
    };
    topology t{.name = "9 points on " + std::to_string(rows) + "x" + std::to_string(columns) +
                       (around ? "" : ", a mesh"),
               .comm = MPI_COMM_NULL,
               .to = {},
               .from = {}};
    for (int r = 0; r < p_; ++r) t.to.push_back(neighbours(r, 1)), t.from.push_back(neighbours(r, -1));
    create_adjacent(t, false);
    use(t);
  }

  void dist(const std::string& name, const std::function<std::vector<int>(int)>& neighbours) {
    topology t{.name = "dist graph: " + name, .comm = MPI_COMM_NULL, .to = {}, .from = {}};
    t.from.resize(static_cast<std::size_t>(p_));
    for (int r = 0; r < p_; ++r) {
      t.to.push_back(neighbours(r));
      for (const int to : t.to.back()) t.from[static_cast<std::size_t>(to)].push_back(r);
    }
    create_adjacent(t, turn_++ % 2 == 0);
    use(t);
  }
  void create_adjacent(topology& t, bool weighted) const {
    const auto r = static_cast<std::size_t>(rank_);
    std::vector<int> weights(std::max(t.to[r].size(), t.from[r].size()) + 1, 3);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, static_cast<int>(t.from[r].size()), t.from[r].data(),
                                   weighted ? weights.data() : MPI_UNWEIGHTED,
                                   static_cast<int>(t.to[r].size()), t.to[r].data(),
                                   weighted ? weights.data() : MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &t.comm);
  }

  // Also on a copy of the communicator, which has the same topology.
  void use(topology& t) {
    check_->all_on(t);
    MPI_Comm copy;
    MPI_Comm_dup(t.comm, &copy);
    MPI_Comm_free(&t.comm);
    t.comm = copy;
    t.name += ", copied";
    if (!native) check_->all_on(t);
    MPI_Comm_free(&t.comm);
  }

  int rank_ = 0, p_ = 1;
  unsigned turn_ = 0;
  verdict v_;
  checker* check_ = nullptr;
};

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  oracle::program p;
  oracle::options(argc, argv, [&](const std::string& name, const std::string& value) {
    if (name == "--calls")
      oracle::call_by(value);
    else if (name == "--native")
      p.native = oracle::equal_lengths = true;
    else if (name == "--kind")
      p.kind = value;
    else
      return false;
    return true;
  });
  const int status = p.run();
  MPI_Finalize();
  return status;
}
