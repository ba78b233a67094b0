// Arguments that have no meaning on a process contain junk: freed and null handles, null pointers, unmapped
// addresses, negative counts. Covers all collectives, forms and roots, in place, without neighbours, and
// between groups. Results must be right, and check mode, a report and a trace must not use the junk.

#include <mpi.h>

#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#include <array>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "oracle/expect.hpp"

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#define INIT(Name) MPIX_##Name##_init
#else
#define INIT(Name) MPI_##Name##_init
#endif
#define FORMS(Name, name) MPI_##Name, MPI_I##name, INIT(Name)

namespace {

int rank = 0, p = 1;

enum form { blocking, nonblocking, persistent };
const char* const form_names[] = {"blocking", "non-blocking", "persistent"};

// Values of the arguments that are not significant.
struct junk {
  void* buffer;
  int count;
  MPI_Datatype type;
  const int* table;
  const MPI_Aint* addresses;
  const MPI_Datatype* types;
};

template <class T>
T* nowhere() {
  return reinterpret_cast<T*>(std::uintptr_t{0x10});
}

std::vector<junk> all_junk() {
  MPI_Datatype freed = MPI_DATATYPE_NULL, uncommitted = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(3, MPI_INT, &uncommitted);
  MPI_Type_contiguous(2, MPI_INT, &freed);
  MPI_Type_commit(&freed);
  const MPI_Datatype dead = freed;  // its handle is not reused
  MPI_Type_free(&freed);
  static std::array<int, 1> word{};
  return {
      {nullptr, -3, MPI_DATATYPE_NULL, nullptr, nullptr, nullptr},
      {nowhere<void>(), -1, dead, nowhere<const int>(), nowhere<const MPI_Aint>(),
       nowhere<const MPI_Datatype>()},
      {word.data(), 7, uncommitted, nullptr, nullptr, nullptr},
  };
}

// A call in one of its forms; a persistent one is started twice.
template <class Blocking, class Posted, class Init, class... Arguments>
void make(form as, Blocking* blocks, Posted* posted, Init* init, Arguments... arguments) {
  MPI_Request request = MPI_REQUEST_NULL;
  switch (as) {
    case blocking: blocks(arguments...); return;
    case nonblocking: posted(arguments..., &request); break;
    default:
      init(arguments..., MPI_INFO_NULL, &request);
      MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      MPI_Start(&request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  if (as == persistent) MPI_Request_free(&request);
}

// Blocks of two integers: those of a process are 100 times its rank, and one more.
struct memory {
  std::vector<int> own, all;
  std::vector<int> counts, displs;
  explicit memory(int value)
      : own(2, -1), all(static_cast<std::size_t>(2 * p), -1), counts(all.size() / 2, 2) {
    own = {100 * value, 100 * value + 1};
    for (int r = 0; r < p; ++r) displs.push_back(2 * r);
  }
  void fill() {
    for (int r = 0; r < p; ++r) all[at(r)] = 100 * r, all[at(r) + 1] = 100 * r + 1;
  }
  void place_own(int r) { all[at(r)] = own[0], all[at(r) + 1] = own[1]; }
  [[nodiscard]] bool filled() const {
    bool right = true;
    for (int r = 0; r < p; ++r) right = right && all[at(r)] == 100 * r && all[at(r) + 1] == 100 * r + 1;
    return right;
  }
  [[nodiscard]] bool owns(int r) const { return own[0] == 100 * r && own[1] == 100 * r + 1; }
  static std::size_t at(int r) { return static_cast<std::size_t>(2 * r); }
};

void expect(bool right, const char* what, form as, int root, bool in_place) {
  checks::expect(right, std::string(what) + ", " + form_names[as] + ", root " + std::to_string(root) +
                            (in_place ? ", in place" : ""));
}

// Away from the root its arguments have no meaning, and at the root, in place, those of its own block.
void rooted(form as, const junk& j, int root, bool in_place) {
  const MPI_Comm w = MPI_COMM_WORLD;
  const bool at_root = rank == root, placed = at_root && in_place;
  {
    memory m(rank);
    if (placed) m.place_own(rank);
    make(as, FORMS(Gather, gather), placed ? MPI_IN_PLACE : m.own.data(), placed ? j.count : 2,
         placed ? j.type : MPI_INT, at_root ? m.all.data() : j.buffer, at_root ? 2 : j.count,
         at_root ? MPI_INT : j.type, root, w);
    expect(!at_root || m.filled(), "gather", as, root, in_place);
  }
  {
    memory m(rank);
    if (placed) m.place_own(rank);
    make(as, FORMS(Gatherv, gatherv), placed ? MPI_IN_PLACE : m.own.data(), placed ? j.count : 2,
         placed ? j.type : MPI_INT, at_root ? m.all.data() : j.buffer, at_root ? m.counts.data() : j.table,
         at_root ? m.displs.data() : j.table, at_root ? MPI_INT : j.type, root, w);
    expect(!at_root || m.filled(), "gatherv", as, root, in_place);
  }
  {
    memory m(-1);
    m.fill();
    make(as, FORMS(Scatter, scatter), at_root ? m.all.data() : j.buffer, at_root ? 2 : j.count,
         at_root ? MPI_INT : j.type, placed ? MPI_IN_PLACE : m.own.data(), placed ? j.count : 2,
         placed ? j.type : MPI_INT, root, w);
    expect(placed || m.owns(rank), "scatter", as, root, in_place);
  }
  {
    memory m(-1);
    m.fill();
    make(as, FORMS(Scatterv, scatterv), at_root ? m.all.data() : j.buffer,
         at_root ? m.counts.data() : j.table, at_root ? m.displs.data() : j.table, at_root ? MPI_INT : j.type,
         placed ? MPI_IN_PLACE : m.own.data(), placed ? j.count : 2, placed ? j.type : MPI_INT, root, w);
    expect(placed || m.owns(rank), "scatterv", as, root, in_place);
  }
  {
    int mine = rank + 1, most = placed ? mine : -1;
    make(as, FORMS(Reduce, reduce), placed ? MPI_IN_PLACE : &mine, at_root ? &most : j.buffer, 1, MPI_INT,
         MPI_MAX, root, w);
    expect(!at_root || most == p, "reduce", as, root, in_place);
  }
}

// In place, the arguments of the send buffer have no meaning.
void in_place(form as, const junk& j) {
  const MPI_Comm w = MPI_COMM_WORLD;
  {
    memory m(rank);
    m.place_own(rank);
    make(as, FORMS(Allgather, allgather), MPI_IN_PLACE, j.count, j.type, m.all.data(), 2, MPI_INT, w);
    expect(m.filled(), "allgather", as, -1, true);
  }
  {
    memory m(rank);
    m.place_own(rank);
    make(as, FORMS(Allgatherv, allgatherv), MPI_IN_PLACE, j.count, j.type, m.all.data(), m.counts.data(),
         m.displs.data(), MPI_INT, w);
    expect(m.filled(), "allgatherv", as, -1, true);
  }
  // The block for process r contains rank + p * r. The second start of a persistent operation sends it back.
  std::vector<int> all(static_cast<std::size_t>(p)), one(all.size(), 1), at(all.size()), bytes(all.size());
  const std::vector<MPI_Datatype> types(all.size(), MPI_INT);
  std::iota(at.begin(), at.end(), 0);
  for (std::size_t r = 0; r < all.size(); ++r) bytes[r] = static_cast<int>(r * sizeof(int));
  const auto begin = [&] {
    for (int r = 0; r < p; ++r) all[static_cast<std::size_t>(r)] = rank + p * r;
  };
  const auto right = [&] {
    bool good = true;
    for (int r = 0; r < p; ++r)
      good = good && all[static_cast<std::size_t>(r)] == (as == persistent ? rank + p * r : r + p * rank);
    return good;
  };
  begin();
  make(as, FORMS(Alltoall, alltoall), MPI_IN_PLACE, j.count, j.type, all.data(), 1, MPI_INT, w);
  expect(right(), "alltoall", as, -1, true);
  begin();
  make(as, FORMS(Alltoallv, alltoallv), MPI_IN_PLACE, j.table, j.table, j.type, all.data(), one.data(),
       at.data(), MPI_INT, w);
  expect(right(), "alltoallv", as, -1, true);
  begin();
  make(as, FORMS(Alltoallw, alltoallw), MPI_IN_PLACE, j.table, j.table, j.types, all.data(), one.data(),
       bytes.data(), types.data(), w);
  expect(right(), "alltoallw", as, -1, true);
}

// Blocks of no elements need no datatype in an alltoallw, and an exscan has no result for the first process.
void others(form as, const junk& j) {
  const MPI_Comm w = MPI_COMM_WORLD;
  const auto n = static_cast<std::size_t>(p);
  std::vector<int> in(n, rank), out(n, -1), counts(n, 0), at(n, 0);
  std::vector<MPI_Datatype> types(n, j.type);
  const auto self = static_cast<std::size_t>(rank);
  counts[self] = 1, types[self] = MPI_INT;
  make(as, FORMS(Alltoallw, alltoallw), in.data(), counts.data(), at.data(), types.data(), out.data(),
       counts.data(), at.data(), types.data(), w);
  expect(out[0] == rank, "alltoallw without elements", as, -1, false);
  int mine = rank + 1, before = -1;
  make(as, FORMS(Exscan, exscan), &mine, rank == 0 ? j.buffer : &before, 1, MPI_INT, MPI_SUM, w);
  expect(rank == 0 || before == rank * (rank + 1) / 2, "exscan", as, -1, false);
}

// Process 0 sends to all others and receives nothing; they receive and send nothing.
void neighbours(form as, const junk& j, MPI_Comm star) {
  const bool sends = rank == 0;
  const auto n = static_cast<std::size_t>(p);
  std::vector<int> out(n, 7), in(1, -1), one(n, 1), at(n);
  std::vector<MPI_Aint> bytes(n);
  const std::vector<MPI_Datatype> types(n, MPI_INT);
  for (std::size_t k = 0; k < n; ++k)
    at[k] = static_cast<int>(k), bytes[k] = static_cast<MPI_Aint>(k * sizeof(int));
  const void* const from = sends ? out.data() : j.buffer;
  void* const to = sends ? j.buffer : in.data();
  const int sent = sends ? 1 : j.count, received = sends ? j.count : 1;
  const MPI_Datatype out_type = sends ? MPI_INT : j.type, in_type = sends ? j.type : MPI_INT;
  const int *const sent_table = sends ? one.data() : j.table, *const sent_at = sends ? at.data() : j.table,
                   *const in_table = sends ? j.table : one.data(), *const in_at = sends ? j.table : at.data();
  const auto check = [&](const char* what) {
    expect(sends || in[0] == 7, what, as, -1, false);
    in[0] = -1;
  };
  make(as, FORMS(Neighbor_allgather, neighbor_allgather), from, sent, out_type, to, received, in_type, star);
  check("neighbor_allgather");
  make(as, FORMS(Neighbor_allgatherv, neighbor_allgatherv), from, sent, out_type, to, in_table, in_at,
       in_type, star);
  check("neighbor_allgatherv");
  make(as, FORMS(Neighbor_alltoall, neighbor_alltoall), from, sent, out_type, to, received, in_type, star);
  check("neighbor_alltoall");
  make(as, FORMS(Neighbor_alltoallv, neighbor_alltoallv), from, sent_table, sent_at, out_type, to, in_table,
       in_at, in_type, star);
  check("neighbor_alltoallv");
  make(as, FORMS(Neighbor_alltoallw, neighbor_alltoallw), from, sent_table,
       sends ? bytes.data() : j.addresses, sends ? types.data() : j.types, to, in_table,
       sends ? j.addresses : bytes.data(), sends ? j.types : types.data(), star);
  check("neighbor_alltoallw");
}

MPI_Comm star_of_all() {
  std::vector<int> others(static_cast<std::size_t>(p - 1));
  std::iota(others.begin(), others.end(), 1);
  MPI_Comm star = MPI_COMM_NULL;
  const int centre = 0, in = rank == 0 ? 0 : 1, out = rank == 0 ? p - 1 : 0;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in, &centre, MPI_UNWEIGHTED, out, others.data(),
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &star);
  return star;
}

// From the other group to process 0, whose own group does not take part, and back. The MPI library serves
// these.
void between_groups(form as, const junk& j, MPI_Comm between, int others) {
  const bool root_group = rank % 2 == 0;
  const int root = rank == 0 ? MPI_ROOT : root_group ? MPI_PROC_NULL : 0;
  const bool at_root = rank == 0, has_own = !root_group;
  std::vector<int> all(static_cast<std::size_t>(others), at_root ? 5 : -1);
  int own = 6, data = at_root ? 8 : -1;
  // (Both libraries look at the count and the datatype of a broadcast anyhow.)
  make(as, FORMS(Bcast, bcast), at_root || has_own ? &data : j.buffer, at_root || has_own ? 1 : 0, MPI_INT,
       root, between);
  expect(!has_own || data == 8, "bcast between groups", as, 0, false);
  make(as, FORMS(Gather, gather), has_own ? &own : j.buffer, has_own ? 1 : j.count,
       has_own ? MPI_INT : j.type, at_root ? all.data() : j.buffer, at_root ? 1 : j.count,
       at_root ? MPI_INT : j.type, root, between);
  expect(!at_root || all.back() == 6, "gather between groups", as, 0, false);
  make(as, FORMS(Scatter, scatter), at_root ? all.data() : j.buffer, at_root ? 1 : j.count,
       at_root ? MPI_INT : j.type, has_own ? &own : j.buffer, has_own ? 1 : j.count,
       has_own ? MPI_INT : j.type, root, between);
  expect(!has_own || own == 6, "scatter between groups", as, 0, false);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  const MPI_Comm star = star_of_all();
  MPI_Comm half = MPI_COMM_NULL, between = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &between);
  int others_there = 0;
  MPI_Comm_remote_size(between, &others_there);
  std::vector<junk> kinds = all_junk();
  for (const junk& j : kinds)
    for (const form as : {blocking, nonblocking, persistent}) {
      for (int root = 0; root < p; ++root)
        for (const bool placed : {false, true}) rooted(as, j, root, placed);
      in_place(as, j);
      others(as, j);
      neighbours(as, j, star);
      if (as != persistent) between_groups(as, j, between, others_there);
    }
  for (MPI_Comm c : {star, between, half}) MPI_Comm_free(&c);
  MPI_Type_free(&kinds.back().type);
  return checks::finish();
}
