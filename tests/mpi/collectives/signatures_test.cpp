// Legal calls in which the processes give equal signatures by different counts and datatypes: ten ints at a
// time, single ints, one element of a large type, or types with holes. An algorithm that cuts such a message
// by elements, not by bytes, hangs or delivers wrong data. Some of Open MPI 4.1.4's algorithms do if forced.
//
//   signatures_test [--collective NAME] [--length N] [--native yes]

#include <mpi.h>

#include <string>
#include <utility>
#include <vector>

#include "oracle/collectives.hpp"

namespace oracle {
namespace {

// The description of n ints on process `rank`. n is a multiple of 30.
const layout& described(int pattern, int rank, int n) {
  const auto& ints = int_layouts();
  const layout &one = ints[0], &ten = ints[1], &holes = ints[2], &permuted = ints[6];
  switch (pattern) {
    case 0: return rank % 2 == 0 ? ten : one;
    case 1: return rank % 3 == 0 ? contiguous_ints(n) : one;
    case 2: return rank % 3 == 0 ? holes : rank % 3 == 1 ? ten : permuted;
    default: return rank % 2 == 0 ? one : contiguous_ints(n / 2);
  }
}

void all_patterns(const collective& c, int n, verdict& v) {
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int pattern = 0; pattern < 4; ++pattern) {
    setting s;
    s.seed = static_cast<unsigned>(n + pattern);
    s.root = pattern % size;
    s.send = &described(pattern, rank, n);
    s.recv = &described(pattern, rank + 1, n);
    s.choice = {s.send, s.recv};
    s.unit = n;  // an irregular block is one or two large elements, or none
    s.length = c.irregular ? 2L * n : n;
    check(c, s, v);
  }
}

// The standard defines these datatypes as two contiguous elements.
void pairs(verdict& v) {
  const std::pair<MPI_Datatype, MPI_Datatype> all[] = {{MPI_2INT, MPI_INT},
                                                       {MPI_2INTEGER, MPI_INTEGER},
                                                       {MPI_2REAL, MPI_REAL},
                                                       {MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION}};
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (const auto& [both, one] : all) {
    int bytes = 0;
    if (both == MPI_DATATYPE_NULL) continue;  // an MPI library without Fortran
    MPI_Type_size(both, &bytes);
    const auto n = static_cast<std::size_t>(bytes), p = static_cast<std::size_t>(size);
    const std::vector<unsigned char> mine(n, static_cast<unsigned char>(rank + 1));
    std::vector<unsigned char> gathered(n * p), right;
    for (int r = 0; r < size; ++r) right.insert(right.end(), n, static_cast<unsigned char>(r + 1));
    v.begin("two elements received as a pair of " + std::to_string(bytes) + " bytes");
    MPI_Gather(mine.data(), 2, one, gathered.data(), 1, both, 0, MPI_COMM_WORLD);
    v.check("gather", rank != 0 || gathered == right ? "" : "wrong data");
  }
}

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  std::vector<const oracle::collective*> which;
  std::vector<int> lengths;
  oracle::options(argc, argv, [&](const std::string& name, const std::string& value) {
    if (name == "--collective")
      which.push_back(&oracle::collective_called(value));
    else if (name == "--length")
      lengths.push_back(std::stoi(value) / 30 * 30);
    else if (name == "--native")
      oracle::avoid_native_defects();
    else
      return false;
    return true;
  });
  const bool every = which.empty();
  if (every)
    for (const oracle::collective& c : oracle::all_collectives())
      if (!c.reduces && c.name != "barrier") which.push_back(&c);
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (lengths.empty()) lengths = {30, 3'000, 60'000, 990'000};
  oracle::verdict v;
  for (const oracle::collective* c : which)
    for (int n : lengths) {
      const bool bounded = c->name == "bcast" || n < 100'000;  // elsewhere, a long N is shared by the blocks
      oracle::all_patterns(*c, bounded ? n : n / size / 30 * 30, v);
    }
  if (every) oracle::pairs(v);
  const int status = v.finish();
  MPI_Finalize();
  return status;
}
