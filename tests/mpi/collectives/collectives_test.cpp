// All seventeen collectives, checked against the oracle. An ordinary MPI program: it does not use tutti's
// API, and runs natively as well as with a library preloaded.
//
//   collectives_test [--collective NAME] [--effort small|full] [--seed N]
//                    [--calls blocking|nonblocking|persistent] [--native yes]
//
// small: every root, every kind of layout and every operator once, for runs of every algorithm in turn. full:
// more lengths, all predefined operators on all their types, many communicators.

#include "oracle/collectives.hpp"

#include <mpi.h>

#include <cstdio>
#include <numeric>

#include "oracle/through.hpp"

namespace oracle {
namespace {

class cases {
 public:
  cases(const collective& c, bool full, std::uint64_t seed, verdict& v)
      : c_(c), full_(full), seed_(seed), v_(v) {}

  /// On one communicator: lengths, roots, layouts, in place, operators.
  void all_on(MPI_Comm comm) {
    on(comm);
    if (c_.name == "barrier") return run({});
    if (c_.reduces)
      reductions();
    else
      moves();
  }

  /// A few cases, for use on many communicators.
  void few_on(MPI_Comm comm) {
    on(comm);
    setting s;
    s.send = s.recv = &int_layouts().front();
    s.choice = {s.send};
    s.length = 5;
    s.root = size_ - 1;
    if (c_.reduces) s.how = &user_reductions().front();
    run(s);
  }

  /// Every operator on every type.
  void operators_on(MPI_Comm comm) {
    on(comm);
    long length = 1;
    for (const reduction& r : predefined_reductions()) {
      setting s;
      s.how = &r;
      s.length = length = length % 7 + 1;
      s.root = static_cast<int>(length) % size_;
      s.in_place = c_.in_place_allowed && length % 2 == 0;
      run(s);
    }
  }

 private:
  void on(MPI_Comm comm) {
    comm_ = comm;
    MPI_Comm_size(comm, &size_);
  }

  void run(setting s) {
    s.comm = comm_;
    s.seed = mix(seed_, ++number_);
    check(c_, s, v_);
  }

  // With each root, if the collective has one.
  void run_roots(setting s) {
    for (int root = 0; root < (c_.rooted ? size_ : 1); ++root) {
      s.root = root;
      run(s);
    }
  }

  std::vector<long> interesting_lengths() const {
    std::vector<long> lengths{0, 1, size_ - 1L, size_ + 1L, 3L * size_ + 2, 1000};
    if (full_)
      for (long l : {2L, 12L * size_, 4096L, 4097L}) lengths.push_back(l);
    return lengths;
  }

