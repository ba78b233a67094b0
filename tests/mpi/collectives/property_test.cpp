// Random cases: any collective, communicator, root, length, layouts, operator, in place or not. Every process
// draws the same cases from the same seed, and learns whether a case failed anywhere, so that RapidCheck
// shrinks a failing case on all processes alike.
//
//   property_test [--cases N] [--seed N] [--native yes]

#include <mpi.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <sstream>

#include "oracle/collectives.hpp"

namespace oracle {
namespace {

struct communicators {
  std::vector<MPI_Comm> all{MPI_COMM_WORLD};

  communicators() {
    int rank = 0, size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    add(0, -rank);
    add(rank % 2, rank);
    add(rank < size / 2 ? 1 : 0, -rank);
    add(0, (rank * 7) % (size + 1));
  }
  ~communicators() {
    for (std::size_t i = 1; i < all.size(); ++i) MPI_Comm_free(&all[i]);
  }
  communicators(const communicators&) = delete;
  communicators& operator=(const communicators&) = delete;

 private:
  void add(int color, int key) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, color, key, &comm);
    all.push_back(comm);
  }
};

template <class Container>
const auto& any_of(const Container& all, const char* what) {
  return all[*rc::gen::inRange<std::size_t>(0, all.size()).as(what)];
}

setting any_move(const collective& c, int rank) {
  setting s;
  const auto& family =
      *rc::gen::inRange(0, 4).as("family of datatypes") == 0 ? mixed_layouts() : int_layouts();
  const layout &first = any_of(family, "layout of even ranks"),
               &second = any_of(family, "layout of odd ranks");
  s.send = rank % 2 == 0 ? &first : &second;
  s.recv = rank % 2 == 0 ? &second : &first;
  s.choice = {&first, &second};
  s.unit = std::lcm(first.scalars(), second.scalars());
  const long most = *rc::gen::element(3, 20, 300, 5000).as("elements at most");
  s.length = s.unit * *rc::gen::inRange(0L, most / s.unit + 2).as("elements");
  s.in_place = c.in_place_allowed && *rc::gen::arbitrary<bool>().as("in place");
  return s;
}

setting any_reduction(const collective& c) {
  setting s;
  s.how = *rc::gen::arbitrary<bool>().as("user's operator") ? &any_of(user_reductions(), "operator")
                                                            : &any_of(predefined_reductions(), "operator");
  s.length = *rc::gen::inRange(0L, *rc::gen::element(4L, 50L, 3000L).as("elements at most")).as("elements");
  s.in_place = c.in_place_allowed && *rc::gen::arbitrary<bool>().as("in place");
  return s;
}

void one_case(const communicators& comms, verdict& v) {
  const collective& c = any_of(all_collectives(), "collective");
  const MPI_Comm comm = any_of(comms.all, "communicator");
  const int drawn_root = *rc::gen::inRange(0, 1000).as("root modulo size");
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  setting s = c.reduces ? any_reduction(c) : any_move(c, rank);
  s.comm = comm;
  s.root = drawn_root % size;
  s.seed = *rc::gen::arbitrary<std::uint64_t>().as("seed");
  check(c, s, v);
  RC_ASSERT(!v.failed_anywhere());
}

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::string seed = "1", cases = "300";
  oracle::options(argc, argv, [&](const std::string& name, const std::string& value) {
    if (name == "--cases")
      cases = value;
    else if (name == "--seed")
      seed = value;
    else if (name == "--native")
      oracle::avoid_native_defects();
    else
      return false;
    return true;
  });
  setenv("RC_PARAMS", ("seed=" + seed + " max_success=" + cases).c_str(), 1);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::ostringstream silent;
  std::streambuf* const console = std::cerr.rdbuf();
  if (rank != 0) std::cerr.rdbuf(silent.rdbuf());
  int status = 0;
  {
    oracle::verdict v;
    const oracle::communicators comms;
    rc::check("a collective gives what the oracle computes", [&] { one_case(comms, v); });
    status = v.finish();
  }
  std::cerr.rdbuf(console);
  MPI_Finalize();
  return status;
}