  void moves() {
    const layout& plain = int_layouts().front();
    setting s;
    s.send = s.recv = &plain;
    s.choice = {&plain};
    for (long length : interesting_lengths()) {
      s.length = length;
      run_roots(s);
    }
    for (long length : {40'000L, 300'001L}) {
      if (length > 100'000 && !full_) break;
      s.length =
          c_.name.starts_with("alltoall") || c_.name.find("gather") != c_.name.npos ? length / size_ : length;
      s.root = size_ / 2;
      run(s);
    }
    if (c_.in_place_allowed) {
      s.in_place = true;
      for (long length : {0L, 1L, 37L, 3000L}) {
        s.length = length;
        run_roots(s);
      }
      s.in_place = false;
    }
    for (const layout& l : int_layouts()) derived(l, l);
    derived(int_layouts()[1], int_layouts()[2]);  // contiguous to holes, and back
    derived(int_layouts()[5], plain);
    derived(plain, int_layouts()[6]);
    derived(column_layout(), int_layouts()[6]);
    for (const layout& l : mixed_layouts()) derived(l, mixed_layouts()[2]);
  }

  void derived(const layout& send, const layout& recv) {
    setting s;
    s.send = &send;
    // A broadcast has one datatype per process. The processes use different ones.
    int rank = 0;
    MPI_Comm_rank(comm_, &rank);
    s.recv = &recv;
    if (c_.name == "bcast" && rank % 2 == 1) s.send = &recv;
    s.choice = {&send, &recv};
    const bool ints = send.fields.front().size == sizeof(int);
    if (ints && full_)
      s.choice.insert(s.choice.end(), {&int_layouts()[0], &int_layouts()[4], &int_layouts()[5]});
    s.unit = 1;
    for (const layout* l : s.choice) s.unit = std::lcm(s.unit, l->scalars());
    s.unit = std::lcm(s.unit, std::lcm(send.scalars(), recv.scalars()));
    for (long elements : {1L, 2L * size_ + 1}) {
      s.length = elements * s.unit;
      if (full_)
        run_roots(s);
      else
        s.root = size_ - 1, run(s);
    }
    const bool interleaves = &send == &column_layout() || &recv == &column_layout();
    if (!interleaves) {
      s.length = (1200 / s.unit + 1) * s.unit;
      s.root = size_ / 2;
      run(s);
    }
    if (!c_.in_place_allowed) return;
    s.in_place = true;
    s.length = 3 * s.unit;
    s.root = 0;
    run(s);
  }

  void reductions() {
    setting s;
    const auto core = core_reductions();
    for (std::size_t i = 0; i < core.size(); ++i) {
      s.how = core[i];
      const bool all_lengths =
          full_ || i == 0 || i == 4;  // int sum; a user's operator on elements with holes
      for (bool in_place : {false, true}) {
        s.in_place = in_place;
        s.length = 3;
        s.root = static_cast<int>(i) % size_;
        if (full_ || (i == 3 && !in_place))
          run_roots(s);
        else
          run(s);
        if (!all_lengths) continue;
        for (long length : interesting_lengths()) {
          if (in_place && length > 100) continue;
          s.length = length;
          s.root = static_cast<int>(length) % size_;
          run(s);
        }
      }
    }
    s.in_place = false;
    s.root = size_ / 2;
    for (const reduction* r : {core_reductions()[0], core_reductions()[1], core_reductions()[3]})
      for (long length : {20'000L, 200'001L}) {
        if (length > 100'000 && !full_) break;
        s.how = r;
        s.length = c_.name.starts_with("reduce_scatter") ? length / size_ : length;
        run(s);
      }
  }

  const collective& c_;
  bool full_;
  std::uint64_t seed_, number_ = 0;
  verdict& v_;
  MPI_Comm comm_ = MPI_COMM_WORLD;
  int size_ = 1;
};

MPI_Comm split(MPI_Comm comm, int color, int key) {
  MPI_Comm part;
  MPI_Comm_split(comm, color, key, &part);
  return part;
}

struct program {
  std::vector<const collective*> which;
  bool full = true;
  std::uint64_t seed = 1;
  verdict v;
  int rank = 0, size = 1;

  void run() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (const collective* c : which) {
      cases made(*c, full, seed, v);
      made.all_on(MPI_COMM_WORLD);
      if (full && c->reduces) made.operators_on(MPI_COMM_WORLD);
    }
    other_communicators();
    if (full) many_communicators();
  }

 private:
  // Communicators: reversed, halves, reversed halves, self. First one after the other, then alternating from
  // call to call.
  void other_communicators() {
    std::vector<MPI_Comm> comms{split(MPI_COMM_WORLD, 0, -rank), split(MPI_COMM_WORLD, rank % 2, -rank),
                                split(MPI_COMM_WORLD, rank < (size + 1) / 2, rank)};
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    comms.push_back(copy);
    for (int repeat = 0; repeat < 3; ++repeat)
      for (const collective* c : which)
        for (MPI_Comm comm : comms) cases(*c, false, seed + static_cast<unsigned>(repeat), v).few_on(comm);
    if (full)
      for (const collective* c : which) cases(*c, false, seed, v).all_on(comms.front());
    for (const collective* c : which) cases(*c, false, seed, v).few_on(MPI_COMM_SELF);
    for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
  }

  void many_communicators() {
    for (int i = 0; i < 500; ++i) {
      MPI_Comm comm = i % 10 == 0 ? split(MPI_COMM_WORLD, rank % 2, -rank) : MPI_COMM_NULL;
      if (comm == MPI_COMM_NULL) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      cases(*which[static_cast<std::size_t>(i) % which.size()], false, seed, v).few_on(comm);
      MPI_Comm_free(&comm);
    }
  }
};

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  oracle::program p;
  oracle::options(argc, argv, [&](const std::string& name, const std::string& value) {
    if (name == "--collective")
      p.which.push_back(&oracle::collective_called(value));
    else if (name == "--effort" && (value == "small" || value == "full"))
      p.full = value == "full";
    else if (name == "--seed")
      p.seed = std::stoull(value);
    else if (name == "--calls")
      oracle::call_by(value);
    else if (name == "--native")
      oracle::avoid_native_defects();
    else
      return false;
    return true;
  });
  if (p.which.empty())
    for (const oracle::collective& c : oracle::all_collectives()) p.which.push_back(&c);
  p.run();
  const int status = p.v.finish();
  MPI_Finalize();
  return status;
}
